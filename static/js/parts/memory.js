// What this phone remembers. Where it may keep nothing, or is full, it is remembered until the page is left.

const memoryIn = (area) => ({
  isForgetful: false,
  memory: {},
  get(name) {
    try {
      return this.memory[name] ?? area().getItem(name);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      area().setItem(name, value);
      delete this.memory[name];
    } catch {
      this.memory[name] = value;
      this.isForgetful = true;
    }
  },
  // What is kept under a name as JSON, of the kind of `none`: another site of this address may have left what it likes.
  read(name, none) {
    try {
      const value = JSON.parse(this.get(name));
      return value.constructor === none.constructor ? value : none;
    } catch {
      return none;
    }
  },
});

export const COPIES = "tricktally copies"; // the pages of a match that are kept, in a cache or here
export const NEXT = "next"; // here: the address of a match, and the questions after the one it asks
export const READY = "ready"; // in this window: the address of the match that can go on without its club
export const storage = memoryIn(() => localStorage);
export const session = memoryIn(() => sessionStorage);
