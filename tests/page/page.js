// Tests pages written by `wireglot inspect --html` as a user of a browser would: wide and narrow, light and
// dark, with mouse and keyboard, with damaged and hostile data. Prints one line per failed check, then the
// counts.
"use strict";
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { SIZES, accessible, check, launched, run, skip } = require("./browser.js");

const wireglot = path.resolve(process.argv[2]);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "wireglot-page-"));
const CALLS = ["-s", "docs/records.in/calls.asn1", "-t", "Call"];
const EXAMPLES = {
  calls: [...CALLS, "-r", "uper", "--prefix", "u16be", "docs/records.in/calls.u16"],
  damaged: [...CALLS, "docs/records.in/damaged.ber"],
  s1ap: ["-s", "examples/s1ap/S1AP.asn1", "-t", "S1AP-PDU", "-r", "aper", "--in", "hex-lines", "examples/s1ap/messages.hex"],
  sbe: ["-s", "examples/sbe/orders.xml", "--in", "hex-lines", "examples/sbe/orders.hex"],
  bitproto: ["-s", "examples/bitproto/buoy.bitproto", "-t", "Report", "--in", "hex-lines", "examples/bitproto/reports.hex"],
};
const HOSTILE = '</script><script>window.broken = 1</script><img src=x onerror="window.broken = 1"><!--';

/** The encoding rules of ASN.1. */
const RULES = ["ber", "der", "cer", "uper", "aper", "cuper", "caper", "oer", "coer"];

/** Writes the page of an example; returns the objects that `--json` prints for it. */
function made(name, args) {
  const file = path.join(folder, `${name}.html`);
  spawnSync(wireglot, ["inspect", ...args, "--html", file]);
  const { stdout } = spawnSync(wireglot, ["inspect", ...args, "--json"], { encoding: "utf8", maxBuffer: 1 << 28 });
  return { file, objects: stdout.trim().split("\n").map((line) => JSON.parse(line)).filter((object) => !object.error) };
}

/** Writes the page of the layout of a schema. */
function laid(name, schema) {
  const file = path.join(folder, `${name}.html`);
  spawnSync(wireglot, ["layout", schema, "--html", file]);
  return file;
}

/** A schema whose comments try to be markup. */
function hostileSchema() {
  const schema = path.join(folder, "hostile.bitproto");
  fs.writeFileSync(schema, `proto hostile\n\n// ${HOSTILE}\nmessage Ping {\n    // ${HOSTILE}\n    uint8 one = 1\n    uint64 two = 2\n}\n`);
  return schema;
}

/** A page in which every text tries to be markup. */
function hostile() {
  const schema = path.join(folder, "Hostile.asn1");
  const octets = path.join(folder, "hostile.ber");
  fs.writeFileSync(schema, "Hostile DEFINITIONS AUTOMATIC TAGS ::= BEGIN T ::= SEQUENCE { text UTF8String } END\n");
  const text = Buffer.from(HOSTILE);
  fs.writeFileSync(octets, Buffer.concat([Buffer.from([0x30, text.length + 2, 0x80, text.length]), text]));
  return made("hostile", ["-s", schema, "-t", "T", "-r", "ber", octets]);
}

/** A message by all rules, and one of H.248 in text: each page shows what `--json` prints. */
async function allRules(browser) {
  const args = ["-s", "examples/s1ap/S1AP.asn1", "-t", "S1AP-PDU"];
  const message = fs.readFileSync("examples/s1ap/messages.hex", "utf8").split("\n")[0];
  const pages = Object.fromEntries(RULES.map((rules) => {
    const octets = path.join(folder, `message.${rules}`);
    const convert = ["convert", ...args, "--from", "aper", "--to", rules, "--in", "hex", "-o", octets];
    spawnSync(wireglot, convert, { input: message });
    return [rules, made(`by-${rules}`, [...args, "-r", rules, octets])];
  }));
  const module = path.join(process.env.WIREGLOT_SHARED ?? "../shared", "vectors/megaco/MEDIA-GATEWAY-CONTROL-v3.asn");
  if (fs.existsSync(module)) {
    const text = path.join(folder, "message.txt");
    fs.writeFileSync(text, "MEGACO/3 [192.0.2.1]:2944 Transaction=1{Context=${Add=$}}\n");
    pages.h248 = made("by-h248", ["-s", module, "-t", "MegacoMessage", "-r", "h248", text]);
  } else skip("the page of H.248", `no ${module}`);
  for (const [name, { file, objects }] of Object.entries(pages)) {
    const page = await opened(browser, file, SIZES[0]);
    check(`${name}: there is something to be seen`, objects.length > 5, String(objects.length));
    await sameAsJson(name, page, objects);
    check(`${name}: nothing goes wrong`, page.told.length === 0, page.told.join("; "));
    await page.close();
  }
}

