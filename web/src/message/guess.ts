// What octets without a schema are taken for, and another choice.
import { button, el } from "../dom.ts";
import type { Guess, Known, Session } from "../session.ts";

const nameOf = ({ known, several, looks }: Guess) => known?.name ?? (several ? "one of several types" : `looks like ${looks}`);

export class GuessBar {
  readonly host = el("div", { class: "bar guess", hidden: true });
  private readonly told = el("span", { role: "status" });
  private readonly part = el("select", { "aria-label": "Part of the input", change: () => this.take({ part: Number(this.part.value), record: 1 }) });
  private readonly as = el("select", { "aria-label": "Read as", change: () => this.take({ taken: this.choices[Number(this.as.value)]?.[1] }) });
  private choices: [string, Known | null | undefined][] = [];

  /** `open` opens the modules of a set as files. */
  constructor(private readonly session: Session, open: (set: string) => void) {
    this.host.append(this.told, this.part, this.as,
      button("Open its modules", () => { const set = this.known?.set; if (set) open(set); }, { title: "Shows the modules that define the type" }));
  }

  private get known() {
    const { guesses, part, taken } = this.session;
    return taken === undefined ? guesses[part]?.known : taken;
  }

  private take(what: Partial<Session>) {
    Object.assign(this.session, what);
    void this.session.refresh("guess");
  }

  tell() {
    const { guesses, part, taken } = this.session;
    const guess = guesses[part];
    this.host.hidden = !guess;
    if (!guess) return;
    const { known, several, looks } = guess;
    const it = guesses.length > 1 ? `Part ${part + 1}` : "This";
    this.told.textContent = known ? `${it} ${known.told}.` : several ? `${it} may be one of several types.` : `${it} is not of a well-known type; it looks like ${looks}.`;
    this.part.hidden = guesses.length < 2;
    this.part.replaceChildren(...guesses.map((one, n) => el("option", { value: n }, `${n + 1}: ${nameOf(one)}`)));
    this.part.value = String(part);
    const types = known ? [known] : several ?? [];
    this.choices = [...types.map((type): [string, Known] => [type.name, type]), ["tags alone", null]];
    this.as.hidden = !types.length;
    this.as.replaceChildren(...this.choices.map(([name], n) => el("option", { value: n }, `as ${name}`)));
    const now = taken === undefined ? known ?? null : taken;
    this.as.value = String(this.choices.findIndex(([, one]) => JSON.stringify(one) === JSON.stringify(now)));
    (this.host.lastElementChild as HTMLElement).hidden = !this.known;
  }
}
