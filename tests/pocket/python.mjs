// The Python of a built folder, with the app in it and its book on a disk of ours, for tests that need no browser.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const load = (path) => import(pathToFileURL(path));
const OPEN = `
import sys
sys.path.insert(0, "/project")
sys.path.append("/project/libraries")

from app import store
from app.pocket.app import open_pocket
from app.web.core.services import connection, services

pocket = open_pocket("/kept")

def let_go():
    services(pocket.app).pool.close()
`;

// `tell` is Python that defines what a test asks the app.
export async function pocketWith(shell, pyodide, built, tell) {
  const { Slots } = await load(`${shell}/file_slots.js`);
  const { mountStorage } = await load(`${shell}/storage.js`);
  const { loadPyodide } = await load(`${pyodide}/pyodide.mjs`);
  const python = await loadPyodide({ packageBaseUrl: "/", stdLibURL: `${built}/engine/standard.zip` });
  unpack(python, readFileSync(`${built}/engine/project.bin`));
  python.FS.mkdirTree("/kept");
  python.runPython(OPEN + tell);
  const call = (name, ...about) => python.globals.get(name)(...about);

  return {
    call,
    mount(disk) {
      const slots = new Slots();
      for (let number = 0; number < 8; number++) slots.add(disk.open(number));
      mountStorage(python.FS, slots, "/kept");
      return slots;
    },
    live(disk) {
      const slots = this.mount(disk);
      python.runPython("pocket.reopen()");
      slots.flushAll();
      return slots;
    },
    die(disk) {
      disk.cut();
      call("let_go");
      this.unmount();
    },
    unmount: () => python.FS.unmount("/kept"),
  };
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
