// Python with the whole app in it. It is started in a worker, from its modules or from a snapshot of its memory.
import { loadPyodide } from "../engine/pyodide.js";
import createModule from "../engine/pyodide.asm.js";
import { beginWith, dropSnapshot, openSnapshot } from "./snapshot.js";

const ENGINE = new URL("../engine/", import.meta.url).href;
const PROJECT = "/project";
export const FOLDER = "/kept";
const WASM_PAGE = 65536;
const PAGE = 1024; // words of four bytes, as the system gives memory
const PIECE = 256 * PAGE;
// Nothing is ever fetched from elsewhere: no package is looked for.
const NO_PACKAGES = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", version: "314.0.7" },
  packages: {},
};

// This runs before the snapshot is made: nothing here looks at the phone, or knows where it will be asked.
const IMPORT = `
import sys
sys.path.insert(0, "${PROJECT}")
sys.path.append("${PROJECT}/libraries")

import random
from pyodide.ffi import to_js
from app.pocket import away
from app.pocket.app import open_pocket

pocket = None

def open_folder(folder, prefix):
    global pocket
    pocket = open_pocket(folder, prefix)

def warm_up(folder):
    global pocket
    pocket = open_pocket(folder)
    pocket.warm_up()

def reopen(prefix):
    random.seed()
    pocket.reopen(prefix)

# From a snapshot or without one: in place of open_folder and reopen.
def open_away(kept):
    global pocket
    random.seed()
    pocket = away.open_away(pocket or open_pocket("${FOLDER}"), kept)

def lines_after(line):
    return pocket.lines_after(line)

def begun():
    return pocket.begun()

def answer(method, url, headers, body):
    status, named, content = pocket.answer(method, url, dict(headers.to_py()), body.to_bytes())
    return to_js((status, [list(pair) for pair in named], content))
`;

// With everything in it: from the snapshot of this build, or from its modules. A snapshot with which a start did not
// come to its end is thrown away: it may take the whole window with it.
export async function startQuickly(build) {
  const snapshot = await openSnapshot(build);
  if (snapshot) {
    try {
      await beginWith();
      const python = await startPython({ snapshot });
      snapshot.close();
      return { python, isFromSnapshot: true };
    } catch {
      snapshot.close();
      await dropSnapshot(build);
    }
  }
  const python = await startPython();
  importAll(python);
  return { python, isFromSnapshot: false };
}

export async function startPython({ snapshot = null, makesSnapshot = false } = {}) {
  const project = fetched("project.bin");
  const head = snapshot && headOf(snapshot);
  const python = await loadPyodide({
    indexURL: ENGINE,
    packageBaseUrl: ENGINE,
    lockFileContents: NO_PACKAGES,
    stdLibURL: `${ENGINE}standard.zip`,
    env: { HOME: "/", PYTHONDONTWRITEBYTECODE: "1" },
    stdin: () => null,
    createPyodideModule: (settings) => moduleFrom(settings, snapshot, head?.length),
    fsInit: async (FS) => unpack(FS, await project),
    ...(snapshot ? { _loadSnapshot: head } : {}),
    ...(makesSnapshot ? { _makeSnapshot: true } : {}),
  });
  return python;
}

// Imports everything, which takes longest of all. Before a snapshot the app is also opened, on an empty folder.
export function importAll(python) {
  python.FS.mkdirTree(FOLDER);
  python.runPython(IMPORT, { filename: "import.py" });
}

async function fetched(name) {
  const response = await fetch(`${ENGINE}${name}`);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.arrayBuffer();
}

// In front of the memory stands what else is to be known, and in the second number how long that is.
function headOf(snapshot) {
  const numbers = new Uint32Array(2);
  snapshot.read(numbers, 0);
  const head = new Uint8Array(numbers[1]);
  snapshot.read(head, 0);
  return head;
}

// The engine makes its memory only as large as it begins. A snapshot it would take at once, and write every zero.
async function moduleFrom(settings, snapshot, start) {
  const module = await createModule(settings);
  if (snapshot) {
    const missing = snapshot.size - start - module.memory.buffer.byteLength;
    if (missing > 0) {
      module.memory.grow(Math.ceil(missing / WASM_PAGE));
      module._emscripten_notify_memory_growth(0);
    }
    copyWhatDiffers(snapshot, start, new Int32Array(module.memory.buffer));
  }
  return module;
}

// A page of memory that was never touched takes no room, and a third of it was not.
function copyWhatDiffers(snapshot, start, memory) {
  const all = (snapshot.size - start) / 4;
  const piece = new Int32Array(PIECE);
  for (let from = 0; from < all; from += PIECE) {
    const words = Math.min(PIECE, all - from);
    snapshot.read(piece.subarray(0, words), start + 4 * from);
    for (let page = 0; page < words; page += PAGE) {
      let word = page;
      while (word < page + PAGE && piece[word] === memory[from + word]) word++;
      if (word < page + PAGE) memory.set(piece.subarray(page, page + PAGE), from + page);
    }
  }
}

// The names and lengths of files stand in front of what is in them.
function unpack(FS, buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  const folders = new Set();
  let at = 4 + length;
  for (const [name, size] of list) {
    const path = `${PROJECT}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) FS.mkdirTree(folder);
    folders.add(folder);
    FS.writeFile(path, new Uint8Array(buffer, at, size), { canOwn: true });
    at += size;
  }
}
