// The message pane: which type and rules, which record, and the viewer.
import { button, choice, el } from "../dom.ts";
import type { DataPane } from "../data/pane.ts";
import { GuessBar } from "./guess.ts";
import { Tools } from "./tools.ts";
import { WITHOUT_SCHEMA, type Session } from "../session.ts";
import { cut, mount, type Options, type Viewer } from "../viewer.ts";

export class MessagePane {
  readonly host = el("section", { id: "message", class: "pane", "aria-label": "Message" });
  readonly bar = el("div", { class: "bar" });
  private readonly types = el("datalist", { id: "types" });
  private readonly type = el("input", { list: "types", "aria-label": "Type", spellcheck: "false", autocapitalize: "off", autocomplete: "off", class: "type" });
  private readonly typeField = el("label", { class: "field" }, "Type ", this.type, this.types);
  private readonly rules = choice("Rules", [], (rules) => { this.session.rules = rules; void this.session.refresh("type"); });
  private readonly number = el("input", { type: "number", min: 1, "aria-label": "Record", inputmode: "numeric" });
  private readonly of = el("span");
  private readonly records = el("span", { class: "records", hidden: true });
  private readonly said = el("p", { class: "said", role: "status" });
  private readonly stage = el("div", { class: "stage" });
  private readonly options: Options = { heading: false, octet: (_, at, value) => this.octet(at, value), outside: (octet) => this.recordAt(octet) };
  private viewer: Viewer | null = null;
  private readonly guess: GuessBar;
  private readonly tools: Tools;

  /** `open` opens the modules of a set that comes along. */
  constructor(private readonly session: Session, private readonly data: DataPane, open: (set: string) => void) {
    this.guess = new GuessBar(session, open);
    this.tools = new Tools(session, data, (text) => this.say(text));
    this.records.append(button("‹", () => this.go(session.record - 1), { "aria-label": "Previous record" }), this.number, this.of,
      button("›", () => this.go(session.record + 1), { "aria-label": "Next record" }), button("Next error", () => this.nextError()));
    this.bar.append(this.typeField, this.rules.label, this.records);
    this.host.append(el("div", { class: "pane-head" }, el("h2", {}, "Message"), this.bar), this.guess.host, this.said, this.stage, this.tools.host);
    this.type.addEventListener("change", () => {
      session.type = this.type.value.trim();
      session.chosen = session.type !== "";
      void session.refresh(session.chosen ? "type" : "schema");
    });
    this.host.addEventListener("keydown", (event) => {
      const field = (event.target as HTMLElement).matches("input, textarea, select");
      if (event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || field) return;
      event.preventDefault();
      this.data.undo();
    });
    this.number.addEventListener("change", () => this.go(Number(this.number.value)));
  }

  private go(record: number) {
    const most = this.session.inputTold?.records ?? 1;
    this.session.record = Math.max(1, Math.min(most, Math.round(record) || 1));
    this.number.value = String(this.session.record);
    void this.session.refresh("record");
  }

  private nextError() {
    const wrong = this.session.inputTold?.wrong ?? new Uint32Array();
    const next = wrong.indexOf(1, this.session.record);
    const found = next >= 0 ? next : wrong.indexOf(1);
    if (found >= 0) this.go(found + 1);
    else this.say("No record has an error.");
  }

  /** Says something that is no part of the message. */
  say(text: string) { this.said.textContent = cut(text, 2000); }

  /** Shows which types and rules there are. */
  toldSchema() {
    const told = this.session.schemaTold;
    const names = (told?.types ?? []).map(([module, name]) => (module ? `${module}.${name}` : name));
    this.types.replaceChildren(...names.map((value) => el("option", { value })));
    this.typeField.hidden = !told;
    this.type.value = this.session.type;
    this.type.placeholder = told?.typed ? "" : "any message";
    const rules = told ? told.rules : WITHOUT_SCHEMA;
    this.rules.select.replaceChildren(...rules.map((word) => el("option", { value: word }, word.toUpperCase())));
    this.rules.select.value = this.session.rules;
    this.rules.label.hidden = !rules.length;
  }

  /** Shows the record, or why there is none. */
  told() {
    this.guess.tell();
    if (this.session.busy) return;
    this.tools.tell();
    const { recordTold: told, inputTold: input, refused, record } = this.session;
    this.records.hidden = !input || input.records < 2;
    // A number that is being typed stays.
    if (document.activeElement !== this.number) this.number.value = String(record);
    this.number.max = String(input?.records ?? 1);
    this.of.textContent = ` of ${(input?.records ?? 1).toLocaleString("en")} `;
    const outOfPlace = told?.damage && told.damage.bit === null ? told.damage.message : "";
    this.say(refused && refused.stage !== "input" ? refused.why : outOfPlace || (input || refused ? "" : "Paste bytes to see what they contain."));
    this.stage.hidden = !told;
    if (!told) return;
    // Without a schema there is no type that another value could be of.
    this.options.change = this.session.schemaTold ? (span, json) => this.change(span.path, json) : undefined;
    if (this.viewer) this.viewer.show(told.data);
    else this.viewer = mount(this.stage, told.data, this.options);
  }

  private async change(path: string, value: string): Promise<string | undefined> {
    try {
      const { sections } = await this.session.core.ask({ do: "change", record: this.session.record, path, value });
      this.data.put(sections[0]);
      await this.session.settled();
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }

  private octet(at: number, value: number) {
    const { inputTold: input, recordTold: told } = this.session;
    if (!input || !told) return;
    // The next digit may come before the core has answered, so change what is shown at once, but not the copy kept for Undo.
    const { octets } = told.data.pieces[0];
    const { source } = this.session;
    if (source.octets.buffer === octets.buffer) this.session.source = { ...source, octets: octets.slice() };
    octets[at - told.data.pieces[0].begin] = value;
    if (input.own) this.data.put(octets.slice());
    else this.data.whole(octets.slice());
  }

  /** Shows the record that an octet is in. */
  private recordAt(octet: number) {
    const input = this.session.inputTold;
    if (!input || input.own) return;
    let [low, high] = [0, input.records];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (input.offsets[middle] + input.lengths[middle] > octet) high = middle; else low = middle + 1;
    }
    if (low < input.records && input.offsets[low] <= octet) this.go(low + 1);
  }
}
