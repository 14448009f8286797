// The data pane: octets as text or from a file, and how they are read.
import { button, choice, count, el, later } from "../dom.ts";
import type { Framing, Session } from "../session.ts";
import { cut } from "../viewer.ts";
import { hexLines, LONGEST, rewritten } from "./forms.ts";

const FORMS: [string, string][] = [
  ["auto", "detected automatically"], ["hex", "hexadecimal"], ["base64", "Base64"], ["pem", "PEM"], ["dump", "a dump with offsets, or an array"],
  ["hex-lines", "lines of hexadecimal"], ["base64-lines", "lines of Base64"], ["raw", "raw bytes"],
];
const PREFIXES: [string, string][] = [["", "none"], ["u8", "1 byte"], ["u16be", "2 bytes"], ["u16le", "2 bytes, little-endian"], ["u32be", "4 bytes"], ["u32le", "4 bytes, little-endian"]];

/** What of an input is shown, and as what. */
type Shown = Pick<Session, "record" | "part" | "taken">;

/** A state that Undo can restore. */
type Before = Shown & Pick<Session, "source" | "form" | "framing" | "rules">;
/** Which part of a new input to show; `framing` replaces the current framing if given. */
type Taken = Shown & { framing?: Framing };

/** How many changes can be undone, and how many octets are kept for that. */
const STEPS = 100;
const KEPT = 256 << 20;

