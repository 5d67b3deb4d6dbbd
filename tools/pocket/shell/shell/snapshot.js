// A picture of the memory of Python after it has imported everything: the next start begins with it. It lies beside
// the matches, is good for one build only, and nobody misses it where there is no room.

const NAME = /^snapshot-/;
const nameOf = (build) => `snapshot-${build}`;
const WHOLE = 0x70686f74;

// The picture for this build, to be read bit by bit and closed, or nothing. Those of others are thrown away.
export async function openSnapshot(folder, build) {
  let handle = null;
  try {
    for await (const name of folder.keys())
      if (NAME.test(name) && name !== nameOf(build)) await folder.removeEntry(name);
    handle = await (await folder.getFileHandle(nameOf(build))).createSyncAccessHandle();
    const size = handle.getSize() - 8;
    const end = new DataView(new ArrayBuffer(8));
    handle.read(end, { at: size });
    if (end.getUint32(0) === WHOLE && end.getUint32(4) === size)
      return { size, read: (into, at) => handle.read(into, { at }), close: () => handle.close() };
  } catch {
    // It is as if there were none.
  }
  handle?.close();
  return null;
}

// What was cut short has no end, and is not taken for whole.
export async function keepSnapshot(folder, build, bytes) {
  const handle = await (await folder.getFileHandle(nameOf(build), { create: true })).createSyncAccessHandle();
  try {
    const end = new DataView(new ArrayBuffer(8));
    end.setUint32(0, WHOLE);
    end.setUint32(4, bytes.length);
    handle.truncate(0);
    handle.write(bytes, { at: 0 });
    handle.flush();
    handle.write(end, { at: bytes.length });
    handle.flush();
  } finally {
    handle.close();
  }
}

export async function dropSnapshot(folder, build) {
  await folder.removeEntry(nameOf(build)).catch(() => {});
}
