// A book of an older version is upgraded on a disk that loses what was not flushed, or is full.
// node upgrade.mjs SHELL PYODIDE BUILT BOOK SEED ROUNDS
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { begin, chance, Disk, pick } from "./disk.mjs";
import { pythonWithApp } from "./python.mjs";

const [shell, pyodide, built, book, seed, rounds] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(name));
const { Slots } = await load(`${shell}/file_slots.js`);
const { mountStorage } = await load(`${shell}/storage.js`);
begin(Number(seed));

const python = await pythonWithApp(pyodide, built);
python.runPython(`
import sqlite3
from contextlib import closing
from pathlib import Path
from app import store
from app.pocket.app import open_pocket
from app.web.core.services import services

pocket = open_pocket("/kept")

def let_go():
    services(pocket.app).pool.close()

def state():
    """How many matches the book has, and its copy; -1 for what is not there, or not whole."""
    copy = store.latest_copy_before_upgrade(Path("/kept/matches.sqlite3"))
    return matches_in("/kept/matches.sqlite3"), matches_in(copy) if copy else -1

def matches_in(path):
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",), path
        return db.execute("SELECT count(*) FROM matches").fetchone()[0]

def is_shut():
    return isinstance(services(pocket.app).pool, store.UnavailableConnections)

def is_upgraded():
    with closing(store.SqliteEngine(Path("/kept/matches.sqlite3"), is_shared=False).connect()) as db:
        return not store.needs_migration(db)
`);
const call = (name, ...about) => python.globals.get(name)(...about);
const content = readFileSync(book);

let disk = null;
let slots = null;
function mount() {
  slots = new Slots();
  for (let number = 0; number < 8; number++) slots.add(disk.open(number));
  mountStorage(python.FS, slots, "/kept");
}

function live() {
  mount();
  python.runPython("pocket.reopen()");
  slots.flushAll();
}

function die() {
  disk.cut();
  call("let_go");
  python.FS.unmount("/kept");
}

let [cuts, full, copies] = [0, 0, 0];
for (let round = 0; round < Number(rounds); round++) {
  disk = new Disk();
  mount();
  slots.write(slots.create("matches.sqlite3"), content, 0);
  slots.flushAll();
  python.FS.unmount("/kept");
  const isCut = chance() < 0.7;
  if (isCut) disk.left = pick(100);
  else disk.room = pick(300_000);
  try {
    live();
  } catch (error) {
    if (error.name !== "PowerCut" && error.name !== "QuotaExceededError") throw error;
    cuts += isCut;
  }
  full += !isCut && call("is_shut");
  die();
  live();
  const [matches, copied] = call("state").toJs();
  if (!call("is_upgraded")) throw new Error(`round ${round}: it is not upgraded`);
  // The third was deleted long ago, and is only in the copy.
  if (matches !== 2) throw new Error(`round ${round}: ${matches} matches are left`);
  // Whoever had no room went on without a copy.
  if (copied !== 3 && (isCut || copied !== -1)) throw new Error(`round ${round}: ${copied} are in the copy`);
  copies += copied === 3;
  die();
}
console.log(`${cuts} cuts, ${full} times full, ${copies} copies`);
