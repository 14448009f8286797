// The data pane: octets as text or from a file, and how they are read.
import { button, choice, count, el, later } from "../dom.ts";
import type { Session } from "../session.ts";
import { hexLines, rewritten } from "./forms.ts";

const FORMS: [string, string][] = [
  ["auto", "what it looks like"], ["hex", "hexadecimal"], ["base64", "Base64"], ["pem", "PEM"], ["dump", "a dump with offsets, or an array"],
  ["hex-lines", "a line of hexadecimal each"], ["base64-lines", "a line of Base64 each"], ["raw", "octets as they are"],
];
const PREFIXES: [string, string][] = [["", "none"], ["u8", "1 octet"], ["u16be", "2 octets"], ["u16le", "2 octets, little-endian"], ["u32be", "4 octets"], ["u32le", "4 octets, little-endian"]];

/** What of an input is shown, and as what. */
type Shown = Pick<Session, "record" | "part" | "taken">;

export class DataPane {
  readonly host = el("section", { id: "data", class: "pane", "aria-label": "Data" });
  private readonly text = el("textarea", { "aria-label": "Octets: hexadecimal, Base64 or PEM", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
    placeholder: "Paste octets: hexadecimal, Base64 or PEM. Or drop a file: raw, text, or records." });
  private readonly file = el("p", { class: "file", hidden: true });
  private readonly told = el("p", { class: "state", role: "status" });
  private readonly form = choice("Form", FORMS, (form) => this.set({ form }));
  private readonly prefix = choice("Length in front", PREFIXES, (prefix) => this.frame({ prefix }));
  private readonly numbers: Record<string, HTMLInputElement> = {};

  constructor(private readonly session: Session) {
    const picker = el("input", { type: "file", hidden: true, "aria-hidden": "true", tabindex: -1, change: async () => {
      if (picker.files?.[0]) await this.open(picker.files[0]);
      picker.value = "";
    } });
    const number = (name: "skip" | "block", label: string) => {
      const input = el("input", { type: "number", min: 0, inputmode: "numeric", input: () => this.frame({ [name]: input.value ? Number(input.value) : undefined }) });
      this.numbers[name] = input;
      return el("label", { class: "field" }, `${label} `, input);
    };
    const frames = el("details", { class: "frames" }, el("summary", {}, "Files of records"),
      el("div", { class: "bar" }, number("skip", "Octets to skip"), number("block", "Octets in a block"), this.prefix.label));
    const bar = el("div", { class: "bar" }, this.form.label, button("Open file", () => picker.click()), button("Clear", () => this.clear()), picker);
    this.host.append(el("div", { class: "pane-head" }, el("h2", {}, "Data"), bar), this.text, this.file, this.told, frames);
    const read = later(60, () => this.set({ source: { name: "input", octets: new TextEncoder().encode(this.text.value), isText: true }, record: 1 }));
    this.text.addEventListener("input", read);
    // What is pasted has a form of its own, where it takes the place of all.
    this.text.addEventListener("paste", () => {
      const { selectionStart, selectionEnd, value } = this.text;
      if (selectionStart > 0 || selectionEnd < value.length) return;
      this.session.form = this.form.select.value = "auto";
    });
  }

  private set(what: Partial<Session>) {
    Object.assign(this.session, what);
    void this.session.refresh("input");
  }

  private frame(what: object) {
    Object.assign(this.session.framing, what);
    this.set({ record: 1 });
  }

  /** Takes a file; text that is not long stands in the field. */
  async open(file: File) {
    this.take(file.name, new Uint8Array(await file.arrayBuffer()));
  }

  take(name: string, octets: Uint8Array, form = "auto", { record, part, taken }: Shown = { record: 1, part: 0, taken: undefined }) {
    const text = octets.length <= 1 << 18 ? asText(octets) : null;
    this.session.form = form;
    this.show(text, name, octets);
    this.set({ record, part, taken, source: { name, octets, isText: text !== null } });
  }

