// A link that holds all that lies open, in its fragment: nothing of it is sent to anyone.
import { base64 } from "./data/forms.ts";
import type { Framing, Known, Session } from "./session.ts";

/** What a link holds. */
export interface Kept {
  files: [string, string][]; main: string; type: string; rules: string;
  name: string; data: Uint8Array; form: string; framing: Framing; record: number; part: number; taken: Known | null | undefined;
}

/** The most octets that a link may hold, once unpacked: what is followed comes from anyone. */
const MOST = 16 << 20;
/** The most files. */
const MOST_FILES = 2000;
/** The longest fragment that is given out: browsers and mail cut longer ones. */
const LONGEST = 1 << 20;

/**
 * Whether the page comes from `wireglot serve`. Its address then has a secret token, which must not get into a link.
 */
export const isServed = () => /^\/[0-9a-f]{32}\//.test(location.pathname);

async function through(octets: Uint8Array, stream: GenericTransformStream, most = Infinity): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([octets as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) throw new Error("The link holds too much data.");
    parts.push(value);
  }
  const made = new Uint8Array(length);
  parts.reduce((at, part) => (made.set(part, at), at + part.length), 0);
  return made;
}

/** The fragment for what lies open; `null` if it would be too long. */
export async function fragment(session: Session): Promise<string | null> {
  const { main, type, rules, form, framing, record, part, taken, source } = session;
  const kept = { files: [...session.files], main, type, rules, form, framing, record, part, taken, name: source.name, data: base64(source.octets) };
  const packed = await through(new TextEncoder().encode(JSON.stringify(kept)), new CompressionStream("deflate-raw"));
  const text = base64(packed).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return text.length > LONGEST ? null : `#1.${text}`;
}

const octetsOf = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** What a fragment holds; `null` if it is none of ours. */
export async function unpacked(fragment: string): Promise<Kept | null> {
  if (!fragment.startsWith("#1.")) return null;
  const packed = octetsOf(fragment.slice(3).replaceAll("-", "+").replaceAll("_", "/"));
  const json = new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw"), MOST));
  const kept: Record<string, unknown> = JSON.parse(json);
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const number = (value: unknown) => (typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined);
  const files = (Array.isArray(kept.files) ? kept.files : []).map(([path, content]): [string, string] => [text(path), text(content)]);
  if (files.length > MOST_FILES) throw new Error("The link holds too many files.");
  const { skip, block, prefix, pad } = (kept.framing ?? {}) as Record<string, unknown>;
  const known = (value: unknown): Known | null | undefined => {
    if (typeof value !== "object" || value === null) return value === null ? null : undefined;
    const { told, name, set, type, rules } = value as Record<string, unknown>;
    return { told: text(told), name: text(name), set: text(set), type: text(type), rules: text(rules) };
  };
  return {
    files: files.filter(([path]) => path), main: text(kept.main), type: text(kept.type), rules: text(kept.rules) || "ber",
    name: text(kept.name) || "input", data: octetsOf(text(kept.data)), form: text(kept.form) || "auto", record: number(kept.record) ?? 1,
    part: number(kept.part) ?? 0, taken: known(kept.taken),
    framing: { skip: number(skip), block: number(block), prefix: text(prefix) || undefined, pad: number(pad) },
  };
}
