// Files as a browser gives them, on a disk that loses what was not flushed, or is full.

const SECTOR = 512;
export const QUOTA = "QuotaExceededError";

// The same chances each time.
let state = 1;
export const begin = (seed) => (state = seed + 1);
export const chance = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
};
export const pick = (count) => Math.floor(chance() * count);
export const isFault = ({ name }) => name === "PowerCut" || name === QUOTA;
const power = (message) => Object.assign(new Error(message), { name: "PowerCut" });

export class Disk {
  files = new Map();
  left = Infinity; // steps until the power is cut
  room = Infinity; // bytes that may still be written
  step() {
    if (--this.left < 0) throw power("the power is cut");
  }
  open(name) {
    const file = this.files.get(name) ?? { safe: new Uint8Array(0), now: new Uint8Array(0), pending: [] };
    this.files.set(name, file);
    return new Handle(this, file);
  }
  // Of what was not flushed any part may have come to the disk, in any order, and the last one torn.
  cut() {
    for (const file of this.files.values()) {
      const kept = file.pending.filter(() => chance() < 0.5);
      for (const change of kept.sort(() => chance() - 0.5)) {
        const torn = chance() < 0.3 && change.bytes;
        const length = torn ? SECTOR * pick(change.bytes.length / SECTOR + 1) : change.bytes?.length;
        file.safe = changed(file.safe, change.bytes ? { ...change, bytes: change.bytes.subarray(0, length) } : change);
      }
      Object.assign(file, { now: file.safe.slice(), pending: [] });
    }
    Object.assign(this, { left: Infinity, room: Infinity });
  }
}

function changed(content, { bytes, at, size }) {
  const length = size ?? Math.max(content.length, at + bytes.length);
  const next = new Uint8Array(length);
  next.set(content.subarray(0, length));
  if (bytes) next.set(bytes, at);
  return next;
}

class Handle {
  constructor(disk, file) {
    Object.assign(this, { disk, file });
  }
  getSize = () => this.file.now.length;
  read(bytes, { at }) {
    const part = this.file.now.subarray(at, at + bytes.length);
    bytes.set(part);
    return part.length;
  }
  write(bytes, { at }) {
    this.disk.step();
    if ((this.disk.room -= bytes.length) < 0) throw Object.assign(new Error("full"), { name: QUOTA });
    this.change({ bytes: bytes.slice(), at });
    return bytes.length;
  }
  truncate(size) {
    this.disk.step();
    this.change({ size });
  }
  change(change) {
    this.file.pending.push(change);
    this.file.now = changed(this.file.now, change);
  }
  flush() {
    this.disk.step();
    Object.assign(this.file, { safe: this.file.now.slice(), pending: [] });
  }
  close() {}
}
