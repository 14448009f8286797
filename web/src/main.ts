// The page: three panes over one session.
import "./style.css";
import { DataPane } from "./data/pane.ts";
import { el } from "./dom.ts";
import { MessagePane } from "./message/pane.ts";
import { SchemaPane } from "./schema/pane.ts";
import { Session } from "./session.ts";

const session = new Session();
const schema = new SchemaPane(session);
const data = new DataPane(session);
const message = new MessagePane(session, data);

const head = el("header", { class: "head" }, el("h1", {}, "Wireglot"));
document.body.append(head, el("main", {}, schema.host, data.host, message.host));

schema.refuse = (why) => message.say(why);
session.lost = (why) => message.say(why);
session.changed = (stage) => {
  if (stage === "schema") { schema.told(); message.toldSchema(); }
  if (stage === "input" || stage === "schema" || stage === "type") data.tell();
  message.told();
};
void session.refresh("schema");

// What is loaded once is there without a network; a page that can't keep it goes on without.
if ("serviceWorker" in navigator) navigator.serviceWorker.register("./offline.js").catch(() => undefined);
