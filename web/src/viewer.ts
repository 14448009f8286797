// The viewer, which pages that `wireglot inspect --html` writes hold a copy of.
import "../../crates/driver/src/inspect/page/model.js";
import "../../crates/driver/src/inspect/page/viewer.js";
import "../../crates/driver/src/inspect/page/viewer.css";

/** Spans in columns; `model.js` says what is in them. */
export interface Columns {
  bit: Float64Array; bits: Float64Array; depth: Uint32Array; part: Uint32Array;
  path: Uint32Array; type: Uint32Array; value: Uint32Array; why: Uint32Array;
}
export interface Stop { code: string; message: string; bit: number; path: string }
export interface Piece {
  title: string; begin: number; octets: Uint8Array; leastFirst: boolean; spans: Columns; error: Stop | null;
}
export interface Data { title: string; strings: string[]; pieces: Piece[] }
export interface Span { bit: number; bits: number; path: string; type: string; part: string; value: string | null }
export interface Options {
  heading?: boolean;
  change?(span: Span, json: string): Promise<string | undefined>;
  octet?(piece: Piece, octet: number, value: number): void;
  outside?(octet: number): void;
}
export interface Viewer { show(data: Data): void; at: { main: Span } | null }

declare global {
  var wireglotModel: { cut(text: string, most: number): string };
  var wireglotViewer: { mount(host: HTMLElement, data: Data, options?: Options): Viewer };
}

/** Cuts a text to at most so many characters. */
export const cut = (text: string, most: number) => globalThis.wireglotModel.cut(text, most);

export const mount = (host: HTMLElement, data: Data, options: Options) => globalThis.wireglotViewer.mount(host, data, options);
