// The page: three panes over one session.
import "./style.css";
import { DataPane } from "./data/pane.ts";
import { el } from "./dom.ts";
import { EXAMPLES, type Example } from "./examples.ts";
import { dropped, isSchema } from "./files.ts";
import { isServed, unpacked } from "./link.ts";
import { MessagePane } from "./message/pane.ts";
import { SchemaPane } from "./schema/pane.ts";
import { Session } from "./session.ts";

const session = new Session();
const schema = new SchemaPane(session);
const data = new DataPane(session);
const message = new MessagePane(session, data, (set) => void openSet(set));

const sets = el("optgroup", { label: "Built-in modules" });
const library = el("select", { "aria-label": "Examples and modules", change: () => { const chosen = library.value; library.value = ""; void choose(chosen); } },
  el("option", { value: "" }, "Examples"),
  el("optgroup", { label: "Examples" }, ...EXAMPLES.map(({ name }) => el("option", { value: name }, name))), sets);
const head = el("header", { class: "head" }, el("h1", {}, "Wireglot"), el("p", {}, "Nothing leaves your browser."), library);
document.body.append(head, el("main", {}, schema.host, data.host, message.host));

schema.refuse = (why) => message.say(why);
session.lost = (why) => message.say(why);
session.changed = (stage) => {
  if (stage === "schema" || stage === "guess") schema.told();
  if (stage === "schema" || stage === "guess" || stage === "type") message.toldSchema();
  if (stage !== "record") data.tell();
  message.told();
};

async function choose(chosen: string) {
  const example = EXAMPLES.find(({ name }) => name === chosen);
  if (example) await show(example);
  else await openSet(chosen);
}

/** Opens the modules of a set as files, which may be changed. */
async function openSet(set: string) {
  const { json, sections } = await session.core.ask({ do: "library", set });
  schema.add((json as string[]).map((path, n) => ({ path, octets: sections[n] })));
}

async function show({ files, type, rules, data: octets, framing }: Example) {
  const load = async (url: string) => (await fetch(url)).arrayBuffer();
  const texts = await Promise.all(files.map(async ([path, url]): Promise<[string, string]> => [path, new TextDecoder().decode(await load(url))]));
  const [name, url] = octets;
  Object.assign(session, { type, rules, chosen: files.length > 0 });
  schema.replace(new Map(texts), texts[0]?.[0] ?? "");
  data.take(name, new Uint8Array(await load(url)), "auto", { record: 1, part: 0, taken: undefined, framing: { ...framing } });
  void session.refresh("schema");
}

/** How the link ends that `wireglot serve` gives: the schemas it was given lie beside the page. */
const SERVED = "#files";

/** Shows the schemas that lie beside the page. */
async function showServed() {
  const { files, type, rules }: { files: [string, string, string][]; type: string; rules: string } = await (await fetch("./files.json")).json();
  Object.assign(session, { type, rules: rules || session.rules, chosen: type !== "" });
  session.places = new Map(files.map(([name, , path]) => [name, path]));
  schema.replace(new Map(files.map(([name, text]) => [name, text])), files[0]?.[0] ?? "");
  void session.refresh("schema");
}

/** Shows what the link holds by which the page was opened. */
async function follow() {
  try {
    if (location.hash === SERVED) return await showServed();
    const kept = await unpacked(location.hash);
    if (!kept) return;
    const { files, main, data: octets, form, name, type, rules } = kept;
    Object.assign(session, { type, rules, chosen: files.length > 0 });
    schema.replace(new Map(files), main);
    data.take(name, octets, form, kept);
    void session.refresh("schema");
  } catch {
    message.say("The link is damaged and can't be opened.");
  }
}

// Whatever is dropped is data, or schemas by their names; on the pane of schemas, a single file is a schema.
window.addEventListener("dragover", (event) => event.preventDefault());
window.addEventListener("drop", async (event: DragEvent) => {
  if (event.defaultPrevented || !event.dataTransfer) return;
  event.preventDefault();
  const first = event.dataTransfer.files[0];
  const files = await dropped(event.dataTransfer);
  const schemas = files.filter(isSchema);
  if (schemas.length) schema.add(schemas);
  else if (files[0]) data.take(files[0].path, files[0].octets);
  else if (first) void data.open(first).catch(() => message.say("What you dropped is not a file."));
});
window.addEventListener("hashchange", () => void follow());

void session.refresh("schema");
void follow();
void session.core.ask({ do: "library" }).then(({ json }) => {
  sets.replaceChildren(...(json as [string, string][]).map(([word, about]) => el("option", { value: word }, about)));
}, () => undefined);

// The service worker keeps the page for use offline. A browser without it still works, and a page served by the command
// lasts only as long as the command runs.
if ("serviceWorker" in navigator && !isServed()) navigator.serviceWorker.register("./offline.js").catch(() => undefined);
