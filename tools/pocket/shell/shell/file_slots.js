// Files in slots. The browser opens files for reading and writing at once only beforehand and by waiting, so a few lie
// open, and the head of each says which file it is. Nothing here waits.
//
// A head is written twice, in turn, with a number that grows: one that was torn leaves the one before it.

const HEAD = 4096; // bytes before the content
const COPY = 2048; // bytes from one copy of a head to the other
const MARK = 0x54726b73;
const LONGEST_NAME = 255;
const LENGTH = 16 + LONGEST_NAME + 8;

// Two sums with another beginning each: what is torn does not come right by chance.
function sum(bytes, begin) {
  let hash = begin;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

function headOf(name, number) {
  const bytes = new Uint8Array(LENGTH);
  const view = new DataView(bytes.buffer);
  const letters = new TextEncoder().encode(name);
  if (letters.length > LONGEST_NAME) throw new RangeError("this name is too long");
  view.setUint32(0, MARK);
  view.setFloat64(4, number);
  view.setUint16(12, letters.length);
  bytes.set(letters, 16);
  const content = bytes.subarray(0, LENGTH - 8);
  view.setUint32(LENGTH - 8, sum(content, 0x811c9dc5));
  view.setUint32(LENGTH - 4, sum(content, 0x050c5d1f));
  return bytes;
}

function readHead(handle, at) {
  const bytes = new Uint8Array(LENGTH);
  if (handle.read(bytes, { at }) < LENGTH) return null;
  const view = new DataView(bytes.buffer);
  const content = bytes.subarray(0, LENGTH - 8);
  if (view.getUint32(0) !== MARK) return null;
  if (view.getUint32(LENGTH - 8) !== sum(content, 0x811c9dc5)) return null;
  if (view.getUint32(LENGTH - 4) !== sum(content, 0x050c5d1f)) return null;
  const name = new TextDecoder().decode(bytes.subarray(16, 16 + view.getUint16(12)));
  return { name, number: view.getFloat64(4) };
}

export class Slots {
  constructor() {
    this.slots = [];
    this.number = 0;
    this.dirty = new Set();
  }

  // Takes a file that the browser has opened, with what it was before.
  add(handle) {
    const copies = [readHead(handle, 0), readHead(handle, COPY)];
    const last = copies[1] && (!copies[0] || copies[1].number > copies[0].number) ? 1 : 0;
    const { name = "", number = 0 } = copies[last] ?? {};
    // Content without a head is no room for another file: somebody may still make sense of it.
    const isTorn = !copies[last] && handle.getSize() > HEAD;
    const slot = { handle, name, number, last, isTorn, end: 0 };
    this.number = Math.max(this.number, number);
    this.slots.push(slot);
    // It was to take the place of another, and was cut short.
    const [older] = name ? this.slots.filter((other) => other !== slot && other.name === name) : [];
    if (older) this.free(older.number < number ? older : slot);
  }

  get torn() {
    return this.slots.filter((slot) => slot.isTorn);
  }

  get room() {
    return this.slots.filter((slot) => !slot.name && !slot.isTorn).length;
  }

  get names() {
    return this.slots.filter((slot) => slot.name).map((slot) => slot.name);
  }

  find(name) {
    return this.slots.find((slot) => slot.name === name);
  }

  create(name) {
    const slot = this.slots.find((free) => !free.name && !free.isTorn);
    if (!slot) throw Object.assign(new Error("no slot is free"), { name: "QuotaExceededError" });
    this.before(slot, 0);
    slot.handle.truncate(HEAD);
    this.flush(slot);
    this.call(slot, name);
    return slot;
  }

  remove(slot) {
    this.flushAll();
    this.free(slot);
  }

  // The content is safe before it takes the place of another.
  rename(slot, name) {
    this.flushAll();
    const older = this.find(name);
    this.call(slot, name);
    if (older && older !== slot) this.free(older);
  }

  free(slot) {
    this.call(slot, "");
  }

  call(slot, name) {
    const turn = 1 - slot.last;
    write(slot.handle, headOf(name, ++this.number), turn * COPY);
    slot.handle.flush();
    Object.assign(slot, { name, number: this.number, last: turn });
  }

  size(slot) {
    return Math.max(slot.handle.getSize() - HEAD, 0);
  }

  read(slot, bytes, position) {
    return slot.handle.read(bytes, { at: HEAD + position });
  }

  write(slot, bytes, position) {
    this.before(slot, position);
    write(slot.handle, bytes, HEAD + position);
    slot.end = position + bytes.length;
    return bytes.length;
  }

  truncate(slot, size) {
    this.before(slot, size);
    slot.handle.truncate(HEAD + size);
    slot.end = Infinity;
  }

  // SQLite counts on it that its journal is on the disk before its book changes, and its book before the journal ends;
  // and that what it wrote into a file is, before it goes back there: the head of its journal says how many pages
  // follow, and of each it reads too little to see that it is torn. It says when, but nobody hears it here, where
  // `fdatasync` does nothing. `end` is where the last write ended.
  before(slot, position) {
    for (const other of this.dirty) if (other !== slot || position < slot.end) this.flush(other);
    this.dirty.add(slot);
  }

  flush(slot) {
    slot.handle.flush();
    this.dirty.delete(slot);
  }

  flushAll() {
    for (const slot of this.dirty) this.flush(slot);
  }

  close() {
    for (const { handle } of this.slots) handle.close();
    this.slots = [];
  }
}

// A disk that is full may take a part only.
function write(handle, bytes, at) {
  if (handle.write(bytes, { at }) < bytes.length)
    throw Object.assign(new Error("not all was written"), { name: "QuotaExceededError" });
}
