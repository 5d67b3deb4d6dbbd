// The Python of a built folder, with the app in it, for tests that need no browser.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

export async function pythonWithApp(pyodide, built) {
  const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
  const python = await loadPyodide({ packageBaseUrl: "/", stdLibURL: `${built}/engine/standard.zip` });
  unpack(python, readFileSync(`${built}/engine/project.bin`));
  python.FS.mkdirTree("/kept");
  python.runPython(`
import sys
sys.path.insert(0, "/project")
sys.path.append("/project/libraries")
`);
  return python;
}

function unpack(python, bytes) {
  const length = bytes.readUInt32LE(0);
  let at = 4 + length;
  for (const [name, size] of JSON.parse(bytes.subarray(4, at).toString())) {
    const path = `/project/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, bytes.subarray(at, (at += size)));
  }
}
