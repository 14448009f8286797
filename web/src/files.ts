// Files that are picked or dropped, those in folders as well.

export interface Named { path: string; octets: Uint8Array }

/** The largest file that is taken for a schema, and how many. */
const LARGEST = 32 << 20;
const MOST = 2000;

async function read(file: File, path = file.webkitRelativePath || file.name): Promise<Named | null> {
  return file.size > LARGEST ? null : { path, octets: new Uint8Array(await file.arrayBuffer()) };
}

const there = <T>(all: (T | null)[]) => all.filter((one): one is T => one !== null);

export async function picked(files: FileList | null): Promise<Named[]> {
  return there(await Promise.all([...(files ?? [])].slice(0, MOST).map((file) => read(file))));
}

/** What was dropped: files, and all files in folders. */
export async function dropped(transfer: DataTransfer): Promise<Named[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry !== null && entry !== undefined);
  if (!entries.length) return picked(transfer.files);
  const found: Named[] = [];
  for (const entry of entries) await walk(entry, found);
  return found;
}

async function walk(entry: FileSystemEntry, found: Named[]): Promise<void> {
  if (found.length >= MOST || entry.name.startsWith(".")) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    const named = await read(file, entry.fullPath.replace(/^\//, ""));
    if (named) found.push(named);
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return;
    for (const one of some) await walk(one, found);
  }
}
