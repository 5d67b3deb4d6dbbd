// A page of a club that was answered looks whether matches wait on this phone that went on without it.

import { matchPath } from "./net/match_records.js";
import { awayPaths, sayJoined, syncAll, showFork } from "./net/sync.js";

const home = location.pathname.match(/^.*?\/c\/[^/]+\//)?.[0];

async function send() {
  if (!home || !awayPaths().some((path) => path.startsWith(home)) || matchPath(location.pathname)) return;
  const { state, path } = await syncAll(home);
  if (state === "parted") return showFork(path);
  if (state === "joined") location.reload();
}
sayJoined();
send().catch(() => {});
