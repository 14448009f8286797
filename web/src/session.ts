// What lies open in the page, and what the core says of it: schemas, a type, an input, a record. Each stands on the one
// before; what changes is asked anew, and what stands on it.
import { Core, Lost, Refused } from "./core/core.ts";
import { numbers, places } from "./core/parcel.ts";
import type { Data, Piece } from "./viewer.ts";

export interface Place { file: string; from: [number, number]; to: [number, number]; text: string }
export interface Diagnostic { code: string; severity: "error" | "warning"; message: string; at: Place; also: Place[]; hints: string[] }
export interface SchemaTold {
  language: string; name: string; failed: boolean; typed: boolean; samples: boolean;
  diagnostics: Diagnostic[]; types: [string, string][]; rules: string[];
}
export interface TypeTold { name: string; leastFirst: boolean; texts: string[] }
export interface Damage { code: string; path: string; message: string; bit: number | null; line: number | null; column: number | null; hints: string[] }
export interface InputTold {
  form: string; formName: string; notes: string[]; own: boolean; records: number; damage: Damage | null;
  offsets: Float64Array; lengths: Float64Array; prefixes: Float64Array; lines: Float64Array; wrong: Uint32Array;
  /** The octets that places of records count from; the text, where each line or block is a record. */
  octets: Uint8Array;
}
export interface RecordTold { data: Data; damage: Damage | null; begin: number; end: number }
export interface Framing { skip?: number; block?: number; prefix?: string; pad?: number }
export interface Source { name: string; octets: Uint8Array; isText: boolean }

/** A well-known type: what the core says of octets of it, and how they are read. */
export interface Known { told: string; name: string; set: string; type: string; rules: string }
/** What is known of a part of an input that has no schema: its type, several of them, or what it looks like. */
export interface Guess { known?: Known; several?: Known[]; looks?: string; lines: number }

export type Stage = "schema" | "guess" | "type" | "input" | "record";
const STAGES: Stage[] = ["schema", "guess", "type", "input", "record"];

/** The rules that octets without a schema are read by. */
export const WITHOUT_SCHEMA = ["ber", "der", "cer"];

export class Session {
  files = new Map<string, string>();
  /** The paths of files on disk, if known, for the command line. */
  places = new Map<string, string>();
  main = "";
  type = "";
  rules = "ber";
  source: Source = { name: "input", octets: new Uint8Array(), isText: true };
  form = "auto";
  framing: Framing = {};
  record = 1;
  /** Which part of an input without a schema is shown, from 0 on. */
  part = 0;
  /** Whether someone chose the type; otherwise octets of a well-known type are read as that. */
  chosen = false;
  /** What octets without a schema are taken for: one of several types, or `null` for what tags say alone. */
  taken: Known | null | undefined;

  schemaTold: SchemaTold | null = null;
  guesses: Guess[] = [];
  typeTold: TypeTold | null = null;
  inputTold: InputTold | null = null;
  recordTold: RecordTold | null = null;
  /** Why a stage came to nothing. */
  refused: { stage: Stage; why: string } | null = null;

  /** Called when a stage has something new, or nothing any more. */
  changed: (stage: Stage) => void = () => {};
  /** Called when the core was lost. */
  lost: (why: string) => void = () => {};

  private dirty = STAGES.length;
  private running: Promise<void> | null = null;
  private life = 0;
  /** The input with nothing but a part of it, for each part. */
  private parts: Uint8Array[] = [];
  private known = "";
  /** The files that the core has. */
  private sent: string[] = [];

  constructor(readonly core = new Core()) {}

  /** Asks anew from a stage on. */
  refresh(from: Stage): Promise<void> {
    // What octets are without a schema, they say themselves.
    const first = from === "input" && !(this.chosen && this.files.size) ? "guess" : from;
    this.dirty = Math.min(this.dirty, STAGES.indexOf(first));
    this.running ??= this.run().finally(() => { this.running = null; });
    return this.running;
  }

  /** Whether something is asked still: what was told before stays until then. */
  get busy() { return this.dirty < STAGES.length; }

  /** Waits until everything is asked. */
  async settled() { while (this.running) await this.running; }

  private async run() {
    if (this.life !== this.core.life) this.dirty = 0;
    while (this.dirty < STAGES.length) {
      const stage = STAGES[this.dirty];
      const next = (this.dirty += 1);
      // Later stages depend on this one: if it fails, skip them, unless a new refresh was requested meanwhile.
      const stop = () => { if (this.dirty === next) this.dirty = STAGES.length; };
      try {
        this.refused = null;
        const told = await this.ask[stage]();
        this.life = this.core.life;
        if (!told) {
          this.forget(stage);
          stop();
        }
        this.changed(stage);
      } catch (error) {
        stop();
        if (error instanceof Refused) {
          this.life = this.core.life;
          this.refused = { stage, why: error.message };
          this.forget(stage);
          this.changed(stage);
        } else if (error instanceof Lost) {
          this.life = -1;
          if (this.busy) this.dirty = 0;
          this.lost(error.message);
        } else throw error;
      }
    }
  }

  private readonly ask: Record<Stage, () => Promise<boolean>> = {
    schema: () => this.askSchema(), guess: () => this.askGuess(), type: () => this.askType(),
    input: () => this.askInput(), record: () => this.askRecord(),
  };

