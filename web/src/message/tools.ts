// What is done with a message: shown in another notation, copied, drawn at random, compared, put into a link.
import type { DataPane } from "../data/pane.ts";
import { base64, cArray, hex, hexLines, LONGEST } from "../data/forms.ts";
import { button, count, el } from "../dom.ts";
import { commandLine } from "./command.ts";
import { fragment, isServed } from "../link.ts";
import type { Session } from "../session.ts";
import { cut } from "../viewer.ts";

/** Octets as they are, as a program or a person takes them. */
const OCTETS: [string, string, (octets: Uint8Array) => string][] = [
  ["hex", "Hexadecimal", (octets) => hex(octets)], ["dump", "Hexadecimal in lines", hexLines], ["base64", "Base64", base64], ["c", "C array", cArray],
];
const TEXTS: Record<string, string> = {
  json: "JSON", jer: "JER (JSON of X.697)", value: "ASN.1 value notation", xer: "XER (XML)", h248: "H.248 text", "h248-compact": "H.248 text, compact",
};

/** The most octets that are written as text. */
const MOST = 1 << 20;
/** The maximum number of differences listed, and of characters of a value in them. */
const DIFFERENCES = 1000;
const LONG = 300;

export class Tools {
  readonly host = el("div", { class: "tools", hidden: true });
  private readonly to = el("select", { change: () => { this.chosen = this.to.value; void this.convert(); } });
  private chosen = "";
  private readonly shown = el("textarea", { "aria-label": "The message in this notation", spellcheck: "false", rows: 8 });
  /** The whole text, if the field shows only its beginning. */
  private whole: string | null = null;
  private readonly more = el("p", { class: "state", role: "status" });
  private readonly use = button("Use as the message", () => void this.take());
  private readonly other = el("textarea", { "aria-label": "Bytes of another message", spellcheck: "false", rows: 3, placeholder: "Another message of the same type: hexadecimal, Base64 or PEM" });
  private readonly differences = el("ul", { class: "differences" });
  private readonly panels: Record<string, HTMLElement>;
  private readonly openers: Record<string, HTMLElement> = {};
  private readonly sampler = button("Random sample", () => void this.sample(), { title: "A random message of this type" });
  private seed = Math.floor(Math.random() * 1e9);
  private made: { octets: Uint8Array; rules: string } | null = null;

  constructor(private readonly session: Session, private readonly data: DataPane, private readonly say: (text: string) => void) {
    this.panels = {
      convert: el("section", { class: "panel", id: "convert", hidden: true, "aria-label": "Convert and copy" },
        el("div", { class: "bar" }, el("label", { class: "field" }, "Show as ", this.to), button("Copy", () => void this.copy(this.whole ?? this.shown.value)), this.use), this.shown, this.more),
      compare: el("section", { class: "panel", id: "compare", hidden: true, "aria-label": "Compare" },
        this.other, el("div", { class: "bar" }, button("Compare", () => void this.compare()), button("Put this message here", () => this.putOther())),
        this.differences),
    };
    const opener = (name: string, label: string) => (this.openers[name] = button(label, () => this.toggle(name), { "aria-expanded": "false", "aria-controls": name }));
    this.host.append(el("div", { class: "bar" }, opener("convert", "Convert and copy"), opener("compare", "Compare"), this.sampler,
      button("Copy link", () => void this.link(), { title: "A link that holds the schema and the data; nothing is sent anywhere" })), ...Object.values(this.panels));
  }

  private toggle(name: string) {
    for (const [other, panel] of Object.entries(this.panels)) {
      panel.hidden = other !== name || !panel.hidden;
      this.openers[other].setAttribute("aria-expanded", String(!panel.hidden));
    }
    if (!this.panels.convert.hidden) void this.convert();
  }

  /** Shows what can be done, after something changed. */
  tell() {
    const { schemaTold: schema, typeTold: type, recordTold: record } = this.session;
    this.host.hidden = !type;
    this.sampler.hidden = !schema?.samples;
    // Only values are compared, which needs a schema.
    const there = { convert: record, compare: record && schema };
    for (const [name, any] of Object.entries(there)) (this.openers[name] as HTMLButtonElement).disabled = !any;
    const group = (label: string, options: [string, string][]) => (options.length ? [el("optgroup", { label }, ...options.map(([value, text]) => el("option", { value }, text)))] : []);
    const rules = (schema?.rules ?? []).filter((word) => word !== this.session.rules);
    this.to.replaceChildren(
      ...group("Values", (type?.texts ?? []).map((word) => [word, TEXTS[word] ?? word])),
      ...group("Bytes", OCTETS.map(([word, name]) => [`as-${word}`, name])),
      ...group("Other rules", rules.map((word) => [word, word.toUpperCase()])),
      ...group("Command", [["command", "Command line"]]));
    if ([...this.to.options].some(({ value }) => value === this.chosen)) this.to.value = this.chosen;
    if (!this.panels.convert.hidden) void this.convert();
  }

