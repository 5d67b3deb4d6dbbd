// The matches that this phone keeps as files: what is said without a connection is in there before it is shown. Pages,
// service workers and the engine read them; each is a record as `sync` of its match gives it, and `joined` of its lines
// are in the club.

const STORE = "matches";
const MOST = 4; // files of matches with nothing that waits, the latest
let opened = null;

function open() {
  opened ??= new Promise((resolve, reject) => {
    const asking = indexedDB.open("tricktally", 1);
    asking.onupgradeneeded = () => asking.result.createObjectStore(STORE, { keyPath: "path" });
    asking.onsuccess = () => resolve(asking.result);
    asking.onerror = () => reject(asking.error);
  });
  opened.catch(() => (opened = null));
  return opened;
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
export const deleteRecord = (path) => done("readwrite", (store) => store.delete(path));

export const linesOf = ({ match }) => match.log.lines;
export const isWaiting = (record) => linesOf(record).length > record.joined;

// Only the latest stay, and all that the club has not.
export async function deleteOld() {
  const records = (await allRecords()).filter((record) => !isWaiting(record));
  records.sort((one, other) => other.changed - one.changed);
  for (const { path } of records.slice(MOST)) await deleteRecord(path);
}
