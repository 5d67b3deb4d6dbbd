// Answers what the pages ask, as the server would: one question after the other, each safe on the disk before its
// answer leaves.
import { FOLDER, startQuickly } from "./engine.js";
import { mountStorage } from "./storage.js";
import { Slots } from "./file_slots.js";
import { dropOldSnapshots, endWith } from "./snapshot.js";

const BOOK = "matches.sqlite3";
const SLOTS = 12; // how many files lie open
const SPARE = 4; // and so many of them are free for what comes
const KINDS = {
  QuotaExceededError: "full",
  NoModificationAllowedError: "taken",
  NotSupportedError: "no-files",
};
const SLOT = /^slot-(\d+)$/;
const MOST = 100; // numbers of slots
const PATIENCE = 20; // times that a file is asked for which a window that was closed may still hold
const NOT_RUNNING = { status: 503, headers: [], body: null };
let slots = new Slots();
let names = new Map(); // of the files, by what the browser gave for them
let next = 0;
let answer = null;
let folder = null;
let isBroken = false;

self.addEventListener("message", ({ data, ports }) => {
  if (data.type === "start") start(data).catch((error) => tell("trouble", troubleOf(error)));
  if (data.type === "port") listen(ports[0]);
  if (data.type === "look") look();
  if (data.type === "keep") keepAgain(data).catch((error) => tell("trouble", troubleOf(error)));
  if (data.type === "book") tell("book", { files: leftFiles() });
  if (data.type === "stop") stop();
});

const tell = (type, about) => self.postMessage({ type, ...about });

async function start({ name, build, prefix }) {
  const began = performance.now();
  folder = await folderOf(name);
  await dropOldSnapshots(folder);
  await openKept();
  await makeRoom(() => slots.slots.length >= SLOTS);
  const isNew = !slots.find(BOOK);
  if (slots.torn.length && isNew) throw Object.assign(new Error("torn"), { kind: "torn" });
  const { python, isFromSnapshot } = await startQuickly(build);
  mountStorage(python.FS, slots, FOLDER);
  if (isFromSnapshot) python.globals.get("reopen")(prefix);
  else python.globals.get("open_folder")(FOLDER, prefix);
  slots.flushAll();
  await endWith();
  answer = python.globals.get("answer");
  tell("ready", { took: performance.now() - began, hasSnapshot: isFromSnapshot, isNew });
}

async function folderOf(name) {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(name, { create: true });
  } catch (error) {
    throw Object.assign(error, { kind: "no-storage" });
  }
}

// All that were ever made are opened: who knows in which of them the matches are.
async function openKept() {
  const numbers = [];
  for await (const name of folder.keys()) if (SLOT.test(name)) numbers.push(Number(SLOT.exec(name)[1]));
  for (const number of numbers.sort((one, other) => one - other)) await openSlot(number);
  next = numbers.length ? Math.max(...numbers) + 1 : 0;
}

async function makeRoom(isEnough) {
  while (!isEnough()) {
    if (next > MOST) throw Object.assign(new Error("no file can be opened"), { kind: "taken" });
    await openSlot(next++);
  }
}

async function openSlot(number) {
  const name = `slot-${number}`;
  const file = await folder.getFileHandle(name, { create: true });
  if (!file.createSyncAccessHandle) throw Object.assign(new Error("no handles"), { kind: "old" });
  const handle = await opened(file);
  if (!handle) return;
  names.set(handle, name);
  slots.add(handle);
}

// A window that was closed this moment may still hold a file. After its storage was cleared the browser may hold files
// that are no more: those are passed over, as nothing is in them.
async function opened(file) {
  for (let tries = 1; ; tries++) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (error.name !== "NoModificationAllowedError") throw error;
      if (!(await file.getFile()).size) return null;
      if (tries === PATIENCE) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

// --- storage that is taken away --------------------------------------------------------------------------------------
// A file that the browser has thrown away still takes what is written, and nobody will ever find it.

async function isThere() {
  const book = slots.find(BOOK);
  try {
    if (book) await folder.getFileHandle(names.get(book.handle));
    return true;
  } catch {
    return false;
  }
}

async function look() {
  if (!answer || isBroken || (await isThere())) return;
  isBroken = true;
  tell("trouble", { kind: "gone", words: "" });
}

// What this window still holds is put into new files.
async function keepAgain({ name }) {
  const files = keptFiles();
  folder = await folderOf(name);
  // The old ones are not closed: a browser that has thrown them away may never come back from that.
  slots = new Slots();
  names = new Map();
  await openKept();
  await makeRoom(() => slots.room > files.length);
  for (const { name, content } of files) slots.write(slots.find(name) ?? slots.create(name), content, 0);
  slots.flushAll();
  slots.close();
  tell("kept");
}

const keptFiles = () =>
  slots.slots.filter((slot) => slot.name).map((slot) => ({ name: slot.name, content: contentOf(slot) }));

// What may be left of the matches: their file, or else whatever has lost its name.
function leftFiles() {
  const whole = keptFiles().filter(({ name }) => name === BOOK);
  return whole.length ? whole : slots.torn.map((slot) => ({ name: BOOK, content: contentOf(slot) }));
}

function contentOf(slot) {
  const content = new Uint8Array(slots.size(slot));
  slots.read(slot, content, 0);
  return content;
}

// --- what is asked ---------------------------------------------------------------------------------------------------

function listen(port) {
  port.onmessage = async ({ data }) => {
    let about = reply(data);
    if (data.method !== "GET" && data.method !== "HEAD") {
      await look();
      if (isBroken) about = NOT_RUNNING;
    }
    port.postMessage({ id: data.id, ...about }, about.body ? [about.body.buffer] : []);
    if (slots.room < SPARE) makeRoom(() => slots.room >= SPARE).catch(() => {});
  };
}

function reply({ method, url, headers, body }) {
  if (!answer || isBroken) return NOT_RUNNING;
  try {
    const [status, named, content] = answer(method, url, headers, new Uint8Array(body ?? []));
    slots.flushAll();
    return { status, headers: named, body: content };
  } catch (error) {
    // What could not be made safe was not said: the next start finds what was safe.
    isBroken = true;
    tell("trouble", troubleOf(error));
    return NOT_RUNNING;
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
