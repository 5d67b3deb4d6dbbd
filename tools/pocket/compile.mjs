// Compiles what the pocket carries with the very Python that will run it:
// node compile.mjs PYODIDE FOLDER LIBRARIES CODE
// FOLDER is where the build works, LIBRARIES where pip has put them; CODE, which is inside.py, does it.
import { pathToFileURL } from "node:url";

const [pyodide, folder, libraries, inside] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
// The same hashes each time, so that sets are written down in the same order.
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0" }, packageBaseUrl: "/" });
for (const [name, root] of Object.entries({ work: folder, libraries })) {
  python.FS.mkdirTree(`/${name}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, `/${name}`);
}
try {
  python.runPython(inside, { filename: "inside.py" });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
