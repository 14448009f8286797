// The core as the page asks it: in a worker, which is ended when a question takes too long.
import type { Told } from "./worker.ts";

/** The core refuses: the schema or the data is not such that it could. */
export class Refused extends Error {}

/** The worker was ended, or broke down: what it held is gone. */
export class Lost extends Error {}

export interface Answer { json: any; sections: Uint8Array[] }

interface Waiting { resolve: (answer: Answer) => void; reject: (error: Error) => void; timer: ReturnType<typeof setTimeout> }

/** How long a question may take, in milliseconds. */
const LIMIT = 15_000;

export class Core {
  private worker: Worker | null = null;
  private waiting = new Map<number, Waiting>();
  private next = 1;
  /** Changes whenever a worker begins or ends: what it held before is gone. */
  life = 0;

  constructor(private readonly limit = LIMIT) {}

  ask(question: { do: string } & Record<string, unknown>, octets: Uint8Array[] = []): Promise<Answer> {
    const worker = this.begun();
    const id = this.next++;
    return new Promise((resolve, reject) => {
      const seconds = Math.round(this.limit / 1000);
      const timer = setTimeout(() => this.end(`This took longer than ${seconds} seconds and was stopped.`), this.limit);
      this.waiting.set(id, { resolve, reject, timer });
      worker.postMessage({ id, question, octets });
    });
  }

  private begun(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<Told>) => this.told(data));
    worker.addEventListener("error", (event) => this.end(`The core did not start: ${event.message ?? "it can't be loaded"}.`));
    this.life += 1;
    return (this.worker = worker);
  }

  private told({ id, json, sections, broken }: Told) {
    if (broken !== undefined) return this.end(`The core broke down and was started again (${broken}).`);
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    clearTimeout(waiting.timer);
    if (json.refused !== undefined) waiting.reject(new Refused(json.refused));
    else waiting.resolve({ json: json.done, sections: sections ?? [] });
  }

  private end(why: string) {
    this.worker?.terminate();
    this.worker = null;
    this.life += 1;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject, timer } of all) {
      clearTimeout(timer);
      reject(new Lost(why));
    }
  }
}
