// The matches that this phone keeps as files, in IndexedDB: what is said without a connection is in there before it is
// shown. (Answers that only wait to be sent are in queue.js.) Pages, service workers and the engine read them; each is
// a record as `sync` of its match gives it, and `joined` of its lines are in the club. Where a match was that has got
// another address since, a record says where it `moved`.

const STORE = "matches";
const MOST = 4; // files of matches with nothing that waits, the latest
const LONG = 30 * 24 * 3_600_000; // ms for which one stays that was not taken, and an address leads to another
const BEGUN_HERE = 1_000_000_000; // is the first number of matches that no club has given one
let opened = null;

function open() {
  opened ??= new Promise((resolve, reject) => {
    const asking = indexedDB.open("tricktally", 1);
    asking.onupgradeneeded = () => asking.result.createObjectStore(STORE, { keyPath: "path" });
    asking.onsuccess = () => resolve(leftInTime(asking.result));
    asking.onerror = () => reject(asking.error);
  });
  opened.catch(() => (opened = null));
  return opened;
}

// It is opened again after it was cleared, and stands in the way of no later version.
function leftInTime(database) {
  database.onclose = () => (opened = null);
  database.onversionchange = () => {
    opened = null;
    database.close();
  };
  return database;
}

// Settles once what was done is on the disk.
async function done(mode, act) {
  const transaction = (await open()).transaction(STORE, mode, { durability: "strict" });
  const asking = act(transaction.objectStore(STORE));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(asking.result);
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? asking.error);
  });
}

// The address of the match that a path lies below; undefined for other paths.
export const matchPath = (path) => path.match(/^.*?\/c\/[^/]+\/matches\/\d+(?=\/|$)/)?.[0];

export const findRecord = (path) => done("readonly", (store) => store.get(path));
export const allRecords = () => done("readonly", (store) => store.getAll());
export const saveRecord = (record) => done("readwrite", (store) => store.put(record));
// With what `change` makes of the one that is there, or of undefined: nothing comes between. If that has another path,
// the one of before leads there.
export const changeRecord = (path, change) =>
  done("readwrite", (store) => {
    const asking = store.get(path);
    asking.onsuccess = () => {
      const changed = change(asking.result);
      store.put(changed);
      if (changed.path !== path) store.put({ path, moved: changed.path, left: Date.now() });
    };
    return asking;
  });
export const deleteRecord = (path) => done("readwrite", (store) => store.delete(path));

export const linesOf = ({ match }) => match.log.lines;
export const isWaiting = (record) => !record.moved && linesOf(record).length > record.joined;
export const numberOf = (path) => Number(path.split("/").at(-1));
export const isBegunHere = (path) => numberOf(path) >= BEGUN_HERE;

// Only the latest stay, and all that the club has not.
export async function deleteOld() {
  const records = (await allRecords()).filter((record) => !isWaiting(record));
  const isOld = ({ left }) => Date.now() - left > LONG;
  const others = records.filter(({ left }) => !left).sort((one, other) => other.changed - one.changed);
  for (const { path } of [...others.slice(MOST), ...records.filter(isOld)]) await deleteRecord(path);
}

// Another log of the same match was chosen: this one stays for a while, as a file that can be opened.
export async function leaveRecord(record) {
  const left = Date.now();
  await saveRecord({ ...record, path: `${record.path}#${left}`, left, joined: linesOf(record).length });
  await deleteRecord(record.path);
}

export const leftOf = async (path) => (await allRecords()).filter((record) => record.path.startsWith(`${path}#`));
