// The schema pane: files, the editor, and what is wrong with them.
import { button, count, el, later } from "../dom.ts";
import type { Session } from "../session.ts";
import { cut } from "../viewer.ts";
import { Editor } from "./editor.ts";
import { dropped, isSchema, picked, pickedFolder, type Named } from "../files.ts";

/** How long the page waits for the next key before it compiles. */
const PAUSE = 50;

export class SchemaPane {
  readonly host = el("section", { id: "schema", class: "pane", "aria-label": "Schema" });
  private readonly tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Schema files" });
  private readonly problems = el("div", { class: "problems", role: "log", "aria-label": "Problems in the schema" });
  private readonly state = el("p", { class: "state", role: "status" });
  private readonly editor: Editor;
  private open = "";
  /** What is told of files that are not taken. */
  refuse: (why: string) => void = () => {};

  constructor(private readonly session: Session) {
    const files = el("input", { type: "file", multiple: true, hidden: true, "aria-hidden": "true", tabindex: -1, change: () => this.pick(files, picked) });
    const folder = el("input", { type: "file", webkitdirectory: true, hidden: true, "aria-hidden": "true", tabindex: -1, change: () => this.pick(folder, pickedFolder) });
    const editor = el("div", { class: "editor" });
    const bar = el("div", { class: "bar" },
      button("New", () => this.create(), { title: "A new schema file" }),
      button("Open files", () => files.click()), button("Open folder", () => folder.click()),
      button("Remove", () => this.remove(), { title: "Close the file shown" }), files, folder);
    this.host.append(el("div", { class: "pane-head" }, el("h2", {}, "Schema"), bar), this.tabs, editor, this.state, this.problems);
    const compile = later(PAUSE, () => { void session.refresh("schema"); });
    this.editor = new Editor(editor, (path, text) => {
      session.files.set(path || this.begin(text), text);
      compile();
    });
    this.host.addEventListener("dragover", (event) => event.preventDefault());
    this.host.addEventListener("drop", async (event) => {
      event.preventDefault();
      if (!event.dataTransfer) return;
      const files = await dropped(event.dataTransfer);
      this.add(files.length > 1 ? files.filter(isSchema) : files);
    });
    this.files();
  }

  private async pick(input: HTMLInputElement, read: (files: FileList | null) => Promise<Named[]>) {
    this.add(await read(input.files));
    input.value = "";
  }

  /** Takes more files; those that are no text are told. */
  add(files: Named[]) {
    const taken: string[] = [];
    for (const { path, octets } of files) {
      try {
        this.session.files.set(path, new TextDecoder("utf-8", { fatal: true }).decode(octets));
        taken.push(path);
      } catch {
        const latin = new TextDecoder("latin1").decode(octets);
        if (/[\0-\x08]/.test(latin)) this.refuse(`${path} is not text, so it can't be a schema.`);
        else { this.session.files.set(path, latin); taken.push(path); }
      }
    }
    if (!taken.length) return;
    if (!this.session.files.has(this.session.main)) this.session.main = taken[0];
    this.show(taken[0]);
    void this.session.refresh("schema");
  }

  /** Takes files in the place of all others. */
  replace(files: Map<string, string>, main: string) {
    Object.assign(this.session, { files: new Map(files), main: main || [...files.keys()][0] || "" });
    this.show(this.session.main);
  }

  /** Creates a file for text typed or pasted while no schema is open; its first characters determine the language. Returns its path. */
  private begin(text: string): string {
    const ending = /^\s*</.test(text) ? "xml" : /^\s*([a-z]|\/\/)/.test(text) ? "bitproto" : "asn1";
    const path = `schema1.${ending}`;
    this.open = this.session.main = path;
    this.session.files.set(path, text);
    this.editor.name(path);
    this.files();
    return path;
  }

  private create() {
    let n = 1;
    while (this.session.files.has(`schema${n}.asn1`)) n += 1;
    const path = prompt("The file's name: .asn1 for ASN.1, .xml for SBE, .bitproto for bitproto", `schema${n}.asn1`);
    if (!path) return;
    if (!this.session.files.has(path)) this.session.files.set(path, "");
    this.show(path);
    void this.session.refresh("schema");
  }

  private remove() {
    this.session.files.delete(this.open);
    const [first = ""] = this.session.files.keys();
    if (this.session.main === this.open) this.session.main = first;
    this.show(first);
    void this.session.refresh("schema");
  }

  /** Shows a file. Of languages in which one file finds what it imports, it is the one that is compiled. */
  show(path: string) {
    const changed = this.session.main !== path;
    this.open = path;
    this.session.main = path;
    this.editor.open(path, this.session.files.get(path) ?? "");
    this.files();
    if (changed && this.session.schemaTold?.language !== "asn1") void this.session.refresh("schema");
  }

  private files() {
    const paths = [...this.session.files.keys()];
    this.editor?.keep(paths);
    this.tabs.replaceChildren(...paths.map((path) => {
      const tab = button(path.split("/").pop() ?? path, () => this.show(path), {
        role: "tab", title: path, "aria-selected": String(path === this.open), tabindex: path === this.open ? 0 : -1,
        keydown: (event: KeyboardEvent) => this.tabKey(event, paths, path),
      });
      return tab;
    }));
    this.host.classList.toggle("empty", !paths.length);
  }

  private tabKey(event: KeyboardEvent, paths: string[], path: string) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (event.key === "Delete") this.remove();
    if (!step) return;
    this.show(paths[(paths.indexOf(path) + step + paths.length) % paths.length]);
    (this.tabs.querySelector('[aria-selected="true"]') as HTMLElement | null)?.focus();
  }

  /** Shows what the core says of the schema. */
  told() {
    const told = this.session.schemaTold;
    const all = told?.diagnostics ?? [];
    this.editor.diagnostics(all);
    const errors = all.filter(({ severity }) => severity === "error").length;
    const warnings = all.length > errors ? count(all.length - errors, "warning") : "";
    const known = errors ? count(errors, "error") : `no errors, ${count(told?.types.length ?? 0, "type")}`;
    const without = told ? "No schema: well-known messages are decoded with the built-in modules." : "No schema: only tags are shown.";
    this.state.textContent = told && this.session.files.size ? `${told.name}: ${[known, warnings].filter(Boolean).join(", ")}` : without;
    this.problems.replaceChildren(...all.slice(0, 100).map((one) => {
      const line = button(cut(`${one.at.file}:${one.at.from[0]}: ${one.message}`, 1000), () => {
        if (this.session.files.has(one.at.file)) this.show(one.at.file);
        this.editor.show(one.at);
      }, { class: `problem ${one.severity}` });
      return line;
    }));
  }
}
