// The module of WebAssembly, and a question to it. The worker asks it, and so does a test in Node.
import { packing, unpacked } from "./parcel.ts";

interface Exports {
  memory: WebAssembly.Memory;
  wireglot_question(octets: number): number;
  wireglot_answer(): number;
  wireglot_answer_at(): number;
}

export class Module {
  private readonly exports: Exports;

  constructor(instance: WebAssembly.Instance) {
    this.exports = instance.exports as unknown as Exports;
  }

  /** Asks a question: JSON and octets. The answer is a copy: JSON and octets. */
  ask(question: object, octets: Uint8Array[]): { json: any; sections: Uint8Array[] } {
    const { exports } = this;
    const parcel = packing([new TextEncoder().encode(JSON.stringify(question)), ...octets]);
    const at = exports.wireglot_question(parcel.octets) >>> 0;
    parcel.put(new Uint8Array(exports.memory.buffer, at, parcel.octets));
    const length = exports.wireglot_answer() >>> 0;
    const from = exports.wireglot_answer_at() >>> 0;
    const [json, ...sections] = unpacked(new Uint8Array(exports.memory.buffer.slice(from, from + length)));
    return { json: JSON.parse(new TextDecoder().decode(json)), sections };
  }
}
