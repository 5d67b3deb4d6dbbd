// The app itself, with its SQLite, on a disk that loses what was not flushed, or is full.
// node book.mjs SHELL PYODIDE BUILT SEED ROUNDS
import { pathToFileURL } from "node:url";
import { begin, chance, Disk, pick } from "./disk.mjs";
import { pythonWithApp } from "./python.mjs";

const [shell, pyodide, built, seed, rounds] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(name));
const { Slots } = await load(`${shell}/file_slots.js`);
const { mountStorage } = await load(`${shell}/storage.js`);
begin(Number(seed));

const python = await pythonWithApp(pyodide, built);
python.runPython(`
from app import store
from app.pocket.app import open_pocket
from app.web.core.services import connection, services

pocket = open_pocket("/kept")

def let_go():
    services(pocket.app).pool.close()

def post(path, body):
    headers = {"content-type": "application/x-www-form-urlencoded"}
    return pocket.answer("POST", path, headers, body.encode())[0]

def names():
    with pocket.app.app_context():
        db = connection()
        ids = store.match_ids(db, store.HOME)
        return [store.find_match(db, store.HOME, match).players[0] for match in ids]
`);
const call = (name, ...about) => python.globals.get(name)(...about);

const disk = new Disk();
let slots = null;
function live() {
  slots = new Slots();
  for (let number = 0; number < 8; number++) slots.add(disk.open(number));
  mountStorage(python.FS, slots, "/kept");
  python.runPython("pocket.reopen()");
  slots.flushAll();
}

function die() {
  disk.cut();
  call("let_go");
  python.FS.unmount("/kept");
}

const safe = [];
let cuts = 0;
let full = 0;
for (let round = 0; round < Number(rounds); round++) {
  live();
  const kept = call("names").toJs();
  // What was acknowledged is there; what was cut short may be, once.
  const lost = safe.filter((name) => !kept.includes(name));
  if (lost.length) throw new Error(`round ${round}: ${lost} was lost of ${safe}`);
  const isCut = chance() < 0.6;
  if (isCut) disk.left = pick(120);
  else disk.room = pick(120_000);
  try {
    for (let answer = 0; answer < 5; answer++) {
      const name = `P${round}x${answer}`;
      const form = new URLSearchParams({ game: "tribello", "players.0": name, "players.1": "B", "players.2": "C" });
      const status = call("post", "/c/home/matches", String(form));
      slots.flushAll();
      if (status === 303) safe.push(name);
      else if (status !== 503) throw new Error(`status ${status}`);
      else full++;
    }
  } catch (error) {
    if (error.name !== "PowerCut" && error.name !== "QuotaExceededError") throw error;
  }
  cuts += isCut;
  die();
}
console.log(`${cuts} cuts, ${full} times full, ${safe.length} matches safe`);
