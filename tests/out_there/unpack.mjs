// The files that the slots of a pocket hold, read as the pocket reads them: node unpack.mjs SLOTS.JS FROM TO
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [program, from, to] = process.argv.slice(2);
const { Slots } = await import(pathToFileURL(program));
const slots = new Slots();
for (const name of readdirSync(from)) {
  const content = readFileSync(`${from}/${name}`);
  slots.add({
    getSize: () => content.length,
    read: (bytes, { at }) => content.subarray(at).copy(bytes),
  });
}
for (const name of slots.names) {
  const slot = slots.find(name);
  const content = new Uint8Array(slots.size(slot));
  slots.read(slot, content, 0);
  writeFileSync(`${to}/${name}`, content);
}
