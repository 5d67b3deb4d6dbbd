// A book of an older version is upgraded on a disk that loses what was not flushed, or is full.
// node upgrade.mjs SHELL PYODIDE BUILT BOOK SEED ROUNDS
import { readFileSync } from "node:fs";
import { begin, chance, Disk, isFault, pick } from "./disk.mjs";
import { pocketWith } from "./python.mjs";

const [shell, pyodide, built, book, seed, rounds] = process.argv.slice(2);
begin(Number(seed));
const pocket = await pocketWith(
  shell,
  pyodide,
  built,
  `
import sqlite3
from contextlib import closing
from pathlib import Path

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
`,
);
const content = readFileSync(book);

let [cuts, full, copies] = [0, 0, 0];
for (let round = 0; round < Number(rounds); round++) {
  const disk = new Disk();
  const slots = pocket.mount(disk);
  slots.write(slots.create("matches.sqlite3"), content, 0);
  slots.flushAll();
  pocket.unmount();
  const isCut = chance() < 0.7;
  if (isCut) disk.left = pick(100);
  else disk.room = pick(300_000);
  try {
    pocket.live(disk);
  } catch (error) {
    if (!isFault(error)) throw error;
    cuts += isCut;
  }
  full += !isCut && pocket.call("is_shut");
  pocket.die(disk);
  pocket.live(disk);
  const [matches, copied] = pocket.call("state").toJs();
  if (!pocket.call("is_upgraded")) throw new Error(`round ${round}: it is not upgraded`);
  // The third was deleted long ago, and is only in the copy.
  if (matches !== 2) throw new Error(`round ${round}: ${matches} matches are left`);
  // Whoever had no room went on without a copy.
  if (copied !== 3 && (isCut || copied !== -1)) throw new Error(`round ${round}: ${copied} are in the copy`);
  copies += copied === 3;
  pocket.die(disk);
}
console.log(`${cuts} cuts, ${full} times full, ${copies} copies`);
