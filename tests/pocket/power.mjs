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

// As SQLite with a rollback journal, and told never to sync: what was there goes into the journal, then the book
// changes, then the journal is cut to nothing, which is the moment at which it counts.
const PAGE = 1024;
const PAGES = 4;
const pageOf = (value) => new Uint8Array(PAGE).fill(value % 251);
const fileOf = (slots, name) => slots.find(name) ?? slots.create(name);

function commit(slots, value) {
  const [book, journal] = [fileOf(slots, "book"), fileOf(slots, "book-journal")];
  const before = new Uint8Array(PAGE * PAGES);
  const length = slots.read(book, before, 0);
  const content = new Uint8Array(8 + length);
  new DataView(content.buffer).setUint32(0, length);
  content.set(before.subarray(0, length), 8);
  const sum = content.subarray(8).reduce((hash, byte) => (Math.imul(hash, 31) + byte + 1) >>> 0, 7);
  new DataView(content.buffer).setUint32(4, sum);
  slots.write(journal, content, 0);
  for (let page = 0; page < PAGES; page++) slots.write(book, pageOf(value), page * PAGE);
  slots.truncate(journal, 0);
}

function rollBack(slots) {
  const [book, journal] = [slots.find("book"), slots.find("book-journal")];
  const size = journal ? slots.size(journal) : 0;
  if (size < 8) return;
  const content = new Uint8Array(size);
  slots.read(journal, content, 0);
  const view = new DataView(content.buffer);
  const length = view.getUint32(0);
  const sum = content.subarray(8, 8 + length).reduce((hash, byte) => (Math.imul(hash, 31) + byte + 1) >>> 0, 7);
  if (length <= size - 8 && sum === view.getUint32(4)) {
    slots.truncate(book, length);
    slots.write(book, content.subarray(8, 8 + length), 0);
  }
  slots.truncate(journal, 0);
}

function read(slots) {
  const book = slots.find("book");
  if (!book || !slots.size(book)) return 0;
  const content = new Uint8Array(PAGE * PAGES);
  const length = slots.read(book, content, 0);
  if (length !== content.length) throw new Error(`the book has ${length} bytes`);
  if (content.some((byte) => byte !== content[0])) throw new Error("the book is torn");
  return content[0];
}

// A letter that is written anew beside the old one, and then takes its place.
function replace(slots, value) {
  const next = fileOf(slots, "letter-new");
  slots.truncate(next, 0);
  slots.write(next, pageOf(value), 0);
  slots.rename(next, "letter");
}

const letterOf = (slots) => {
  const letter = slots.find("letter");
  if (!letter) return 0;
  const content = new Uint8Array(PAGE);
  if (slots.read(letter, content, 0) !== PAGE) throw new Error("the letter is short");
  if (content.some((byte) => byte !== content[0])) throw new Error("the letter is torn");
  return content[0];
};

let cuts = 0;
let full = 0;
for (let round = 0; round < Number(rounds); round++) {
  const disk = new Disk();
  let [safe, safeLetter, value] = [0, 0, 0];
  for (let life = 0; life < 6; life++) {
    let slots = slotsOn(disk);
    rollBack(slots);
    slots.flushAll();
    const [is, letter] = [read(slots), letterOf(slots)];
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
