// Makes a snapshot of the memory of a Python that has imported everything; says when it is kept.
import { FOLDER, importAll, startPython } from "./engine.js";
import { dropSnapshot, keepSnapshot } from "./snapshot.js";

const ROOM = 300_000_000; // bytes that must be free before so much is put there

self.addEventListener("message", async ({ data: { build } }) => {
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    if (quota - usage < ROOM) return;
    const python = await startPython({ makesSnapshot: true });
    importAll(python);
    python.globals.get("warm_up")(FOLDER);
    await keepSnapshot(build, python.makeMemorySnapshot());
    self.postMessage("kept");
  } catch (error) {
    await dropSnapshot(build);
    self.postMessage(String(error.message ?? error));
  }
});
