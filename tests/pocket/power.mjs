// The slots on a disk that loses what was not flushed.
// node power.mjs SLOTS SEED ROUNDS
import { pathToFileURL } from "node:url";
import { begin, chance, Disk, pick, QUOTA } from "./disk.mjs";

const [path, seed, rounds] = process.argv.slice(2);
const { Slots } = await import(pathToFileURL(path));
begin(Number(seed));

function slotsOn(disk) {
  const slots = new Slots();
  for (let number = 0; number < 6; number++) slots.add(disk.open(number));
  return slots;
}

const PAGE = 1024;
const PAGES = 4;
const pageOf = (value) => new Uint8Array(PAGE).fill(value % 251);
const fileOf = (slots, name) => slots.find(name) ?? slots.create(name);

function contentOf(slots, name) {
  const file = slots.find(name);
  const content = new Uint8Array(file ? slots.size(file) : 0);
  if (file) slots.read(file, content, 0);
  return content;
}

const headOf = (length, isWhole) => new Uint8Array(new Uint32Array([length, isWhole]).buffer);

// As SQLite with a rollback journal, where nobody hears it sync: what was there goes into the journal, then its head says
// so, and is believed; then the book changes, then the journal is cut to nothing, which is the moment at which it counts.
function commit(slots, value) {
  const [book, journal] = [fileOf(slots, "book"), fileOf(slots, "book-journal")];
  const before = contentOf(slots, "book");
  slots.write(journal, headOf(before.length, 0), 0);
  for (let at = 0; at < before.length; at += PAGE) slots.write(journal, before.subarray(at, at + PAGE), 8 + at);
  slots.write(journal, headOf(before.length, 1), 0);
  for (let page = 0; page < PAGES; page++) slots.write(book, pageOf(value), page * PAGE);
  slots.truncate(journal, 0);
}

function rollBack(slots) {
  const content = contentOf(slots, "book-journal");
  if (content.length < 8) return;
  const [length, isWhole] = new Uint32Array(content.buffer, 0, 2);
  if (isWhole) {
    slots.truncate(slots.find("book"), length);
    slots.write(slots.find("book"), content.subarray(8, 8 + length), 0);
  }
  slots.truncate(slots.find("book-journal"), 0);
}

// A letter that is written anew beside the old one, and then takes its place.
function replace(slots, value) {
  const next = fileOf(slots, "letter-new");
  slots.truncate(next, 0);
  slots.write(next, pageOf(value), 0);
  slots.rename(next, "letter");
}

// The value that a file of this size is full of; 0 if it was never written.
function read(slots, name, size) {
  const content = contentOf(slots, name);
  const isNew = name === "book" ? content.length === 0 : !slots.find(name);
  if (isNew) return 0;
  if (content.length !== size) throw new Error(`the ${name} has ${content.length} bytes`);
  if (content.some((byte) => byte !== content[0])) throw new Error(`the ${name} is torn`);
  return content[0];
}

let [cuts, full] = [0, 0];
for (let round = 0; round < Number(rounds); round++) {
  const disk = new Disk();
  let [safe, safeLetter, value] = [0, 0, 0];
  for (let life = 0; life < 6; life++) {
    let slots = slotsOn(disk);
    rollBack(slots);
    slots.flushAll();
    const [is, letter] = [read(slots, "book", PAGE * PAGES), read(slots, "letter", PAGE)];
    const may = new Set([safe, value % 251]);
    if (!may.has(is) || slots.torn.length) throw new Error(`round ${round}: the book says ${is}, and ${safe} was safe`);
    if (![safeLetter, value % 251].includes(letter)) throw new Error(`round ${round}: the letter says ${letter}`);
    [safe, safeLetter] = [is, letter];
    if (chance() < 0.5) disk.left = pick(60);
    else disk.room = pick(60_000);
    try {
      for (let answer = 0; answer < 6; answer++) {
        value++;
        commit(slots, value);
        slots.flushAll();
        safe = value % 251;
        replace(slots, value);
        slots.flushAll();
        safeLetter = value % 251;
      }
    } catch (error) {
      if (error.name === QUOTA) full++;
      else if (error.name === "PowerCut") cuts++;
      else throw error;
    }
    disk.cut();
  }
}
console.log(`${cuts} cuts, ${full} times full`);
