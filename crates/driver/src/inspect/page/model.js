// What the viewer shows: spans of pieces, and the tree of values that they are of. Data is
//
//   { title, strings: [text], pieces: [{ title, begin, octets: base64, leastFirst,
//     spans: { bit, bits, depth, part, path, type, value, why },   // columns; texts by their number, or null
//     error: { code, message, bit, path } | null }] }
//
// Where `octets` is a number there are so many places for octets, and none in them: a layout. Whoever has octets and columns as typed arrays may give these.
"use strict";

globalThis.wireglotModel = (() => {
  const PARTS = ["value", "header", "length", "presence", "extension", "index", "end", "unknown", "padding", "rest"];

  const hexOf = (octet) => octet.toString(16).padStart(2, "0");
  const octetsOf = (given) => {
    if (typeof given === "number") return { length: given };
    if (typeof given !== "string") return given;
    const letters = atob(given);
    const made = new Uint8Array(letters.length);
    for (let n = 0; n < made.length; n += 1) made[n] = letters.charCodeAt(n);
    return made;
  };
  const places = (count, one, many) => `${count} ${count === 1 ? one : many}`;

  /** Spans of a piece as objects, in the order of their bits. */
  function spansOf(piece, strings) {
    const { bit, bits, depth, part, path, type, value, why } = piece.spans;
    return Array.from(bit, (at, n) => ({
      index: n, bit: at, bits: bits[n], end: at + bits[n], depth: depth[n], part: PARTS[part[n]],
      path: strings[path[n]], type: strings[type[n]], why: strings[why[n]],
      value: strings[value[n]] ?? null,
    }));
  }

  /** `a.b[0]` in steps: a, b, [0]. */
  const stepsOf = (path) => path.match(/\[[^\]]*\]|[^.[]+/g) || [];

  class Node {
    constructor(name, parent, piece) {
      Object.assign(this, { name, parent, piece, spans: [], items: [], open: true });
      this.level = parent ? parent.level + 1 : 0;
    }
    get first() { return this.spans[0] || this.items[0]?.first; }
    get bit() { return this.first.bit; }
    get end() {
      const last = this.items[this.items.length - 1];
      return Math.max(this.spans.length ? this.spans[this.spans.length - 1].end : 0, last ? last.end : 0);
    }
    /** The span that says most of the value: itself, which alternative it is, or what stands in front of its parts. */
    get main() {
      const of = (part) => this.spans.find((span) => span.part === part);
      const padding = this.single || !this.items.length;
      return of("value") || of("index") || of("header") || of("length") || of("presence") ||
        this.spans.find((span) => padding || span.part !== "padding");
    }
  }

  /** The path to a node: names from the outermost on, each with its index among siblings of the same name. */
  function trailOf(node) {
    const trail = [];
    for (let at = node; at?.parent; at = at.parent) {
      trail.unshift({ name: at.name, nth: at.parent.items.filter(({ name }) => name === at.name).indexOf(at) });
    }
    return trail;
  }

  /** The node at the end of a trail, or the last one on it that exists; null if there is none. */
  function nodeAt(top, trail) {
    let at = top;
    for (const step of trail) {
      const next = at.items.filter(({ name }) => name === step.name)[step.nth];
      if (!next) break;
      at = next;
    }
    return at === top ? null : at;
  }

  /** The tree of a piece: a node for each value. Where spans have no names, depth says what is in what. */
  function treeOf(piece, root) {
    const stack = [root];
    let steps = [];
    for (const span of piece.all) {
      const own = stepsOf(span.path);
      if (own.length === 0) {
        const level = root.level + 1 + span.depth;
        while (stack[stack.length - 1].level >= level) stack.pop();
        const node = new Node(span.type || span.part, stack[stack.length - 1], piece);
        node.spans.push(span);
        node.single = span.part === "padding";
        (span.node = node).parent.items.push(node);
        stack.push(node);
        steps = [];
        continue;
      }
      if (steps.length === 0) stack.length = 1;
      let same = 0;
      while (same < own.length && steps[same] === own[same]) same += 1;
      stack.length = same + 1;
      for (const step of own.slice(same)) {
        const node = new Node(step, stack[stack.length - 1], piece);
        node.parent.items.push(node);
        stack.push(node);
      }
      steps = own;
      const node = stack[stack.length - 1];
      node.spans.push(span);
      span.node = node;
    }
  }

  /** Nodes for the single spans of values that take several: what their lengths and flags are. */
  function splitSpans(node) {
    node.items.forEach(splitSpans);
    if (node.spans.length < 2) return;
    const own = node.spans.map((span) => {
      const leaf = new Node(span.part, node, node.piece);
      leaf.spans.push(span);
      leaf.single = true;
      span.node = leaf;
      return leaf;
    });
    node.items = [...own, ...node.items].sort((a, b) => a.bit - b.bit || a.first.index - b.first.index);
    // A value without parts is closed until someone asks for its length.
    node.open = node.items.some((item) => !item.single);
  }

  function modelOf(data) {
    const top = new Node("", null, null);
    top.level = -1;
    const pieces = data.pieces.map((given) => {
      const piece = { ...given, blank: typeof given.octets === "number", octets: octetsOf(given.octets), all: spansOf(given, data.strings) };
      // A layout has its message's name in front.
      const root = data.pieces.length > 1 || piece.blank ? new Node(piece.title, top, piece) : Object.assign(top, { piece });
      if (root !== top) top.items.push(root);
      root.isPiece = root !== top;
      treeOf(piece, root);
      root.items.forEach(splitSpans);
      return Object.assign(piece, { root });
    });
    top.items = top.items.filter((root) => !root.isPiece || root.items.length);
    return { pieces, top };
  }

  /** What covers a bit: the span, by halving. */
  function spanAt(piece, bit) {
    let [low, high] = [0, piece.all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (piece.all[middle].end > bit) high = middle; else low = middle + 1;
    }
    while (piece.all[low] && piece.all[low].bits === 0) low += 1;
    return piece.all[low] && piece.all[low].bit <= bit ? piece.all[low] : null;
  }

  const bitOf = (piece, bit) => {
    if (piece.blank) return "\u00b7";
    const octet = piece.octets[(bit >> 3) - piece.begin] || 0;
    return (octet >> (piece.leastFirst ? bit & 7 : 7 - (bit & 7))) & 1;
  };
  /** The octets that a range of bits touches, in hexadecimal digits; nothing of a layout. */
  const hexIn = (piece, bit, end) => {
    if (piece.blank) return "";
    const from = Math.floor(bit / 8) - piece.begin;
    const octets = piece.octets.subarray(from, Math.ceil(end / 8) - piece.begin);
    const text = new Uint8Array(2 * octets.length);
    const digit = (four) => (four < 10 ? 48 : 87) + four;
    octets.forEach((octet, n) => { text[2 * n] = digit(octet >> 4); text[2 * n + 1] = digit(octet & 15); });
    return new TextDecoder().decode(text);
  };
  const placeOf = (bit) => (bit % 8 ? `${Math.floor(bit / 8)}.${bit % 8}` : `${bit / 8}`);
  const longOf = (bits) => (bits % 8 ? places(bits, "bit", "bits") : places(bits / 8, "octet", "octets"));

  /** Cuts a text to at most so many characters. */
  const cut = (text, most) => (text.length > most ? `${text.slice(0, most)} ...` : text);

  return { modelOf, trailOf, nodeAt, spanAt, bitOf, hexIn, hexOf, placeOf, longOf, places, cut };
})();