export class DataPane {
  readonly host = el("section", { id: "data", class: "pane", "aria-label": "Data" });
  private readonly text = el("textarea", { "aria-label": "Bytes: hexadecimal, Base64 or PEM", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
    placeholder: "Paste bytes: hexadecimal, Base64 or PEM. Or drop a file: raw, text or records." });
  private readonly file = el("p", { class: "file", hidden: true });
  private readonly told = el("p", { class: "state", role: "status" });
  private readonly form = choice("Form", FORMS, (form) => this.set({ form }));
  private readonly prefix = choice("Length prefix", PREFIXES, (prefix) => this.frame({ prefix }));
  private readonly numbers: Record<string, HTMLInputElement> = {};
  private readonly undoing = button("Undo", () => this.undo(), { title: "Restores the data before the last change", "aria-disabled": "true" });
  private past: Before[] = [];
  /** Whether the last change was typed into the field: consecutive keystrokes are undone together. */
  private typing = false;

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
      el("div", { class: "bar" }, number("skip", "Bytes to skip"), number("block", "Bytes in a block"), this.prefix.label));
    const bar = el("div", { class: "bar" }, this.form.label, button("Open file", () => picker.click()), button("Clear", () => this.clear()), this.undoing, picker);
    this.host.append(el("div", { class: "pane-head" }, el("h2", {}, "Data"), bar), this.text, this.file, this.told, frames);
    const read = later(60, () => {
      this.keep(true);
      this.set({ source: { name: "input", octets: new TextEncoder().encode(this.text.value), isText: true }, record: 1 });
    });
    this.text.addEventListener("input", read);
    // What is pasted has a form of its own, where it takes the place of all.
    this.text.addEventListener("paste", (event) => {
      const { selectionStart, selectionEnd, value } = this.text;
      if (selectionStart > 0 || selectionEnd < value.length) return;
      const pasted = event.clipboardData?.getData("text/plain") ?? "";
      if (pasted.length > LONGEST) {
        event.preventDefault();
        this.take("input", new TextEncoder().encode(pasted));
      } else this.session.form = this.form.select.value = "auto";
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

  /** Saves the current state for Undo. */
  private keep(typed = false) {
    const { source, form, framing, record, part, taken, rules } = this.session;
    const more = typed && this.typing;
    this.typing = typed;
    if (more || !source.octets.length) return;
    this.past.push({ source, form, framing: { ...framing }, record, part, taken, rules });
    const octets = () => this.past.reduce((sum, one) => sum + one.source.octets.length, 0);
    while (this.past.length > STEPS || (this.past.length > 1 && octets() > KEPT)) this.past.shift();
    this.undoing.setAttribute("aria-disabled", "false");
  }

  /** Restores the data before the last change, if there was one. */
  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.undoing.setAttribute("aria-disabled", String(!this.past.length));
    this.typing = false;
    const { source, rules } = before;
    const same = rules === this.session.rules;
    Object.assign(this.session, before);
    this.show(source.isText && source.octets.length <= LONGEST ? new TextDecoder().decode(source.octets) : null, source.name, source.octets);
    if (!same) void this.session.refresh("type");
    void this.session.refresh("input");
  }

  /** Takes a file; text that is not long stands in the field. */
  async open(file: File) {
    this.take(file.name, new Uint8Array(await file.arrayBuffer()));
  }

  take(name: string, octets: Uint8Array, form = "auto", { record, part, taken, framing }: Taken = { record: 1, part: 0, taken: undefined }) {
    const text = asText(octets);
    this.keep();
    Object.assign(this.session, { form }, framing && { framing });
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

  /** Replaces all data with a message that was made here, perhaps under other rules. */
  fresh(octets: Uint8Array, rules = this.session.rules) {
    this.keep();
    const other = rules !== this.session.rules;
    const text = octets.length * 3 <= LONGEST ? hexLines(octets) : null;
    Object.assign(this.session, { form: text === null ? "raw" : "hex", framing: {}, record: 1, rules });
    this.replace(text === null ? octets : new TextEncoder().encode(text), text);
    if (other) void this.session.refresh("type");
  }

  clear() {
    this.keep();
    this.session.form = "auto";
    this.show("", "input", new Uint8Array());
    this.set({ taken: undefined, source: { name: "input", octets: new Uint8Array(), isText: true }, record: 1 });
    this.text.focus();
  }

  /** Replaces a record's octets. Returns what was replaced, for a message. */
  put(message: Uint8Array): string {
    const { inputTold: input, source, record } = this.session;
    if (!input?.records || input.form === "capture") {
      this.fresh(message);
      return input?.form === "capture" ? "the capture" : source.octets.length ? "the data" : "";
    }
    this.keep();
    const n = record - 1;
    if (!input.own) {
      const [from, prefix, length] = [input.offsets[n], input.prefixes[n], input.lengths[n]];
      this.write(spliced(input.octets, from, length, prefixed(message, prefix, this.session.framing.prefix)));
    } else this.writeText(rewritten(new TextDecoder().decode(source.octets), input.form, input.lines[n], message));
    return input.records > 1 ? `record ${record} of ${input.records.toLocaleString("en")}` : "the message";
  }

  /** Puts other octets in the place of all. */
  whole(octets: Uint8Array) {
    this.keep();
    this.write(octets);
  }

  private write(octets: Uint8Array) {
    const { inputTold: input } = this.session;
    if (!input || input.form === "raw") this.replace(octets, null);
    else this.writeText(rewritten("", input.form, 1, octets));
  }

  private writeText(text: string) {
    this.replace(new TextEncoder().encode(text), text.length > LONGEST ? null : text);
  }

  private replace(octets: Uint8Array, text: string | null) {
    const { source } = this.session;
    this.show(text, source.name, octets);
    this.typing = false;
    this.set({ source: { ...source, octets, isText: text !== null } });
  }

  /** Shows what was made of it. */
  tell() {
    const { inputTold: input, refused } = this.session;
    const said = !input || input.notes.length > 0 || (input.form !== "pem" && input.form !== "raw");
    const lines = input ? [said ? "" : `Read as ${input.formName}`, ...input.notes.map((note) => note[0].toUpperCase() + note.slice(1)), input.damage ? `${input.damage.message}${input.damage.hints.length ? ` (${input.damage.hints.join("; ")})` : ""}` : "", input.records > 1 ? count(input.records, "record") : "", input.own ? "" : count(input.octets.length, "octet")] : [];
    this.told.textContent = cut(refused?.stage === "input" ? refused.why : lines.filter(Boolean).join(". "), 2000);
  }
}

function asText(octets: Uint8Array): string | null {
  if (octets.length > LONGEST) return null;
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
