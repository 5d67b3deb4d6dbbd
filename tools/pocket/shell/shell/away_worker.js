// Answers what the pages of a match ask that goes on without its club. The database lies in memory and may be lost at
// any moment: the match is its file in the browser, which is whole before an answer leaves.
import { FOLDER, startQuickly } from "./engine.js";
import { allRecords, findRecord, linesOf, saveRecord } from "./match_records.js";
import { endWith } from "./snapshot.js";

let python = null;
let record = null;
let isBroken = false;
const NOT_RUNNING = { status: 503, headers: [], body: null };

self.addEventListener("message", ({ data, ports }) => {
  if (data.type === "start") start(data).catch(stop);
  if (data.type === "port") listen(ports[0]);
});

const tell = (type, about) => self.postMessage({ type, ...about });

async function start({ path, build }) {
  const began = performance.now();
  ({ python } = await startQuickly(build));
  python.FS.mkdirTree(FOLDER); // a snapshot has the memory alone, and no files
  record = await findRecord(path);
  record.since ??= new Date().toISOString();
  python.globals.get("open_away")(JSON.stringify(record));
  await endWith();
  tell("ready", { took: performance.now() - began });
}

function stop(error) {
  isBroken = true;
  tell("trouble", { words: String(error.message ?? error).trim().split("\n").at(-1) });
}

// One after the other: what is said is in the file before the next one is asked.
let last = Promise.resolve();
function listen(port) {
  port.onmessage = ({ data }) => {
    last = last.then(async () => {
      const about = await reply(data);
      port.postMessage({ id: data.id, ...about }, about.body ? [about.body.buffer] : []);
    });
  };
}

async function reply({ method, url, headers, body }) {
  if (isBroken) return NOT_RUNNING;
  try {
    const answer = python.globals.get("answer");
    const [status, named, content] = answer(method, url, headers, new Uint8Array(body ?? []));
    if (method !== "GET" && method !== "HEAD") {
      await saveLines();
      await saveBegun();
    }
    return { status, headers: named, body: content };
  } catch (error) {
    // What could not be kept was not said.
    stop(error);
    return NOT_RUNNING;
  }
}

async function saveLines() {
  const lines = JSON.parse(python.globals.get("lines_after")(linesOf(record).length));
  if (!lines.length) return;
  linesOf(record).push(...lines);
  record.changed = Date.now();
  await saveRecord(record);
}

// A new match is a file of its own, before its page is asked for; the same form sent again begins none.
async function saveBegun() {
  const begun = python.globals.get("begun")();
  if (!begun) return;
  const other = JSON.parse(begun);
  const isKnown = ({ match }) => match?.id === other.match.id;
  if ((await allRecords()).some(isKnown)) return;
  await saveRecord(other);
  tell("begun", { path: other.path });
}
