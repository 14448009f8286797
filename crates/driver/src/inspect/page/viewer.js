// The viewer of annotated octets: a tree of values beside the octets they came from, each
// highlighting the other to the bit. Plain scripts (this and model.js): a saved page holds a copy of them, and so
// does whatever else shows octets. `wireglotViewer.mount(element, data)` shows the data that model.js describes;
// it is only ever put on the page as text, never as markup. Where values and octets may change, it is given
//
//   { heading: false,                  // the page has one of its own
//     change(span, json),              // a value is to be another one; a promise of why not, if not
//     octet(piece, octet, value),      // so is an octet
//     outside(octet) }                 // an octet was chosen that has no spans: those of another record may be shown
//
// and shows other data after `show(data)`, at the same value.
"use strict";

globalThis.wireglotViewer = (() => {
  const { modelOf, trailOf, nodeAt, spanAt, bitOf, hexIn, hexOf, placeOf, longOf, places, cut } = globalThis.wireglotModel;
  const ROW = 24; // Pixels of a row of the tree, as in viewer.css.
  const LINE = 22; // Pixels of a line of octets.
  const TALLEST = 8e6; // What browsers lay out exactly; behind it, scrolling is scaled.
  const PRINTED = 5000; // Rows that are printed.
  const LONG = 300; // The most characters of a text in a row.
  const LONGEST = 1 << 16; // The most characters of a value in the detail view: browsers take seconds to lay out more.

  const el = (tag, className, text) => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const attributes = (of, named) => Object.entries(named).forEach(([name, value]) => of.setAttribute(name, value));

  // ---- a list that holds as many rows as are seen

  class Scroller {
    constructor(box, height, render) {
      Object.assign(this, { box, height, render, count: 0, drawn: "" });
      this.space = box.appendChild(el("div", "wg-space"));
      this.window = this.space.appendChild(el("div", "wg-window"));
      box.addEventListener("scroll", () => this.draw());
      new ResizeObserver(() => this.draw(true)).observe(box);
    }
    /** How far rows go for a pixel of scrolling: the end of scrolling is the end of the rows. */
    get scale() {
      const [all, room] = [this.count * this.height, this.box.clientHeight];
      return all > TALLEST ? (all - room) / (TALLEST - room) : 1;
    }
    /** The row at the upper edge, and a part of it. */
    get first() { return (this.box.scrollTop * this.scale) / this.height; }
    get seen() { return Math.ceil(this.box.clientHeight / this.height) + 1; }
    fill(count) {
      this.count = count;
      this.space.style.height = `${Math.min(count * this.height, TALLEST)}px`;
      this.draw(true);
    }
    draw(anew) {
      const { first } = this;
      const from = Math.max(0, Math.floor(first) - 4);
      const to = Math.min(this.count, from + this.seen + 8);
      const now = `${from}-${to}`;
      this.window.style.transform = `translateY(${this.box.scrollTop - (first - from) * this.height}px)`;
      if (!anew && now === this.drawn) return;
      this.drawn = now;
      const rows = [];
      for (let n = from; n < to; n += 1) rows.push(this.render(n));
      this.window.replaceChildren(...rows);
    }
    show(row) {
      const [{ first }, seen] = [this, this.box.clientHeight / this.height];
      const inside = row >= first && row + 1 <= first + seen;
      if (!inside) this.box.scrollTop = Math.max(0, ((row - seen / 3) * this.height) / this.scale);
      this.draw(true);
    }
  }

  // ---- the view

  class Viewer {
    constructor(host, data, options) {
      Object.assign(this, { host, options, rows: [], at: null, hovered: null });
      this.build(data.title);
      this.show(data);
    }

    /** Shows other data. The selection stays, or moves to its nearest parent that still exists. */
    show(data) {
      const [trail, octet, nibble] = [trailOf(this.at), this.octet, this.nibble];
      Object.assign(this, modelOf(data), { at: null, hovered: null, matches: undefined });
      this.everyRow = [];
      this.piece = this.pieces[0] || { octets: new Uint8Array(), all: [], begin: 0 };
      this.errors.replaceChildren(...this.errorButtons(this.pieces.filter((piece) => piece.error)));
      this.list();
      this.measure();
      this.select(nodeAt(this.top, trail) || this.rows[0]);
      if (this.piece.octets[octet - this.piece.begin] !== undefined) this.toOctet(octet, nibble);
    }

    build(title) {
      const { host } = this;
      host.replaceChildren();
      host.classList.add("wg");
      const head = host.appendChild(el("header", "wg-head"));
      if (this.options.heading !== false) head.append(el("h1", "", title));
      this.errors = el("div", "wg-errors");
      this.errors.setAttribute("role", "alert");
      head.append(this.detailBox(), this.searchBox(), this.errors);
      const panes = host.appendChild(el("div", "wg-panes"));
      this.treeBox = panes.appendChild(el("div", "wg-tree"));
      attributes(this.treeBox, { role: "tree", tabindex: "0", "aria-label": "Values" });
      const side = panes.appendChild(el("section", "wg-side"));
      this.hexBox = side.appendChild(el("div", "wg-hex"));
      attributes(this.hexBox, { role: "group", tabindex: "0", "aria-label": "Octets" });
      this.detail = host.appendChild(el("section", "wg-detail"));
      this.detail.setAttribute("aria-live", "polite");
      this.tree = new Scroller(this.treeBox, ROW, (n) => this.row(n));
      this.hex = new Scroller(this.hexBox, LINE, (n) => this.line(n));
      new ResizeObserver(() => this.measure()).observe(this.hexBox);
      this.treeBox.addEventListener("keydown", (event) => this.treeKey(event));
      this.hexBox.addEventListener("keydown", (event) => this.hexKey(event));
      for (const [box, act] of [[this.hexBox, "hover"], [this.treeBox, "hoverRow"]]) {
        box.addEventListener("mousemove", (event) => this[act](event));
        box.addEventListener("mouseleave", () => this.hoverNode(null));
      }
      this.hexBox.addEventListener("click", (event) => this.pick(event));
      this.treeBox.addEventListener("click", (event) => this.pickRow(event));
      host.addEventListener("keydown", (event) => {
        if (event.key === "/" && event.target !== this.search) { event.preventDefault(); this.search.focus(); }
      });
      addEventListener("beforeprint", () => this.print());
      addEventListener("afterprint", () => this.printed?.remove());
    }

    searchBox() {
      const form = el("form", "wg-search");
      form.setAttribute("role", "search");
      this.search = el("input");
      Object.assign(this.search, { type: "search", placeholder: "Find a name, type or value ( / )" });
      this.search.setAttribute("aria-label", "Find a name, type or value");
      this.found = el("output");
      form.append(this.search, this.found);
      this.search.addEventListener("input", () => this.find(0));
      form.addEventListener("submit", (event) => { event.preventDefault(); this.find(1); });
      return form;
    }

    detailBox() {
      const label = el("label");
      this.details = el("input");
      this.details.type = "checkbox";
      this.details.addEventListener("change", () => { this.list(); this.select(this.at?.single ? this.at.parent : this.at); });
      label.append(this.details, " Lengths, flags and padding");
      return label;
    }

    errorButtons(wrong) {
      const buttons = wrong.slice(0, 20).map((piece) => {
        const { code, message, bit, path } = piece.error;
        const place = `${this.pieces.length > 1 ? `${piece.title}: ` : ""}${path ? `${cut(path, LONG)}: ` : ""}`;
        const button = el("button", "", `${place}${cut(message, 4 * LONG)} (${code}, octet ${placeOf(bit)})`);
        button.type = "button";
        button.addEventListener("click", () => this.toBit(piece, bit));
        return button;
      });
      return wrong.length > 20 ? [...buttons, el("p", "", `and ${wrong.length - 20} more`)] : buttons;
    }

    // -- the tree

    /** Rows that are open, in order; lengths, flags and padding where they are asked for. */
    list() {
      const rows = [];
      const walk = (node) => {
        if (node.single && !this.details.checked) return;
        node.at = rows.push(node) - 1;
        if (node.open) node.items.forEach(walk);
      };
      this.everyRow?.forEach((node) => { node.at = -1; });
      this.top.items.forEach(walk);
      this.everyRow = this.rows = rows;
      this.tree.fill(rows.length);
    }

    row(n) {
      const node = this.rows[n];
      const span = node.main;
      const row = el("div", `wg-row wg-${node.single || !node.items.length ? span?.part : "group"}`);
      row.dataset.row = n;
      row.id = `wg-row-${n}`;
      attributes(row, { role: "treeitem", "aria-level": node.level + 1, "aria-selected": node === this.at });
      const inside = this.inside(node);
      if (inside) row.setAttribute("aria-expanded", node.open);
      row.style.paddingInlineStart = `${Math.min(node.level, 24) * 14 + 4}px`;
      if (node === this.at) row.classList.add("wg-at");
      if (node === this.hovered) row.classList.add("wg-hovered");
      if (this.matches?.has(node)) row.classList.add("wg-match");
      row.append(el("span", "wg-twist", inside ? (node.open ? "\u25be" : "\u25b8") : ""));
      row.append(el("span", "wg-name", cut(node.name, LONG)));
      if (span && (node.single || node.name !== span.type)) row.append(el("span", "wg-type", node.single ? "" : cut(span.type, LONG)));
      const value = span?.value ?? null;
      if (value !== null) row.append(el("span", "wg-shown", cut(value, LONG)));
      // Of a value with a tag, how long it is says little here; what it is called comes behind that.
      const tagged = span?.part === "value" && span.why.startsWith("[");
      const why = tagged ? span.why.split("; ").slice(1).join("; ") : span?.why;
      if (why) row.append(el("span", "wg-why", cut(why, LONG)));
      const error = node.isPiece ? node.piece.error : null;
      if (error) row.append(el("span", "wg-wrong", cut(error.message, LONG)));
      return row;
    }

    /** Whether a node has rows of its own below it. */
    inside(node) {
      return node.items.some((item) => !item.single || this.details.checked);
    }

    pickRow(event) {
      const row = event.target.closest(".wg-row");
      if (!row) return;
      const node = this.rows[row.dataset.row];
      if (event.target.className === "wg-twist" || event.detail === 2) this.turn(node, !node.open);
      this.select(node);
    }

    turn(node, open) {
      if (!this.inside(node) || node.open === open) return;
      node.open = open;
      this.list();
    }

    treeKey(event) {
      const { at } = this;
      if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
      const page = Math.max(1, this.tree.seen - 2);
      const last = this.rows.length - 1;
      if (event.key === "F2") { event.preventDefault(); return this.detail.querySelector("textarea")?.focus(); }
      const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -last, End: last };
      if (event.key in moves) this.select(this.rows[Math.min(last, Math.max(0, at.at + moves[event.key]))]);
      else if (event.key === "ArrowRight" && this.inside(at)) at.open ? this.select(this.rows[at.at + 1]) : this.turn(at, true);
      else if (event.key === "ArrowLeft" && at.open && this.inside(at)) this.turn(at, false);
      else if (event.key === "ArrowLeft" && at.parent?.level >= 0) this.select(at.parent);
      else if (event.key === "Enter" || event.key === " ") this.turn(at, !at.open);
      else if (event.key === "*") { this.openAll(); }
      else return;
      event.preventDefault();
    }

    openAll() {
      const walk = (node) => { node.open = true; node.items.forEach(walk); };
      this.top.items.forEach(walk);
      this.list();
    }

    /** Selects a node, opens what it is in, and shows both its row and its octets. */
    select(node, keepHex) {
      this.toOctet(undefined);
      if (!node) return this.describe();
      let closed = node.single && !this.details.checked;
      this.details.checked ||= closed;
      for (let up = node.parent; up && up.level >= 0; up = up.parent) { closed ||= !up.open; up.open = true; }
      this.at = node;
      if (closed || node.at < 0) this.list();
      this.treeBox.setAttribute("aria-activedescendant", `wg-row-${node.at}`);
      if (node.piece && node.piece !== this.piece) { this.piece = node.piece; this.measure(); }
      this.tree.show(node.at);
      if (keepHex || !node.first) this.hex.draw(true);
      else this.hex.show(Math.floor((Math.floor(node.bit / 8) - this.piece.begin) / this.wide));
      this.describe();
    }

    /** The octet that the next digit is typed over, and whether its upper half was. */
    toOctet(octet, nibble = null) {
      Object.assign(this, { octet, nibble });
      if (this.piece) this.hex.draw(true);
    }

    toBit(piece, bit) {
      const last = piece.all[piece.all.length - 1];
      const span = spanAt(piece, bit) || last;
      if (!span) return;
      this.select(span.node);
      this.hexBox.focus();
    }

    // -- octets

    measure() {
      if (!this.piece) return;
      const style = getComputedStyle(this.hexBox);
      const [cell, gap, edge] = ["cell", "gap", "edge"].map((name) => parseFloat(style.getPropertyValue(`--wg-${name}`)));
      const letter = 8;
      this.digits = Math.max(4, String(this.piece.begin + this.piece.octets.length).length);
      const room = this.hexBox.clientWidth - 2 * (edge + gap) - this.digits * letter;
      this.wide = [16, 8].find((wide) => wide * (cell + letter) <= room) ?? 4;
      this.hexBox.style.setProperty("--wg-wide", this.wide);
      this.hex.fill(Math.ceil(this.piece.octets.length / this.wide));
    }

    line(n) {
      const from = n * this.wide;
      const line = el("div", "wg-line");
      line.append(el("span", "wg-place", (this.piece.begin + from).toString().padStart(this.digits, "0")));
      const cells = line.appendChild(el("span", "wg-cells"));
      let text = "";
      for (let at = from; at < from + this.wide && at < this.piece.octets.length; at += 1) {
        const octet = this.piece.octets[at];
        cells.append(this.cell(at, octet));
        if (this.piece.blank) continue;
        text += octet >= 0x20 && octet < 0x7f ? String.fromCharCode(octet) : "\u00b7";
      }
      line.append(el("span", "wg-text", text));
      return line;
    }

    /** An octet, painted bit by bit with what its bits are, and with what of them is selected. */
    cell(at, octet) {
      const cell = this.piece.blank ? el("span", "wg-cell wg-blank") : el("span", "wg-cell", hexOf(octet));
      cell.dataset.octet = at;
      const begin = (this.piece.begin + at) * 8;
      const runs = this.runs(begin);
      const paint = (parts, colour) => {
        const stops = parts.map(({ from, to, what }) => `${colour(what)} ${from * 12.5}% ${to * 12.5}%`);
        return `linear-gradient(to right, ${stops.join(", ")})`;
      };
      const kinds = paint(runs, (span) => (span ? `var(--wg-${span.part}${span.index % 2 ? "-b" : ""})` : "transparent"));
      const chosen = (node) => runs.map(({ from, to, what }) => ({ from, to, what: node && what && this.within(what, node) }));
      const mark = (node, own, whole) => paint(chosen(node), (held) => (held === "own" ? own : held ? whole : "transparent"));
      cell.style.backgroundImage = [
        mark(this.hovered, "var(--wg-hover)", "var(--wg-hover)"),
        mark(this.at, "var(--wg-own)", "var(--wg-whole)"), kinds].join(", ");
      if (this.octet === this.piece.begin + at) cell.classList.add("wg-here");
      if (this.brokenAt(this.piece) === at) cell.classList.add("wg-broken");
      if (this.at?.first && runs.some(({ what }) => what && this.within(what, this.at))) cell.classList.add("wg-held");
      return cell;
    }

    /** The octet of a piece that an error is told of: its last one, where something is missing behind it. */
    brokenAt({ error, begin, octets }) {
      return error ? Math.min(Math.floor(error.bit / 8) - begin, octets.length - 1) : -1;
    }

    /** The spans that the bits of an octet are in, from left to right. */
    runs(begin) {
      const runs = [];
      for (let n = 0; n < 8;) {
        const span = spanAt(this.piece, begin + n);
        const to = span ? Math.min(8, span.end - begin) : 8;
        runs.push({ from: n, to, what: span });
        n = to;
      }
      if (!this.piece.leastFirst) return runs;
      return runs.map(({ from, to, what }) => ({ from: 8 - to, to: 8 - from, what })).reverse();
    }

    /** Whether a span is a node's own, or in it. */
    within(span, node) {
      if (node.spans.includes(span)) return "own";
      for (let up = span.node; up; up = up.parent) if (up === node) return "in";
      return "";
    }

    bitUnder(event) {
      const cell = event.target.closest?.(".wg-cell");
      if (!cell) return null;
      const box = cell.getBoundingClientRect();
      const across = Math.min(7, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * 8)));
      return (this.piece.begin + Number(cell.dataset.octet)) * 8 + (this.piece.leastFirst ? 7 - across : across);
    }

    pick(event) {
      const bit = this.bitUnder(event);
      if (bit === null) return;
      const [span, octet] = [spanAt(this.piece, bit), Math.floor(bit / 8)];
      if (span) this.select(span.node, true);
      else this.options.outside?.(octet);
      this.toOctet(octet);
    }

    hover(event) {
      const bit = this.bitUnder(event);
      this.hoverNode(bit === null ? null : spanAt(this.piece, bit)?.node ?? null);
    }

    hoverRow(event) {
      const row = event.target.closest(".wg-row");
      const node = row ? this.rows[row.dataset.row] : null;
      this.hoverNode(node?.piece === this.piece ? node : null);
    }

    hoverNode(node) {
      if (node === this.hovered) return;
      this.hovered = node;
      this.hex.draw(true);
      this.tree.draw(true);
    }

    /** A digit that was typed over an octet: its upper half, then its lower one. */
    digit(key) {
      const { begin, octets } = this.piece;
      const at = this.octet ?? (this.at?.first ? Math.floor(this.at.bit / 8) : begin);
      const old = octets[at - begin];
      if (old === undefined) return;
      const [digit, upper] = [parseInt(key, 16), this.nibble !== at];
      this.options.octet(this.piece, at, upper ? (digit << 4) | (old & 15) : (old & 0xf0) | digit);
      this.toOctet(upper ? at : Math.min(at + 1, begin + octets.length - 1), upper ? at : null);
    }

    hexKey(event) {
      if (this.options.octet && /^[0-9a-f]$/i.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        return this.digit(event.key);
      }
      const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: this.wide, ArrowUp: -this.wide }[event.key];
      if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const { begin, octets } = this.piece;
      const now = this.octet ?? (this.at?.first ? Math.floor(this.at.bit / 8) : begin);
      // To the right and left also to the next of several values in an octet.
      const span = this.at?.first;
      const near = Math.abs(step) === 1 && span && this.piece.all[span.index + step];
      if (near && Math.floor(near.bit / 8) === now && near.bits) return this.select(near.node);
      const next = Math.min(begin + octets.length - 1, Math.max(begin, now + step));
      const found = spanAt(this.piece, next * 8 + (step < 0 ? 7 : 0));
      if (found) this.select(found.node);
      else this.options.outside?.(next);
      this.toOctet(next);
    }

    // -- what is selected

    describe() {
      const box = this.detail;
      box.replaceChildren();
      const node = this.at;
      if (!node?.first) return box.append(el("p", "", "Nothing was read."));
      const span = node.main || node.first;
      const head = box.appendChild(el("div", "wg-about"));
      head.append(el("strong", "", cut(span.path || node.name, LONG)), el("span", "wg-type", cut(span.type, LONG)));
      const length = node.end - node.bit;
      head.append(el("span", "wg-why", `octet ${placeOf(node.bit)}, ${longOf(length)}${span.why ? `: ${cut(span.why, 4 * LONG)}` : ""}`));
      // A choice can be given another value, like any field; a number of elements or a lone flag can't.
      const changes = this.options.change && ["value", "index"].includes(span.part);
      if (span.value !== null) box.append(...(span.value.length > LONGEST ? this.beginning(span.value, changes) : [changes ? this.changeBox(span) : el("pre", "wg-whole", span.value)]));
      const flips = node.end > node.bit && this.options.octet ? this.flipBox() : null;
      if (node.end > node.bit) box.append(this.bits(node));
      const buttons = box.appendChild(el("div", "wg-copy"));
      if (flips) buttons.append(flips);
      const offer = (label, there, text) => {
        if (!there) return;
        const button = el("button", "", label);
        button.type = "button";
        button.addEventListener("click", () => navigator.clipboard.writeText(text()).then(
          () => { button.textContent = "Copied"; }, () => { button.textContent = "The browser forbids it"; }));
        buttons.append(button);
      };
      offer("Copy path", span.path, () => span.path);
      offer("Copy value", span.value, () => span.value);
      offer("Copy octets", node.end > node.bit && !this.piece.blank, () => hexIn(this.piece, node.bit, node.end));
    }

    /** The beginning of a long value. */
    beginning(value, changes) {
      const more = `... ${(value.length - LONGEST).toLocaleString("en")} more characters. "Copy value" copies all.`;
      const why = changes ? `${more} It is too long to change here.` : more;
      return [el("pre", "wg-whole", value.slice(0, LONGEST)), el("p", "wg-why", why)];
    }

    /** A field to change a value. Strings are shown without their quotes; of a choice, only the name is shown. */
    changeBox(span) {
      const form = el("form", "wg-change");
      const choice = span.part === "index";
      const quoted = !choice && span.value.startsWith('"');
      const field = el("textarea");
      if (choice) field.placeholder = `Another value as JSON: {${span.value}: ...}`;
      else field.value = quoted ? JSON.parse(span.value) : span.value;
      field.rows = Math.min(4, Math.ceil(field.value.length / 60) || 1);
      field.spellcheck = false;
      field.setAttribute("aria-label", `Value of ${span.path}`);
      const button = el("button", "", "Change");
      const wrong = el("output", "wg-wrong");
      form.append(field, button, wrong);
      const put = async () => {
        wrong.textContent = "";
        const why = await this.options.change(span, quoted ? JSON.stringify(field.value) : field.value);
        // The form has been replaced, and the focus is lost, unless the user has moved it.
        if (why) wrong.textContent = why;
        else if (document.activeElement === document.body || form.contains(document.activeElement)) this.treeBox.focus();
      };
      form.addEventListener("submit", (event) => { event.preventDefault(); put(); });
      field.addEventListener("keydown", (event) => {
        if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); put(); }
        if (event.key === "Escape") { this.describe(); this.treeBox.focus(); }
        event.stopPropagation();
      });
      return form;
    }

    /** The bits of a node, octet by octet, with those around them that share its octets. */
    bits(node) {
      const box = el("div", "wg-bits");
      const begin = Math.floor(node.bit / 8) * 8;
      const end = Math.min(Math.ceil(node.end / 8) * 8, begin + 96);
      for (let octet = begin; octet < end; octet += 8) {
        const group = box.appendChild(el("span", "wg-octet"));
        for (let n = 0; n < 8; n += 1) {
          const bit = octet + (this.piece.leastFirst ? 7 - n : n);
          const span = spanAt(this.piece, bit);
          const held = span && this.within(span, node);
          const digit = el("button", `wg-bit wg-${span?.part}${held ? " wg-held" : ""}`, bitOf(this.piece, bit));
          digit.type = "button";
          digit.title = span ? `${placeOf(bit)}: ${cut(span.path || span.type, LONG)} (${span.part})` : placeOf(bit);
          digit.tabIndex = this.flips?.checked ? 0 : -1;
          digit.addEventListener("click", () => this.pickBit(bit, span));
          group.append(digit);
        }
      }
      if (end < node.end) box.append(el("span", "wg-why", `and ${longOf(node.end - end)} more`));
      return box;
    }

    pickBit(bit, span) {
      if (!this.flips?.checked) return span && this.select(span.node);
      const [at, { begin, octets, leastFirst }] = [Math.floor(bit / 8), this.piece];
      this.options.octet(this.piece, at, octets[at - begin] ^ (1 << (leastFirst ? bit & 7 : 7 - (bit & 7))));
    }

    /** Whether bits change when they are clicked. */
    flipBox() {
      const [label, was] = [el("label"), this.flips?.checked];
      this.flips = el("input");
      Object.assign(this.flips, { type: "checkbox", checked: Boolean(was) });
      this.flips.addEventListener("change", () => this.describe());
      label.append(this.flips, " Flip bits by clicking");
      return label;
    }

    // -- finding and printing

    find(next) {
      const words = this.search.value.trim().toLowerCase();
      this.matches = new Set();
      if (words) {
        const holds = (node) => [node.name, ...node.spans.flatMap((span) => [span.path, span.type, span.value || "", span.why])]
          .some((text) => text.toLowerCase().includes(words));
        const walk = (node) => { if (!node.single && holds(node)) this.matches.add(node); node.items.forEach(walk); };
        this.top.items.forEach(walk);
      }
      const all = [...this.matches];
      this.found.textContent = words ? places(all.length, "match", "matches") : "";
      if (!all.length) return this.tree.draw(true);
      const now = all.indexOf(this.at);
      this.select(all[next ? (now + 1) % all.length : Math.max(0, now)]);
    }

    print() {
      this.printed = this.host.appendChild(el("pre", "wg-printed"));
      const lines = this.rows.slice(0, PRINTED).map((node) => {
        const span = node.main;
        const octets = node.first && !node.items.length ? hexIn(node.piece, node.bit, Math.min(node.end, node.bit + 128)).slice(0, 32) : "";
        return `${(node.first ? placeOf(node.bit) : "").padStart(8)}  ${octets.padEnd(32)}  ` +
          `${"  ".repeat(node.level)}${node.name} ${cut(span?.value ?? span?.why ?? "", 4 * LONG)}`.trimEnd();
      });
      if (this.rows.length > PRINTED) lines.push(`and ${this.rows.length - PRINTED} more rows`);
      this.printed.textContent = lines.join("\n");
    }
  }

  return { mount: (host, data, options = {}) => new Viewer(host, data, options) };
})();
