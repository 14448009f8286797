// The worker: the module of WebAssembly, which is asked one question after the other.
import { Module } from "./module.ts";
import wasm from "../../../build/web/wireglot.wasm?url";

export interface Asked { id: number; question: object; octets: Uint8Array[] }
export interface Told { id: number; json?: any; sections?: Uint8Array[]; broken?: string }

const module: Promise<Module> = fetch(wasm)
  .then((response) => (response.ok ? response.arrayBuffer() : Promise.reject(new Error(`${response.status}`))))
  .then((octets) => WebAssembly.instantiate(octets, {}))
  .then(({ instance }) => new Module(instance));

addEventListener("message", async ({ data }: MessageEvent<Asked>) => {
  const { id, question, octets } = data;
  try {
    const { json, sections } = (await module).ask(question, octets);
    // Sections lie in one buffer, which goes over as it is.
    const buffers = new Set(sections.map((section) => section.buffer));
    postMessage({ id, json, sections } satisfies Told, { transfer: [...buffers] as ArrayBuffer[] });
  } catch (error) {
    postMessage({ id, broken: String(error) } satisfies Told);
  }
});
