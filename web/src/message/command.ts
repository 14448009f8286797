// The command that shows the same.
import { hex } from "../data/forms.ts";
import type { Session } from "../session.ts";

/** A word as shells take it, whatever is in it. */
const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** Messages of up to so many octets stand in the line itself. */
const SHORT = 2048;

export function commandLine(session: Session, message: Uint8Array): string {
  const { files, places, main, schemaTold: schema, type, rules, source, form, framing, inputTold: input, record } = session;
  const guess = session.guesses[session.part]?.known;
  const known = session.taken ?? guess;
  const modules = schema?.language === "asn1" ? [...files.keys()] : [main].filter(Boolean);
  const schemas = schema ? [...modules.map((name) => places.get(name) ?? name), ...(known ? [`@${known.set}`] : [])] : [];
  const options = [
    ...schemas.flatMap((path) => ["-s", path]), ...(schema && type ? ["-t", type] : []),
    ...(!schema || schema.rules.length ? ["-r", rules] : []), ...(schema ? [] : ["--untyped"]),
  ];
  const command = (...more: string[]) => ["wireglot", "inspect", ...options, ...more].map(quoted).join(" ");
  if (message.length <= SHORT) return `printf ${hex(message)} | ${command("--in", "hex")}`;
  const { skip, block, prefix, pad } = framing;
  const laid = Object.entries({ skip, block, prefix, pad }).filter(([, value]) => value).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const one = (input?.records ?? 1) > 1 ? ["--record", String(record)] : [];
  return command(...(form === "auto" ? [] : ["--in", form]), ...laid, ...one, source.name);
}