  private async convert() {
    const { session } = this;
    const [to, message] = [this.to.value, session.message()];
    const rules = Boolean(session.schemaTold?.rules.includes(to));
    const text = Boolean(session.typeTold?.texts.includes(to));
    this.made = null;
    this.use.hidden = !text && !rules;
    if (!message) return this.put("", false);
    const written = (octets: Uint8Array, write: (octets: Uint8Array) => string) =>
      (octets.length > MOST ? `${count(octets.length, "octet")}: too long to show as text` : write(octets));
    try {
      const plain = OCTETS.find(([word]) => to === `as-${word}`);
      if (to === "command") this.put(commandLine(session, message), false);
      else if (plain) this.put(written(message, plain[2]), false);
      else {
        const { sections: [octets] } = await session.core.ask({ do: "convert", record: session.record, to });
        if (this.to.value !== to) return;
        this.made = rules ? { octets, rules: to } : null;
        this.put(rules ? written(octets, hexLines) : new TextDecoder().decode(octets), text);
      }
    } catch (error) {
      this.put((error as Error).message, false);
      this.use.hidden = true;
    }
  }

  /** Shows a text; of a long one only the beginning, which can't be edited. */
  private put(text: string, edited: boolean) {
    const more = text.length - LONGEST;
    this.whole = more > 0 ? text : null;
    this.shown.value = text.slice(0, LONGEST);
    this.shown.readOnly = !edited || more > 0;
    if (more > 0 && edited) this.use.hidden = true;
    this.more.textContent = more > 0 ? `... ${more.toLocaleString("en")} more characters. "Copy" copies all.` : "";
  }

  /** Takes what is shown in the place of the message: a text that may have been edited, or octets by other rules. */
  private async take() {
    const { session, made } = this;
    if (made) {
      const all = session.inputTold?.records ?? 1;
      this.data.fresh(made.octets, made.rules);
      await session.settled();
      if (all > 1) this.say(`The message replaced all ${all.toLocaleString("en")} records. "Undo" brings them back.`);
      return;
    }
    try {
      const { sections } = await session.core.ask({ do: "encode", from: this.to.value }, [new TextEncoder().encode(this.shown.value)]);
      this.data.put(sections[0]);
      this.say("");
    } catch (error) {
      this.say((error as Error).message);
    }
  }

  private async sample() {
    try {
      this.seed += 1;
      const { sections } = await this.session.core.ask({ do: "sample", seed: this.seed });
      const replaced = this.data.put(sections[0]);
      await this.session.settled();
      if (replaced) this.say(`A random message replaced ${replaced}. "Undo" brings it back.`);
    } catch (error) {
      this.say((error as Error).message);
    }
  }

  /** Copies the message into the field of the other message, to be changed there. */
  private putOther() {
    const text = hexLines(this.session.message() ?? new Uint8Array());
    if (text.length > LONGEST) this.say("The message is too long for this field: save it to a file and use `wireglot diff`.");
    else this.other.value = text;
  }

  private async compare() {
    const message = this.session.message();
    if (!message) return;
    const line = (...parts: (Node | string)[]) => el("li", {}, ...parts);
    try {
      const { json } = await this.session.core.ask({ do: "compare" }, [message, new TextEncoder().encode(this.other.value)]);
      const all = json as [string, string | null, string | null][];
      this.differences.replaceChildren(...(all.length ? all.slice(0, DIFFERENCES).map(([path, left, right]) =>
        line(el("strong", {}, cut(path, LONG) || "the value"), ` ${cut(left ?? "(absent)", LONG)} → ${cut(right ?? "(absent)", LONG)}`)) : [line("The values are the same.")]));
    } catch (error) {
      this.differences.replaceChildren(line((error as Error).message));
    }
  }

  private async link() {
    const text = await fragment(this.session);
    if (!text) return this.say("The schema and the data are too large for a link.");
    history.replaceState(null, "", text);
    if (isServed()) await this.copy(text, "Copied the # part of the link: append it to the address of any copy of this page. This page's own address holds the key to your command, so it was not copied.");
    else await this.copy(location.href);
  }

  private async copy(text: string, said = "Copied.") {
    try {
      await navigator.clipboard.writeText(text);
      this.say(said);
    } catch {
      this.say("The browser doesn't allow copying: select the text and copy it yourself.");
      this.shown.select();
    }
  }
}
