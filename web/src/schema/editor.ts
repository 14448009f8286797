// The editor of schemas: CodeMirror, in a shadow tree of its own, so that its styles need no exception in the page's policy.
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Text } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Diagnostic as Told, Place } from "../session.ts";
import { cut } from "../viewer.ts";
import { languageOf } from "./languages.ts";

const look = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
  { tag: tags.typeName, color: "var(--code-type)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: tags.propertyName, color: "var(--code-property)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--paper)", fontSize: "13px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.45" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--dim)", borderColor: "var(--line)" },
  ".cm-activeLine": { backgroundColor: "var(--active)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-placeholder": { color: "var(--dim)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--chosen) !important" },
  ".cm-tooltip": { backgroundColor: "var(--paper)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-panels": { backgroundColor: "var(--paper)", color: "var(--ink)" },
  ".cm-panels input, .cm-panels button": { color: "inherit", backgroundColor: "var(--paper)", backgroundImage: "none" },
});

export class Editor {
  private readonly view: EditorView;
  /** The settings that depend on the file's name. */
  private readonly named = new Compartment();
  private states = new Map<string, EditorState>();
  private told: Told[] = [];
  path = "";

  constructor(host: HTMLElement, private readonly edited: (path: string, text: string) => void) {
    const root = host.attachShadow({ mode: "open" });
    const inner = root.appendChild(document.createElement("div"));
    inner.style.height = "100%";
    this.view = new EditorView({ root, parent: inner, state: this.state("", "") });
  }

  private state(path: string, text: string) {
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), history(), drawSelection(), bracketMatching(), highlightActiveLine(), highlightSelectionMatches(), lintGutter(),
        placeholder("Type, paste or drop a schema."),
        keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...lintKeymap]),
        this.named.of(naming(path)), syntaxHighlighting(look), theme,
        EditorView.updateListener.of((update) => { if (update.docChanged) this.edited(this.path, update.state.doc.toString()); }),
      ],
    });
  }

  /** Shows a file; what was undone and where the cursor was stays with it. */
  open(path: string, text: string) {
    if (this.path) this.states.set(this.path, this.view.state);
    const kept = this.states.get(path);
    this.path = path;
    this.view.setState(kept && kept.doc.toString() === text ? kept : this.state(path, text));
    this.mark();
  }

  /** Names the file that is being typed. */
  name(path: string) {
    this.path = path;
    this.view.dispatch({ effects: this.named.reconfigure(naming(path)) });
  }

  /** Forgets files that are gone. */
  keep(paths: Iterable<string>) {
    const there = new Set(paths);
    for (const path of this.states.keys()) if (!there.has(path)) this.states.delete(path);
  }

  /** Marks what is wrong with the files. */
  diagnostics(told: Told[]) {
    this.told = told;
    this.mark();
  }

  private mark() {
    const { doc } = this.view.state;
    const here = this.told.filter(({ at }) => at.file === this.path).map((one): Diagnostic => {
      const [from, to] = range(doc, one.at);
      const lines = [`${one.message} [${one.code}]`, one.at.text, ...one.also.map(({ file, from: [line], text }) => `${file}:${line}: ${text}`), ...one.hints];
      return { from, to, severity: one.severity, source: one.code, message: cut(lines.filter(Boolean).join("\n"), 4000) };
    });
    this.view.dispatch(setDiagnostics(this.view.state, here));
  }

  /** Goes to a place in the file that is open. */
  show(place: Place) {
    const [from, to] = range(this.view.state.doc, place);
    this.view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    this.view.focus();
  }
}

const naming = (path: string) => [
  languageOf(path),
  EditorView.contentAttributes.of({ "aria-label": path ? `Schema ${path}` : "Schema", spellcheck: "false", tabindex: "0" }),
];

/** Where a place is in a text, which may have been edited since. */
function range(doc: Text, { from, to }: Place): [number, number] {
  const at = ([line, column]: [number, number]) => {
    const { from: start, length } = doc.line(Math.max(1, Math.min(line, doc.lines)));
    return start + Math.min(column, length);
  };
  return [at(from), Math.max(at(from), at(to))];
}
