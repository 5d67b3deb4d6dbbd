// The app itself, with its SQLite, on a disk that loses what was not flushed, or is full.
// node book.mjs SHELL PYODIDE BUILT SEED ROUNDS
import { begin, chance, Disk, isFault, pick } from "./disk.mjs";
import { pocketWith } from "./python.mjs";

const [shell, pyodide, built, seed, rounds] = process.argv.slice(2);
begin(Number(seed));
const pocket = await pocketWith(
  shell,
  pyodide,
  built,
  `
def post(path, body):
    headers = {"content-type": "application/x-www-form-urlencoded"}
    return pocket.answer("POST", path, headers, body.encode())[0]

def names():
    with pocket.app.app_context():
        db = connection()
        ids = store.match_ids(db, store.HOME)
        return [store.find_match(db, store.HOME, match).players[0] for match in ids]
`,
);

const disk = new Disk();
const safe = [];
let [cuts, full] = [0, 0];
for (let round = 0; round < Number(rounds); round++) {
  const slots = pocket.live(disk);
  const kept = pocket.call("names").toJs();
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
      const status = pocket.call("post", "/c/home/matches", String(form));
      slots.flushAll();
      if (status === 303) safe.push(name);
      else if (status !== 503) throw new Error(`status ${status}`);
      else full++;
    }
  } catch (error) {
    if (!isFault(error)) throw error;
  }
  cuts += isCut;
  pocket.die(disk);
}
console.log(`${cuts} cuts, ${full} times full, ${safe.length} matches safe`);
