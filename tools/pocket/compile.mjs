// Compiles the modules of the pocket edition with the very Python that will run them:
// node compile.mjs PYODIDE FOLDER LIBRARIES CODE
// FOLDER is where the build works, LIBRARIES has the installed packages; CODE is module_graph.py, which does it.
import { pathToFileURL } from "node:url";

const [pyodide, folder, libraries, code] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
// The same hashes each time, so that sets are written down in the same order.
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0" }, packageBaseUrl: "/" });
for (const [name, root] of Object.entries({ work: folder, libraries })) {
  python.FS.mkdirTree(`/${name}`);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, `/${name}`);
}
try {
  python.runPython(code, { filename: "module_graph.py" });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