  /** Forgets what was told of a stage and of those that stand on it. */
  private forget(from: Stage) {
    const forgotten = STAGES.slice(STAGES.indexOf(from));
    if (forgotten.includes("schema")) this.schemaTold = null;
    if (forgotten.includes("guess")) Object.assign(this, { guesses: [], parts: [] });
    if (forgotten.includes("type")) this.typeTold = null;
    if (forgotten.includes("input")) this.inputTold = null;
    this.recordTold = null;
  }

  /** The files, of which the first is the one that is compiled where one finds what it imports. */
  private get paths() {
    return [this.main, ...[...this.files.keys()].filter((path) => path !== this.main)].filter((path) => this.files.has(path));
  }

  private async askSchema() {
    const { paths } = this;
    const texts = paths.map((path) => new TextEncoder().encode(this.files.get(path)));
    await this.core.ask({ do: "files", paths }, texts);
    this.sent = paths;
    await this.compile(null);
    Object.assign(this, { guesses: [], parts: [] });
    return true;
  }

  /** Compiles the files, with the modules of a well-known type. */
  private async compile(known: Known | null) {
    const { json } = await this.core.ask({ do: "compile", paths: [...this.sent, ...(known ? [`@${known.set}`] : [])] });
    this.schemaTold = json;
    if (known) Object.assign(this, { type: known.type, rules: known.rules });
    else if (json) this.chooseType(json);
    this.known = JSON.stringify(known);
  }

  /** Identifies data of a well-known type that is not of a type in the files. */
  private async askGuess() {
    const own = this.files.size > 0;
    if (own && this.chosen) return true;
    // Types that the files define are found by compiling the files alone.
    if (own && this.known !== "null") await this.compile(null);
    const { name, octets } = this.source;
    Object.assign(this, { guesses: [], parts: [] });
    if (octets.length) {
      const { json, sections } = await this.core.ask({ do: "guess", name, form: this.form }, [octets]);
      if (!own || json.beside) Object.assign(this, { guesses: json.groups, parts: sections });
    }
    this.part = Math.max(0, Math.min(this.part, this.guesses.length - 1));
    const guess = this.guesses[this.part]?.known ?? null;
    const known = this.taken === undefined || (own && !guess) ? guess : this.taken;
    if (JSON.stringify(known) !== this.known) await this.compile(known);
    return true;
  }

  private chooseType({ types, typed, rules }: SchemaTold) {
    const names = types.map(([module, name]) => (module ? `${module}.${name}` : name));
    const known = (type: string) => names.includes(type) || types.some(([, name]) => name === type);
    if (!known(this.type)) Object.assign(this, { type: typed ? names[0] ?? "" : "", chosen: false });
    if (rules.length && !rules.includes(this.rules)) this.rules = rules[0];
  }

  private async askType() {
    if (!this.schemaTold && !WITHOUT_SCHEMA.includes(this.rules)) this.rules = WITHOUT_SCHEMA[0];
    const { json } = await this.core.ask({ do: "open", type: this.type, rules: this.rules });
    this.typeTold = json;
    return true;
  }

  private async askInput() {
    const { name } = this.source;
    const isPart = this.parts.length > 1;
    const octets = isPart ? this.parts[this.part] : this.source.octets;
    if (!octets.length) return false;
    const lines = isPart ? this.guesses[this.part].lines : 0;
    const { json, sections } = await this.core.ask({ do: "input", name, form: this.form, lines, ...this.framing }, [octets]);
    const [offsets, lengths, prefixes, lineNumbers] = sections.slice(0, 4).map(places);
    const whole = json.form === "raw" ? octets : sections[5];
    this.inputTold = { ...json, offsets, lengths, prefixes, lines: lineNumbers, wrong: numbers(sections[4]), octets: whole };
    this.record = Math.max(1, Math.min(this.record, json.records));
    return true;
  }

  private async askRecord() {
    const input = this.inputTold!;
    const one = input.records > 1 ? { record: this.record } : {};
    const { json, sections } = await this.core.ask({ do: "record", ...one });
    if (!json) { this.recordTold = null; return true; }
    const [own, text, ends, bit, bits, depth, part, path, type, value, why] = sections;
    const strings = textsOf(text, numbers(ends));
    const spans = {
      bit: places(bit), bits: places(bits), depth: numbers(depth), part: numbers(part),
      path: numbers(path), type: numbers(type), value: numbers(value), why: numbers(why),
    };
    const damage: Damage | null = json.damage;
    const error = damage && json.bit !== null ? { ...damage, message: [damage.message, ...damage.hints].join("; "), bit: json.bit } : null;
    const octets = input.own ? own : input.octets;
    const begin = input.own || !octets.length ? json.begin : 0;
    const piece: Piece = { title: json.place, begin, octets, leastFirst: this.typeTold!.leastFirst, spans, error };
    this.recordTold = { data: { title: this.source.name, strings, pieces: [piece] }, damage, begin: json.begin, end: json.end };
    return true;
  }

  /** The octets of the message of the record. */
  message(): Uint8Array | null {
    const [input, told] = [this.inputTold, this.recordTold];
    if (!input || !told || !input.records) return null;
    if (input.own) return told.data.pieces[0].octets;
    const n = this.record - 1;
    return input.octets.subarray(input.offsets[n] + input.prefixes[n], input.offsets[n] + input.lengths[n]);
  }
}

/** Texts that stand one behind the other, by where they end. */
function textsOf(octets: Uint8Array, ends: Uint32Array): string[] {
  const decoder = new TextDecoder();
  return Array.from(ends, (end, n) => decoder.decode(octets.subarray(n ? ends[n - 1] : 0, end)));
}
