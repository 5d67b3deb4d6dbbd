// What pages remember of a match by its address, when its club gives it another one.

import { storage } from "../parts/memory.js";

export function moveMemory(from, to) {
  const moved = (page) => (page === from || page.startsWith(`${from}/`) ? to + page.slice(from.length) : page);
  const drafts = storage.read("drafts", []).map(([page, ...draft]) => [moved(page), ...draft]);
  storage.set("drafts", JSON.stringify(drafts));
  // An answer says itself where it is sent.
  const sentTo = (answer) => ({ ...answer, action: answer.action.replace(`${from}/`, `${to}/`) });
  const waiting = Object.entries(storage.read("outbox", {}));
  const outbox = waiting.map(([page, answers]) => [moved(page), [answers].flat().map(sentTo)]);
  storage.set("outbox", JSON.stringify(Object.fromEntries(outbox)));
}
