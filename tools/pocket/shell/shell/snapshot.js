// A snapshot of the memory of Python after it has imported everything: the next start begins with it, of the pocket and
// of a match that goes on without its club. It is good for one build only, and left out where there is no room.

const FOLDER = "tricktally-engine";
const NAME = /^snapshot-/;
const nameOf = (build) => `snapshot-${build}`;
const WHOLE = 0x70686f74;
const END = 12; // bytes: a mark, the length and the sum of what stands before it
const PIECE = 0x40000; // words of four bytes that are read at a time
const TRYING = "trying"; // is there while a start with a snapshot has not come to its end

// The snapshot for this build, to be read bit by bit and closed, or nothing. Those of others are thrown away, and one
// with which a start broke off.
export async function openSnapshot(build) {
  let handle = null;
  try {
    const folder = await openFolder();
    const isBad = await folder.getFileHandle(TRYING).then(() => true, () => false);
    for await (const name of folder.keys())
      if (NAME.test(name) && (isBad || name !== nameOf(build))) await folder.removeEntry(name);
    await endWith();
    handle = await (await folder.getFileHandle(nameOf(build))).createSyncAccessHandle();
    const size = Math.max(handle.getSize() - END, 0);
    const end = new DataView(new ArrayBuffer(END));
    handle.read(end, { at: size });
    const read = (into, at) => handle.read(into, { at });
    if (end.getUint32(0) === WHOLE && end.getUint32(4) === size && end.getUint32(8) === sum(read, size))
      return { size, read, close: () => handle.close() };
    // While there is one none is made.
    handle.close();
    handle = null;
    await folder.removeEntry(nameOf(build));
  } catch {
    // It is as if there were none.
  }
  handle?.close();
  return null;
}

// Whether there is one, whole or not.
export const hasSnapshot = (build) =>
  openFolder().then((folder) => folder.getFileHandle(nameOf(build))).then(() => true, () => false);

// Of memory that came to harm on the disk nobody knows what Python would do with it.
function sum(read, size) {
  const piece = new Int32Array(PIECE);
  let hash = size;
  for (let at = 0; at < size; at += piece.byteLength) {
    const words = Math.min(PIECE, (size - at) >> 2);
    read(piece.subarray(0, words), at);
    for (let word = 0; word < words; word++) hash = Math.imul(hash ^ piece[word], 0x01000193);
  }
  return hash >>> 0;
}

export const beginWith = async () => (await openFolder()).getFileHandle(TRYING, { create: true });

export const endWith = () => remove(TRYING);

async function openFolder() {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

const remove = (name) => openFolder().then((folder) => folder.removeEntry(name)).catch(() => {});

// Snapshots lay beside the matches once.
export async function dropOldSnapshots(folder) {
  for await (const name of folder.keys())
    if (NAME.test(name) || name === TRYING) await folder.removeEntry(name).catch(() => {});
}

const readerOf = (bytes) => (into, at) => new Uint8Array(into.buffer).set(bytes.subarray(at, at + into.byteLength));

// What was cut short has no end, and is not taken for whole.
export async function keepSnapshot(build, bytes) {
  const folder = await openFolder();
  const handle = await (await folder.getFileHandle(nameOf(build), { create: true })).createSyncAccessHandle();
  try {
    const end = new DataView(new ArrayBuffer(END));
    end.setUint32(0, WHOLE);
    end.setUint32(4, bytes.length);
    end.setUint32(8, sum(readerOf(bytes), bytes.length));
    handle.truncate(0);
    handle.write(bytes, { at: 0 });
    handle.flush();
    handle.write(end, { at: bytes.length });
    handle.flush();
  } finally {
    handle.close();
  }
}

export const dropSnapshot = (build) => remove(nameOf(build));
