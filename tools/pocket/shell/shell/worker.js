// Answers what the pages ask, as the server would: one question after the other, each safe on the disk before its
// answer leaves.
import { FOLDER, importAll, startPython } from "./engine.js";
import { mountKept } from "./kept.js";
import { Slots } from "./slots.js";
import { openSnapshot } from "./snapshot.js";

const BOOK = "matches.sqlite3";
const SLOTS = 12; // how many files lie open
const SPARE = 4; // and so many of them are free for what comes
const KINDS = { QuotaExceededError: "full", NoModificationAllowedError: "taken" };
const slots = new Slots();
let answer = null;
let folder = null;
let isBroken = false;

self.addEventListener("message", ({ data, ports }) => {
  if (data.type === "start") start(data).catch((error) => tell("trouble", troubleOf(error)));
  if (data.type === "port") listen(ports[0]);
  if (data.type === "stop") stop();
});

const tell = (type, about) => self.postMessage({ type, ...about });

async function start({ name, build, prefix }) {
  const began = performance.now();
  folder = await folderOf(name);
  await makeRoom(SLOTS);
  if (slots.torn.length && !slots.find(BOOK)) throw Object.assign(new Error("torn"), { kind: "torn" });
  const snapshot = await openSnapshot(folder, build);
  const pictured = snapshot && (await startPython({ snapshot }).catch(() => null));
  snapshot?.close();
  const python = pictured ?? (await startPython());
  if (!pictured) importAll(python);
  mountKept(python.FS, slots, FOLDER);
  if (pictured) python.globals.get("begin")();
  else python.globals.get("open_folder")(FOLDER, prefix);
  slots.flushAll();
  answer = python.globals.get("answer");
  tell("ready", { took: performance.now() - began, hasSnapshot: Boolean(pictured) });
}

async function folderOf(name) {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(name, { create: true });
  } catch (error) {
    throw Object.assign(error, { kind: "no-storage" });
  }
}

// Opens files until so many slots are there, or free.
async function makeRoom(count, isEnough = () => slots.slots.length >= count) {
  const openedBefore = slots.slots.length;
  for (let number = openedBefore; !isEnough(); number++) {
    const file = await folder.getFileHandle(`slot-${number}`, { create: true });
    if (!file.createSyncAccessHandle) throw Object.assign(new Error("no handles"), { kind: "old" });
    slots.add(await file.createSyncAccessHandle());
  }
}

function listen(port) {
  port.onmessage = ({ data }) => {
    const about = reply(data);
    port.postMessage({ id: data.id, ...about }, about.body ? [about.body.buffer] : []);
    if (slots.room < SPARE) makeRoom(0, () => slots.room >= SPARE).catch(() => {});
  };
}

function reply({ method, url, headers, body }) {
  if (!answer || isBroken) return { status: 503, headers: [], body: null };
  try {
    const [status, named, content] = answer(method, url, headers, new Uint8Array(body ?? []));
    slots.flushAll();
    return { status, headers: named, body: content };
  } catch (error) {
    // What could not be made safe was not said: the next start finds what was safe.
    isBroken = true;
    tell("trouble", troubleOf(error));
    return { status: 503, headers: [], body: null };
  }
}

function troubleOf(error) {
  const words = String(error.message ?? error).trim().split("\n");
  return { kind: error.kind ?? KINDS[error.name] ?? "load", words: words.at(-1) };
}

function stop() {
  slots.close();
  self.close();
}
