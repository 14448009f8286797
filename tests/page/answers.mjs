// Compares the page's answers about messages, through WebAssembly, with the objects of `wireglot inspect
// --json`.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Module } from "../../build/web/module.mjs";

const wireglot = process.argv[2];
const PARTS = ["value", "header", "length", "presence", "extension", "index", "end", "unknown", "padding", "rest"];
const EXAMPLES = [
  ["examples/s1ap/S1AP.asn1", "S1AP-PDU", "aper", "examples/s1ap/messages.hex"],
  ["examples/ldap/LDAP.asn1", "LDAPMessage", "ber", "examples/ldap/messages.hex"],
  ["examples/snmp/SNMP.asn1", "Message", "ber", "examples/snmp/messages.hex"],
  ["examples/sbe/orders.xml", "", "", "examples/sbe/orders.hex"],
  ["examples/bitproto/buoy.bitproto", "Report", "", "examples/bitproto/reports.hex"],
];

const { instance } = await WebAssembly.instantiate(fs.readFileSync("build/web/wireglot.wasm"), {});
const core = new Module(instance);
let [passed, failed] = [0, 0];

function done(question, octets = []) {
  const { json, sections } = core.ask(question, octets);
  if (json.refused !== undefined) throw new Error(json.refused);
  return { json: json.done, sections };
}

/** The spans of a record as the objects of `--json`, and the position of its error. */
function told(message) {
  done({ do: "input", form: "hex" }, [new TextEncoder().encode(message)]);
  const { json, sections } = done({ do: "record" });
  const words = (n) => new Uint32Array(sections[n].slice().buffer);
  const wide = (n) => new Float64Array(sections[n].slice().buffer);
  const ends = words(2);
  const strings = Array.from(ends, (end, n) => new TextDecoder().decode(sections[1].subarray(n ? ends[n - 1] : 0, end)));
  const [bit, bits, depth, part, path, type, value, why] = [wide(3), wide(4), words(5), words(6), words(7), words(8), words(9), words(10)];
  const spans = Array.from(bit, (at, n) => ({ offset: Math.floor(at / 8), bit: at % 8, bits: bits[n], depth: depth[n], part: PARTS[part[n]],
    path: strings[path[n]], type: strings[type[n]], value: strings[value[n]], why: strings[why[n]] }));
  return { spans, error: json.damage && { code: json.damage.code, bit: json.bit } };
}

function printed(args, message) {
  const { stdout } = spawnSync(wireglot, ["inspect", ...args, "--in", "hex", "--json"], { input: message, encoding: "utf8" });
  const objects = stdout.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const stop = objects.find(({ error }) => error)?.error;
  return { spans: objects.filter(({ error }) => !error), error: stop ? { code: stop.code, bit: stop.offset * 8 + stop.bit } : null };
}

/** A value parsed as JSON, or the text itself if it is not JSON. */
function parsed(value) {
  try { return JSON.parse(value); } catch { return value; }
}

const same = (one, other) => ["offset", "bit", "bits", "depth", "path", "type", "why"].every((key) => one[key] === other?.[key]) &&
  (one.value === other.value || isDeepStrictEqual(parsed(one.value), other.value));

function compiled(schemas) {
  done({ do: "files", paths: schemas }, schemas.map((file) => fs.readFileSync(file)));
  done({ do: "compile", paths: schemas });
}

/** Opens a type, and gives the options of the command that say the same. */
function opened(schemas, type, rules) {
  compiled(schemas);
  done({ do: "open", type, rules });
  return [...schemas.flatMap((file) => ["-s", file]), ...(type ? ["-t", type] : []), ...(rules ? ["-r", rules] : [])];
}

function compare(name, args, message) {
  const [page, command] = [told(message), printed(args, message)];
  const differs = page.spans.findIndex((span, n) => !same(span, command.spans[n]));
  const fine = differs < 0 && page.spans.length === command.spans.length && JSON.stringify(page.error) === JSON.stringify(command.error);
  if (fine) passed += 1;
  else { failed += 1; console.log(`answers: ${name} ${message}: ${JSON.stringify([page.spans[differs], command.spans[differs], page.error, command.error])}`); }
}

for (const [schema, type, rules, file] of EXAMPLES) {
  const args = opened([schema], type, rules);
  const messages = fs.readFileSync(file, "utf8").split("\n").map((line) => line.trim()).filter((line) => /^([0-9a-f]{2})+$/i.test(line));
  // Each as it is, without its last byte, and with one byte changed.
  for (const message of messages.slice(0, 8).flatMap((one) => [one, one.slice(0, -2), `${one.slice(0, 6)}ff${one.slice(8)}`])) compare(schema, args, message);
}

// About as many vectors as requested, spread over a file of them.
const [, , , vectors, wanted] = process.argv;
if (vectors) {
  const all = fs.readFileSync(vectors, "utf8").trim().split("\n").map((line) => JSON.parse(line)).filter(({ bytes, rules }) => bytes && typeof bytes === "string" && rules);
  for (let n = 0; n < all.length; n += Math.max(1, Math.floor(all.length / Number(wanted)))) {
    const { id, schemas, module, type, rules, bytes } = all[n];
    compare(id, opened(schemas.map((file) => path.join(path.dirname(vectors), file)), `${module}.${type}`, rules), bytes);
  }
}

/** Types that nest too deeply for a random message: the core reports that and keeps working. */
function deep() {
  const nested = Array.from({ length: 1900 }, (_, n) => `T${n} ::= SEQUENCE { a T${n + 1} }`).join("\n");
  fs.writeFileSync("build/web/deep.asn1", `D DEFINITIONS AUTOMATIC TAGS ::= BEGIN\n${nested}\nT1900 ::= INTEGER END\n`);
  const sampled = (type) => {
    opened(["build/web/deep.asn1"], type, "ber");
    return core.ask({ do: "sample", seed: 1 }, []);
  };
  const [refused, { sections }] = [sampled("T0").json.refused, sampled("T1700")];
  if (/nest deeper than 256/.test(refused) && sections[0].length > 200) passed += 1;
  else { failed += 1; console.log(`answers: a deep type: ${refused}, ${sections}`); }
}

/** The least of several times, in milliseconds. */
function least(times, act) {
  const all = Array.from({ length: times }, () => { const from = performance.now(); act(); return performance.now() - from; });
  return Math.round(Math.min(...all) * 10) / 10;
}

/** Octets of a message of about a kilobyte: records of a list. */
function kilobyte() {
  const one = "300c80040102030481046f736c6f";
  return `30820${(70 * 14).toString(16)}${one.repeat(70)}`;
}

fs.mkdirSync("build/web", { recursive: true });
fs.writeFileSync("build/web/list.asn1", "L DEFINITIONS AUTOMATIC TAGS ::= BEGIN List ::= SEQUENCE OF SEQUENCE { a OCTET STRING, b UTF8String } END\n");
deep();
opened(["build/web/list.asn1"], "List", "ber");
const shown = least(40, () => told(kilobyte()));
const said = [`a message of 1 KB ${shown}`];
for (const version of ["schemas/asn1tools/3gpp/rrc_8_6_0", "modules/asn1tools/3gpp/rrc_14_4_0"]) {
  const file = vectors && path.join(path.dirname(vectors), `../public/${version}.asn`);
  if (file && fs.existsSync(file)) said.push(`${path.basename(file)} compiled ${least(5, () => compiled([file]))}`);
}
console.log(`answers: least of several, in ms: ${said.join("; ")}`);
console.log(`${passed} passed, ${failed} failed, 0 skipped`);
process.exit(failed ? 1 : 0);