/** A page with a value of 8 MB: its beginning is shown without delay. */
async function long(browser) {
  const octets = path.join(folder, "long.ber");
  fs.writeFileSync(octets, Buffer.concat([Buffer.from("0484007a1200", "hex"), Buffer.alloc(8_000_000, 0xab)]));
  const file = path.join(folder, "long.html");
  spawnSync(wireglot, ["inspect", "--untyped", "-r", "ber", octets, "--html", file]);
  const page = await opened(browser, file, SIZES[0]);
  const from = Date.now();
  for (let n = 0; n < 3; n += 1) await page.locator(".wg-row").first().click();
  await page.evaluate(() => { dispatchEvent(new Event("beforeprint")); dispatchEvent(new Event("afterprint")); });
  const took = Date.now() - from;
  const text = await page.textContent(".wg-whole");
  check("long: a long value is cut, which is said", text.length === 65536 && (await page.textContent(".wg-detail")).includes("more characters"), `${text.length}`);
  // Five times the usual duration.
  check("long: and selected without delay", took < 5000, `${took} ms`);
  await page.close();
}

async function opened(browser, file, [width, height, colorScheme]) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  page.told = [];
  page.on("console", (message) => page.told.push(message.text()));
  page.on("pageerror", (error) => page.told.push(error.message));
  page.on("request", (request) => { if (!request.url().startsWith("file:")) page.told.push(request.url()); });
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector(".wg-row");
  return page;
}

/** The spans of a page, as the objects of `--json`. */
const shown = (page) => page.evaluate(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  return data.pieces.flatMap(({ spans }) => spans.bit.map((bit, n) => ({
    offset: Math.floor(bit / 8), bit: bit % 8, bits: spans.bits[n], depth: spans.depth[n], path: data.strings[spans.path[n]],
    type: data.strings[spans.type[n]], why: data.strings[spans.why[n]],
    value: spans.value[n] === null ? undefined : data.strings[spans.value[n]] })));
});

const at = (page) => page.evaluate(() => {
  const row = document.querySelector(".wg-row.wg-at");
  return { name: row?.querySelector(".wg-name").textContent, held: document.querySelectorAll(".wg-cell.wg-held").length };
});

async function sameAsJson(name, page, objects) {
  const spans = await shown(page);
  check(`${name}: as many spans as --json prints`, spans.length === objects.length, `${spans.length}, not ${objects.length}`);
  const differs = spans.findIndex((span, n) => ["offset", "bit", "bits", "depth", "path", "type", "why"]
    .some((key) => span[key] !== objects[n]?.[key]) || (span.value === undefined) !== (objects[n]?.value === undefined));
  check(`${name}: each span as --json prints it`, differs < 0, JSON.stringify([spans[differs], objects[differs]]));
}

/** What a layout shows: each element of an array in its place, and no octets. */
async function layouts(browser) {
  const wanted = {
    buoy: [laid("buoy", "crates/cli/tests/cmd/layout.in/buoy.bitproto"), "Report", ["drift", "longitude"], /octet 29\.7, 32 bits/, "minutes"],
    orders: [laid("orders", "examples/sbe/orders.xml"), "header", ["templateId"], /octet 2, 2 octets/, "templateId"],
    marked: [laid("marked", hostileSchema()), "Ping", ["one"], /octet 0, 1 octet/, "one"],
  };
  for (const [name, [file, title, fields, place, last]] of Object.entries(wanted)) {
    for (const size of SIZES) {
      const page = await opened(browser, file, size);
      const text = (await page.locator(".wg-row, h1").allTextContents()).join("\n");
      check(`layout ${name}: messages and fields are seen`, [title, ...fields].every((word) => text.toLowerCase().includes(word.toLowerCase())), text);
      await page.fill(".wg-search input", last);
      for (let n = 0; n < 9 && await page.locator(".wg-row.wg-at .wg-name").textContent() !== last; n += 1) await page.press(".wg-search input", "Enter");
      const about = await page.locator(".wg-about").textContent();
      check(`layout ${name}: a field is in its place`, place.test(about.replace("4 octets", "32 bits")), about);
      const cells = (await page.locator(".wg-cell").allTextContents()).join("");
      check(`layout ${name}: there are no octets in it`, cells === "" && await page.locator(".wg-cell.wg-held").count() > 0, cells);
      check(`layout ${name}: no text is markup`, !(await page.evaluate(() => window.broken)));
      await usable(`layout ${name}`, page, size);
      check(`layout ${name}: nothing goes wrong`, page.told.length === 0, page.told.join("; "));
      await page.close();
    }
  }
}

