// The folder in which the Python of this phone keeps its files: one folder without others in it, over slots.

const FOLDER = 0o40777;
const FILE = 0o100666;
const [NOT_THERE, TROUBLE, FULL, FORBIDDEN] = [44, 29, 51, 63];
const BLOCK = 4096;

export function mountStorage(FS, slots, path) {
  const began = Date.now();
  // What goes wrong in the browser has a number in C.
  const guarded = (act) => {
    try {
      return act();
    } catch (error) {
      if (error instanceof FS.ErrnoError) throw error;
      throw new FS.ErrnoError(error.name === "QuotaExceededError" ? FULL : TROUBLE);
    }
  };
  const refuse = () => {
    throw new FS.ErrnoError(FORBIDDEN);
  };

  function nodeOf(parent, name, mode, slot) {
    const node = FS.createNode(parent, name, mode, 0);
    Object.assign(node, { slot, node_ops: onNodes, stream_ops: onStreams });
    return node;
  }

  const onNodes = {
    getattr: (node) => ({
      dev: 1,
      ino: node.id,
      mode: node.mode,
      nlink: 1,
      uid: 0,
      gid: 0,
      rdev: 0,
      size: node.slot ? slots.size(node.slot) : BLOCK,
      // Nobody writes here but SQLite: what it remembers of a file stays true.
      atime: new Date(began),
      mtime: new Date(began),
      ctime: new Date(began),
      blksize: BLOCK,
      blocks: 1,
    }),
    setattr(node, { size, mode }) {
      if (mode != null) node.mode = mode;
      if (size != null) guarded(() => slots.truncate(node.slot, size));
    },
    lookup(parent, name) {
      const slot = slots.find(name);
      if (!slot) throw new FS.ErrnoError(NOT_THERE);
      return nodeOf(parent, name, FILE, slot);
    },
    mknod(parent, name, mode) {
      if (!FS.isFile(mode)) refuse();
      return nodeOf(parent, name, mode, guarded(() => slots.create(name)));
    },
    rename(node, _parent, name) {
      guarded(() => slots.rename(node.slot, name));
      node.name = name;
    },
    unlink(_parent, name) {
      const slot = slots.find(name);
      if (slot) guarded(() => slots.remove(slot));
    },
    readdir: () => [".", "..", ...slots.names],
    rmdir: refuse,
    symlink: refuse,
  };

  const onStreams = {
    read: ({ node }, buffer, offset, length, position) =>
      guarded(() => slots.read(node.slot, buffer.subarray(offset, offset + length), position)),
    write: ({ node }, buffer, offset, length, position) =>
      guarded(() => slots.write(node.slot, buffer.subarray(offset, offset + length), position)),
    llseek(stream, offset, whence) {
      const from = [0, stream.position, stream.node.slot ? slots.size(stream.node.slot) : 0][whence];
      return from + offset;
    },
  };

  FS.mkdirTree(path);
  FS.mount({ mount: () => nodeOf(null, "/", FOLDER, null) }, {}, path);
}
