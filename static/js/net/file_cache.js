// Files of a build in a cache of the browser: all of them are there, or none. What is the same in another build is not
// fetched again.

const TYPES = {
  bin: "application/octet-stream",
  css: "text/css",
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  png: "image/png",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
  zip: "application/zip",
};
const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none';" +
  " form-action 'self'; frame-ancestors 'self'";
export const HEADERS = {
  "Content-Security-Policy": POLICY,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
};
const OURS = "tricktally";

// `files` are hashes by name, which lie at `source` and are kept for `target`; `edit` changes the content of one.
export function fileCache({ name, files, source, target, edit = (_name, blob) => blob }) {
  // With our own headers, whatever the host says.
  async function asOurs(file, blob) {
    const headers = { ...HEADERS, "Content-Type": TYPES[file.split(".").pop()], "X-Content": files[file] };
    return new Response(await edit(file, blob), { headers });
  }

  async function fetchFile(file) {
    const response = await fetch(new URL(file, source), { integrity: files[file], cache: "no-cache" });
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    return asOurs(file, await response.blob());
  }

  // In any cache of ours: the pocket and a club have the same engine.
  async function fileOfOtherBuild(file) {
    for (const key of await caches.keys()) {
      if (!key.startsWith(OURS)) continue;
      const cache = await caches.open(key);
      for (const address of [new URL(file, target), new URL(file, source)]) {
        const response = await cache.match(address);
        if (response?.headers.get("X-Content") === files[file]) return response;
      }
    }
    return null;
  }

  async function fetchAll(onFetched = () => {}) {
    const cache = await caches.open(name);
    const fetchOne = async (file) => {
      const address = new URL(file, target);
      const isThere = await cache.match(address);
      if (!isThere) await cache.put(address, (await fileOfOtherBuild(file)) ?? (await fetchFile(file)));
      await onFetched();
    };
    await Promise.all(Object.keys(files).map(fetchOne));
  }

  const fileOf = async (file) => (await (await caches.open(name)).match(new URL(file, target))) ?? fetchFile(file);

  return { fetchAll, fileOf };
}