async function usable(name, page, size) {
  await page.focus(".wg-tree");
  const names = [];
  for (let n = 0; n < 5; n += 1) { names.push((await at(page)).name); await page.keyboard.press("ArrowDown"); }
  check(`${name}: the arrows go from row to row`, new Set(names).size > 1, names.join(", "));
  check(`${name}: what is selected is marked in the octets`, (await at(page)).held > 0);
  const count = await page.locator(".wg-cell").count();
  const cell = page.locator(".wg-cell").nth(Math.min(3, count - 1));
  await cell.click();
  check(`${name}: an octet selects what it belongs to`, await cell.evaluate((cell) => cell.classList.contains("wg-held")));
  await page.focus(".wg-hex");
  const before = (await at(page)).name;
  for (let n = 0; n < 12; n += 1) await page.keyboard.press("ArrowRight");
  check(`${name}: the arrows go from octet to octet`, (await at(page)).name !== before || count < 4 || /hostile|marked/.test(name));
  await accessible(name, page, size);
}

/** Closes and opens a value. */
async function folded(page) {
  await page.focus(".wg-tree");
  await page.keyboard.press("Home");
  const count = () => page.evaluate(() => Number(document.querySelector(".wg-tree .wg-space").style.height.slice(0, -2)));
  const before = await count();
  await page.keyboard.press("ArrowLeft");
  const closed = await page.getAttribute(".wg-row.wg-at", "aria-expanded");
  check("s1ap: a value is closed", closed === "false" && await count() < before, `${closed}, ${await count()} of ${before}`);
  await page.keyboard.press("ArrowRight");
  check("s1ap: and opened", await page.getAttribute(".wg-row.wg-at", "aria-expanded") === "true" && await count() === before);
}

async function searched(page) {
  await page.keyboard.press("/");
  await page.keyboard.type("macroENB-ID");
  const told = await page.locator(".wg-search output").textContent();
  check("s1ap: a name is found", /^[1-9]\d* match/.test(told), told);
  await page.keyboard.press("Enter");
  check("s1ap: and selected", (await at(page)).name === "macroENB-ID", JSON.stringify(await at(page)));
}

async function damage(page) {
  const bar = page.locator(".wg-errors button").first();
  check("damaged: the error is told", (await bar.textContent()).includes("runs past the end"), await bar.textContent());
  await bar.click();
  check("damaged: and shown in its place", await page.locator(".wg-cell.wg-broken").count() === 1);
}

async function printed(page) {
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const text = await page.locator(".wg-printed").textContent();
  check("calls: the values are printed", text.includes("imsi") && text.includes("seconds 61"), text.slice(0, 200));
}

/** A page adds less than 300 KB to its data. */
function size({ file }) {
  const own = fs.statSync(file).size - fs.readFileSync(file, "utf8").match(/id="data"[^>]*>([^<]*)</)[1].length;
  check("a page without its data is less than 300 KB", own < 300_000, String(own));
}

async function main() {
  const browser = await launched();
  const pages = Object.fromEntries(Object.entries(EXAMPLES).map(([name, args]) => [name, made(name, args)]));
  pages.hostile = hostile();
  size(pages.s1ap);
  for (const [name, { file, objects }] of Object.entries(pages)) {
    for (const size of SIZES) {
      const page = await opened(browser, file, size);
      await sameAsJson(name, page, objects);
      await usable(name, page, size);
      if (name === "s1ap") await folded(page);
      if (name === "s1ap") await searched(page);
      if (name === "damaged") await damage(page);
      if (name === "calls") await printed(page);
      if (name === "hostile") check("hostile: no text is markup", !(await page.evaluate(() => window.broken)));
      check(`${name}: nothing is asked of a network, nothing goes wrong`, page.told.length === 0, page.told.join("; "));
      await page.close();
    }
  }
  await allRules(browser);
  await long(browser);
  await layouts(browser);
  await browser.close();
  fs.rmSync(folder, { recursive: true });
}

run(main);
