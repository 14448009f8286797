// Files that are picked or dropped, those in folders as well.

export interface Named { path: string; octets: Uint8Array }

/** The largest file that is taken for a schema, and how many. */
const LARGEST = 32 << 20;
const MOST = 2000;

/** What schemas are called: in ASN.1 as in folders that `-I` searches, in SBE, and in bitproto. */
const NAMES = /\.(asn|asn1|asn-1|a1|mib|txt|xml|bitproto)$/i;

/** Whether a file is a schema: by its name, and a text only if it defines a module. */
export const isSchema = ({ path, octets }: Named) =>
  NAMES.test(path) && (!/\.txt$/i.test(path) || /\bDEFINITIONS\b/.test(new TextDecoder().decode(octets)));

async function read(file: File, path = file.webkitRelativePath || file.name): Promise<Named | null> {
  return file.size > LARGEST ? null : { path, octets: new Uint8Array(await file.arrayBuffer()) };
}

const there = <T>(all: (T | null)[]) => all.filter((one): one is T => one !== null);

export async function picked(files: Iterable<File> | null): Promise<Named[]> {
  return there(await Promise.all([...(files ?? [])].slice(0, MOST).map((file) => read(file))));
}

/** The schemas in a folder: what is hidden in it is passed over, as where a folder is dropped. */
export async function pickedFolder(files: FileList | null): Promise<Named[]> {
  const seen = [...(files ?? [])].filter(({ webkitRelativePath: path }) => !path.split("/").some((part) => part.startsWith(".")));
  return (await picked(seen.filter((file) => NAMES.test(file.name)))).filter(isSchema);
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
