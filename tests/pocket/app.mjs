// The app itself, with its SQLite and without a browser, on a disk that loses what was not flushed, or is full: it
// upgrades a book of an older version, and goes on in it.
// node app.mjs SHELL PYODIDE BUILT BOOK SEED ROUNDS
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { begin, chance, Disk, isFault, pick } from "./disk.mjs";

const [shell, pyodide, built, book, seed, rounds] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(path));
const { Slots } = await load(`${shell}/file_slots.js`);
const { mountStorage } = await load(`${shell}/storage.js`);
const { loadPyodide } = await load(`${pyodide}/pyodide.mjs`);
const LIVES = 150; // of the book that was upgraded last, each with other matches

const python = await loadPyodide({ packageBaseUrl: "/", stdLibURL: `${built}/engine/standard.zip` });
unpack(readFileSync(`${built}/engine/project.bin`));
python.FS.mkdirTree("/kept");
python.runPython(`
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
sys.path.insert(0, "/project")
sys.path.append("/project/libraries")

from app.pocket.app import open_pocket
from app.store.clubs.clubs import HOME
from app.store.matches import lists, matches
from app.store.sqlite.backup import latest_copy_before_upgrade
from app.store.sqlite.opening import needs_migration
from app.store.sqlite.engine import SqliteEngine, UnavailableConnections
from app.web.core.services import connection, services

BOOK = Path("/kept/matches.sqlite3")
pocket = open_pocket("/kept")

def let_go():
    services(pocket.app).pool.close()

def state():
    """How many matches the book has, and its copy; -1 for what is not there, or not whole."""
    copy = latest_copy_before_upgrade(BOOK)
    return matches_in(BOOK), matches_in(copy) if copy else -1

def matches_in(path):
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",), path
        return db.execute("SELECT count(*) FROM matches").fetchone()[0]

def is_shut():
    return isinstance(services(pocket.app).pool, UnavailableConnections)

def is_upgraded():
    with closing(SqliteEngine(BOOK, is_shared=False).connect()) as db:
        return not needs_migration(db)

def begin(name):
    body = f"game=tribello&players.0={name}&players.1=B&players.2=C".encode()
    headers = {"content-type": "application/x-www-form-urlencoded"}
    return pocket.answer("POST", "/c/home/matches", headers, body)[0]

def names():
    with pocket.app.app_context():
        db = connection()
        ids = lists.match_ids(db, HOME)
        return [matches.find_match(db, HOME, match).players[0] for match in ids]
`);
const call = (name, ...about) => python.globals.get(name)(...about);

function unpack(bytes) {
  const length = bytes.readUInt32LE(0);
  let at = 4 + length;
  for (const [name, size] of JSON.parse(bytes.subarray(4, at).toString())) {
    const path = `/project/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, bytes.subarray(at, (at += size)));
  }
}

function mount(disk) {
  const slots = new Slots();
  for (let number = 0; number < 8; number++) slots.add(disk.open(number));
  mountStorage(python.FS, slots, "/kept");
  return slots;
}

function live(disk) {
  const slots = mount(disk);
  python.runPython("pocket.reopen('/pocket')");
  slots.flushAll();
  return slots;
}

function die(disk) {
  disk.cut();
  call("let_go");
  python.FS.unmount("/kept");
}

function untilTheFault(act) {
  try {
    act();
    return false;
  } catch (error) {
    if (!isFault(error)) throw error;
    return true;
  }
}

begin(Number(seed));
const content = readFileSync(book);
let disk;
let [cuts, full, copies] = [0, 0, 0];
for (let round = 0; round < Number(rounds); round++) {
  disk = new Disk();
  const slots = mount(disk);
  slots.write(slots.create("matches.sqlite3"), content, 0);
  slots.flushAll();
  python.FS.unmount("/kept");
  const isCut = chance() < 0.7;
  if (isCut) disk.left = pick(100);
  else disk.room = pick(300_000);
  cuts += untilTheFault(() => live(disk)) && isCut;
  full += !isCut && call("is_shut");
  die(disk);
  live(disk);
  const [matches, copied] = call("state").toJs();
  if (!call("is_upgraded")) throw new Error(`round ${round}: it is not upgraded`);
  // The third was deleted long ago, and is only in the copy.
  if (matches !== 2) throw new Error(`round ${round}: ${matches} matches are left`);
  // Whoever had no room went on without a copy.
  if (copied !== 3 && (isCut || copied !== -1)) throw new Error(`round ${round}: ${copied} are in the copy`);
  copies += copied === 3;
  die(disk);
}

const safe = [];
for (let life = 0; life < LIVES; life++) {
  const slots = live(disk);
  const kept = call("names").toJs();
  // What was acknowledged is there; what was cut short may be, once.
  const lost = safe.filter((name) => !kept.includes(name));
  if (lost.length) throw new Error(`life ${life}: ${lost} was lost of ${safe}`);
  if (chance() < 0.6) disk.left = pick(400);
  else disk.room = pick(400_000);
  untilTheFault(() => {
    for (let answer = 0; answer < 5; answer++) {
      const name = `P${life}x${answer}`;
      const status = call("begin", name);
      slots.flushAll();
      if (status === 303) safe.push(name);
      else if (status !== 503) throw new Error(`status ${status}`);
    }
  });
  die(disk);
}
console.log(`${cuts} cuts, ${full} times full, ${copies} copies, ${safe.length} matches safe`);