  /** Shows what the session has: after a link was followed, or an example chosen. */
  show(text: string | null, name: string, octets: Uint8Array) {
    this.text.hidden = text === null;
    this.file.hidden = text !== null;
    this.text.value = text ?? "";
    this.file.textContent = `${name}: ${count(octets.length, "octet")}`;
    this.form.select.value = this.session.form;
    this.prefix.select.value = this.session.framing.prefix ?? "";
    for (const name of ["skip", "block"] as const) this.numbers[name].value = String(this.session.framing[name] ?? "");
  }

  /** Takes a message that was made here, and asks anew from a stage on. */
  fresh(octets: Uint8Array, from: "type" | "input" = "input") {
    const text = hexLines(octets);
    Object.assign(this.session, { form: "hex", framing: {}, record: 1 });
    this.replace(new TextEncoder().encode(text), text);
    if (from === "type") void this.session.refresh(from);
  }

  clear() {
    this.session.form = "auto";
    this.show("", "input", new Uint8Array());
    this.set({ taken: undefined, source: { name: "input", octets: new Uint8Array(), isText: true }, record: 1 });
    this.text.focus();
  }

  /** Puts other octets in the place of a record's. */
  put(message: Uint8Array) {
    const { inputTold: input, source, record } = this.session;
    if (!input?.records) return this.fresh(message);
    if (input.form === "capture") return this.fresh(message);
    const n = record - 1;
    if (!input.own) {
      const [from, prefix, length] = [input.offsets[n], input.prefixes[n], input.lengths[n]];
      const whole = spliced(input.octets, from, length, prefixed(message, prefix, this.session.framing.prefix));
      return this.whole(whole);
    }
    const text = rewritten(new TextDecoder().decode(source.octets), input.form, input.lines[n], message);
    this.write(text);
  }

  /** Puts other octets in the place of all. */
  whole(octets: Uint8Array) {
    const { inputTold: input } = this.session;
    if (!input || input.form === "raw") return this.replace(octets, null);
    this.write(rewritten("", input.form, 1, octets));
  }

  private write(text: string) {
    this.replace(new TextEncoder().encode(text), text);
  }

  private replace(octets: Uint8Array, text: string | null) {
    const { source } = this.session;
    this.show(text, source.name, octets);
    this.set({ source: { ...source, octets, isText: text !== null } });
  }

  /** Shows what was made of it. */
  tell() {
    const { inputTold: input, refused } = this.session;
    const said = !input || input.notes.length > 0 || (input.form !== "pem" && input.form !== "raw");
    const lines = input ? [said ? "" : `Read as ${input.formName}`, ...input.notes.map((note) => note[0].toUpperCase() + note.slice(1)), input.damage ? `${input.damage.message}${input.damage.hints.length ? ` (${input.damage.hints.join("; ")})` : ""}` : "", input.records > 1 ? count(input.records, "record") : "", input.own ? "" : count(input.octets.length, "octet")] : [];
    this.told.textContent = refused?.stage === "input" ? refused.why : lines.filter(Boolean).join(". ");
  }
}

function asText(octets: Uint8Array): string | null {
  if (!octets.every((octet) => octet === 9 || octet === 10 || octet === 13 || (octet >= 0x20 && octet < 0x7f))) return null;
  return new TextDecoder().decode(octets);
}

function spliced(octets: Uint8Array, from: number, length: number, other: Uint8Array): Uint8Array {
  const made = new Uint8Array(octets.length - length + other.length);
  made.set(octets.subarray(0, from));
  made.set(other, from);
  made.set(octets.subarray(from + length), from + other.length);
  return made;
}

/** A message with its length in front. */
function prefixed(message: Uint8Array, prefix: number, word = ""): Uint8Array {
  const made = new Uint8Array(prefix + message.length);
  for (let n = 0; n < prefix; n += 1) {
    const octet = Math.floor(message.length / 2 ** (8 * n)) & 0xff;
    made[word.endsWith("le") ? n : prefix - 1 - n] = octet;
  }
  made.set(message, prefix);
  return made;
}
