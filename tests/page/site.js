// Tests the site as a user with some data and perhaps a schema would: at both widths, with mouse and
// keyboard, online and offline. Compares its results with the command's.
"use strict";
const { spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const http = require("node:http");
const os = require("node:os");
const path = require("node:path");
const zlib = require("node:zlib");
const { SIZES, accessible, check, launched, run, served, skip } = require("./browser.js");

const wireglot = path.resolve(process.argv[2]);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "wireglot-site-"));
const read = (file) => fs.readFileSync(file, "utf8");
const splitLines = (text) => text.trim().split("\n");
const lines = (file) => splitLines(read(file));

const S1AP = { schema: "examples/s1ap/S1AP.asn1", type: "S1AP-PDU", rules: "aper", message: lines("examples/s1ap/messages.hex")[0] };
const HOSTILE = '</textarea><script>window.broken = 1</script><img src=x onerror="window.broken = 1">';

/** The output of the command for some input. */
function command(args, input) {
  const { stdout, stderr, status } = spawnSync(wireglot, args, { input, encoding: "utf8", maxBuffer: 1 << 28 });
  return { stdout: stdout.trim(), stderr, status };
}

async function opened(context, url) {
  const page = await context.newPage();
  page.told = [];
  page.on("console", (message) => page.told.push(message.text()));
  page.on("pageerror", (error) => page.told.push(error.message));
  page.on("request", (request) => { if (!request.url().startsWith(url.split("#")[0])) page.told.push(request.url()); });
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector("#schema .state")?.textContent);
  return page;
}

// ---- user actions

const NOTHING = () => !document.querySelector(".wg-row") || document.querySelector(".stage").hidden;
const octets = async (page) => (await page.inputValue("#data textarea")).replace(/\s/g, "");
const values = (page) => page.locator(".wg-row").allTextContents();
const rows = (page) => page.waitForFunction(() => document.querySelector(".wg-row") && !document.querySelector(".stage").hidden);

async function clear(page) {
  await page.click('#data button:has-text("Clear")');
  await page.waitForFunction(NOTHING);
}

/** Drops files on a pane as a browser would. */
async function drop(page, pane, files) {
  const texts = files.map((file) => [path.basename(file), read(file)]);
  await page.evaluate(([where, all]) => {
    const transfer = new DataTransfer();
    all.forEach(([name, text]) => transfer.items.add(new File([text], name)));
    document.querySelector(where).dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, [pane, texts]);
}

async function schema(page, file, { type, rules } = {}) {
  await drop(page, "#schema", [file]);
  await page.waitForFunction((name) => [...document.querySelectorAll("#schema .tabs button")].some((tab) => tab.textContent === name) &&
    document.querySelector("#schema .state").textContent.includes("no errors"), path.basename(file));
  if (type) await page.fill("#message .type", type);
  if (type) await page.dispatchEvent("#message .type", "change");
  if (rules) await page.selectOption("#message .field select", rules);
}

async function paste(page, text) {
  await page.fill("#data textarea", text);
  await rows(page);
}

/** Searches for some words; returns the row of that name, or else the first row with these words. */
async function find(page, words) {
  await page.fill(".wg-search input", words);
  const first = await page.locator(".wg-row.wg-at").textContent();
  for (let n = 0; n < 20; n += 1) {
    if (await page.locator(".wg-row.wg-at .wg-name").textContent() === words) return page.locator(".wg-row.wg-at").textContent();
    await page.press(".wg-search input", "Enter");
  }
  return first;
}

/** Changes the selected value, and waits until the bytes have changed. */
async function change(page, value) {
  const before = await octets(page);
  await page.fill(".wg-change textarea", value);
  await page.click(".wg-change button");
  await page.waitForFunction((old) => document.querySelector("#data textarea").value.replace(/\s/g, "") !== old, before);
  return octets(page);
}

async function panel(page, label) {
  const opener = page.locator(".tools button", { hasText: label }).first();
  if (await opener.getAttribute("aria-expanded") === "false") await opener.click();
}

/** The message in another notation. */
async function shownAs(page, word) {
  await panel(page, "Convert and copy");
  await page.$eval("#convert textarea", (shown) => { shown.value = "..."; });
  await page.selectOption("#convert select", word);
  await page.dispatchEvent("#convert select", "change");
  await page.waitForFunction(() => document.querySelector("#convert textarea").value !== "...");
  return page.inputValue("#convert textarea");
}

// ---- flows

async function certificate(page) {
  await paste(page, read("examples/x509/certificate.pem"));
  await page.waitForFunction(() => document.querySelector(".guess")?.textContent.includes("is an X.509 certificate"));
  const row = await find(page, "dNSName");
  check("certificate: its names are seen", /dNSName/.test(row) && /torn|tern/i.test(row), row);
}

/** Forms of input: each is said, and the octets are there to be changed. */
async function forms(context, url) {
  const page = await opened(context, url);
  for (const text of ["0000   30 03 02 01 05    0....", "{0x30,0x03,0x02,0x01,0x05};"]) {
    await paste(page, text);
    await page.waitForFunction(() => /a dump.*5 octets/.test(document.querySelector("#data .state").textContent));
    check(`forms: the octets of ${text} are shown`, await page.locator(".wg-cell").count() === 5);
    await page.locator('.wg-cell[data-octet="4"]').click();
    await page.keyboard.type("06");
    await page.waitForFunction(() => /06$/.test(document.querySelector("#data textarea").value));
    check("forms: and changed where they stand", (await octets(page)) === "00003003020106", await octets(page));
    await clear(page);
  }
  await paste(page, "3003020105");
  await find(page, "INTEGER");
  check("forms: without a schema no value is offered to be changed", await page.locator(".wg-change").count() === 0);
  await page.selectOption("#data .field select", "hex");
  await page.evaluate((text) => navigator.clipboard.writeText(text), read("examples/x509/certificate.pem"));
  await page.focus("#data textarea");
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Control+V");
  await page.waitForFunction(() => document.querySelector(".guess")?.textContent.includes("is an X.509 certificate"));
  await page.waitForFunction(() => /^Read as PEM/.test(document.querySelector("#data .state").textContent), null, { timeout: 5000 }).catch(() => {});
  const told = await page.textContent("#data .state");
  check("forms: PEM that is pasted is read as such, which is said", /^Read as PEM/.test(told), told);
  await page.selectOption(".guess select[aria-label='Read as']", { label: "as tags alone" });
  await page.waitForFunction(() => !document.querySelector("#message .type")?.offsetParent);
  await page.click('.tools button:has-text("Copy link")');
  await page.waitForFunction(() => location.hash.length > 10);
  const tab = await opened(context, await page.evaluate(() => location.href));
  await rows(tab);
  const as = await tab.$eval(".guess select[aria-label='Read as']", (select) => select.selectedOptions[0].textContent);
  check("forms: a link keeps what octets are read as", as === "as tags alone", as);
  await tab.close();
  const room = await page.locator("#message").evaluate((pane) => pane.clientWidth / document.documentElement.clientWidth);
  check("forms: the message has the most room", room > 0.65, String(room));
  await page.close();
}

/** Files by their names: what is no schema, or hidden, is left where it is. */
async function named(context, url) {
  const page = await opened(context, url);
  const top = path.join(folder, "project");
  fs.mkdirSync(path.join(top, ".git"), { recursive: true });
  const module = "N DEFINITIONS ::= BEGIN A ::= INTEGER END\n";
  for (const [name, text] of [["n.asn1", module], ["rfc.txt", module.replace("N", "M")], ["README.md", "text\n"], ["x.c", "int x;\n"], ["notes.txt", "text\n"], [".git/h.asn1", module]]) fs.writeFileSync(path.join(top, name), text);
  const tabs = () => page.locator("#schema .tabs button").allTextContents();
  await page.setInputFiles("#schema input[webkitdirectory]", top);
  await page.waitForFunction(() => document.querySelector("#schema .state").textContent.includes("no errors"));
  check("named: of a folder the schemas are taken", (await tabs()).sort().join() === "n.asn1,rfc.txt", (await tabs()).join());
  await drop(page, "#message", ["docs/private.in/ACME-MIB.mib"]);
  await drop(page, "#data", ["docs/private.in/acme-tree.asn1"]);
  await page.waitForFunction(() => document.querySelectorAll("#schema .tabs button").length === 4);
  check("named: schemas are taken wherever they are dropped", true);
  await drop(page, "#data", [path.join(top, "notes.txt")]);
  await page.waitForFunction(() => document.querySelector("#data textarea").value === "text\n");
  check("named: and other texts are data", (await tabs()).length === 4);
  await page.close();
}

async function s1ap(page) {
  await clear(page);
  await schema(page, S1AP.schema, S1AP);
  await paste(page, S1AP.message);
  await find(page, "macroENB-ID");
  await page.waitForFunction(() => document.querySelector(".wg-about strong")?.textContent.endsWith("macroENB-ID"));
  const made = await change(page, "543210");
  const args = ["-s", S1AP.schema, "-t", S1AP.type, "-r", S1AP.rules];
  const json = command(["decode", ...args, "--in", "hex"], S1AP.message).stdout.replace('"123450"', '"543210"');
  const expected = command(["encode", ...args, "--out", "hex"], json).stdout.replace(/\s/g, "");
  check("s1ap: a changed value gives the octets that encode gives", made === expected, `${made}, not ${expected}`);
  await page.focus(".wg-tree");
  await page.keyboard.press("F2");
  check("s1ap: F2 goes to the value", await page.evaluate(() => document.activeElement.matches(".wg-change textarea")));
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.matches(".wg-tree"), null, { timeout: 5000 }).catch(() => {});
  const told = await page.locator(".wg-change").evaluate((form) => form.querySelector("output").textContent);
  check("s1ap: which is no error", told === "", told);
  check("s1ap: and Enter goes back to the tree", await page.evaluate(() => document.activeElement.matches(".wg-tree")));
  const selected = () => page.locator(".wg-row.wg-at").textContent();
  await find(page, "eNB-ID");
  check("s1ap: of a choice, another value may be given", (await page.getAttribute(".wg-change textarea", "placeholder")).includes('{"macroENB-ID": ...}'));
  await change(page, '{"macroENB-ID": "123450"}');
  check("s1ap: a choice that was changed is selected still", (await selected()).includes("eNB-ID"), await selected());
  await find(page, "macroENB-ID");
  await change(page, "543210");
  check("s1ap: and so is what it holds", (await selected()).includes("543210"), await selected());
  await find(page, "protocolIEs");
  check("s1ap: a number of elements alone can't be changed", await page.locator(".wg-change").count() === 0);
  await find(page, "macroENB-ID");
  await page.fill(".wg-change textarea", "no bits");
  await page.click(".wg-change button");
  await page.waitForFunction(() => document.querySelector(".wg-change output").textContent);
  check("s1ap: a value of another type is refused", (await octets(page)) === made);
  return made;
}

/** Overwrites a byte, and checks for the error at the bit that the command reports. */
async function broken(page, message) {
  await page.locator('.wg-cell[data-octet="3"]').click();
  await page.keyboard.type("ff");
  await page.waitForFunction(() => document.querySelector(".wg-errors button"));
  const text = await octets(page);
  check("broken: what is typed is in the octets", text === `${message.slice(0, 6)}ff${message.slice(8)}`, text);
  const { stdout } = command(["inspect", "-s", S1AP.schema, "-t", S1AP.type, "-r", S1AP.rules, "--in", "hex", "--json"], text);
  const { error } = JSON.parse(stdout.split("\n").pop());
  const told = await page.locator(".wg-errors button").textContent();
  const place = error.bit ? `${error.offset}.${error.bit}` : `${error.offset}`;
  check("broken: the error is the command's, at its bit", told.includes(`(${error.code}, octet ${place})`) && told.includes(error.message), `${told}, not ${JSON.stringify(error)}`);
  const cells = await page.locator(".wg-cell.wg-broken").evaluateAll((all) => all.map((cell) => Number(cell.dataset.octet)));
  check("broken: and marked there", cells.length === 1 && cells[0] === Math.min(error.offset, text.length / 2 - 1), cells.join());
  await page.fill("#data textarea", message);
  await page.waitForFunction(() => !document.querySelector(".wg-errors button"));
}

/** Converts to other notations and rules, and back again. */
async function converted(page, message) {
  const args = ["-s", S1AP.schema, "-t", S1AP.type];
  const json = JSON.parse(await shownAs(page, "json"));
  const expected = JSON.parse(command(["decode", ...args, "-r", "aper", "--in", "hex"], message).stdout);
  check("converted: JSON is that of decode", JSON.stringify(json) === JSON.stringify(expected));
  const rules = await page.$$eval('#convert optgroup[label="Other rules"] option', (all) => all.map((one) => one.value));
  check("converted: to other rules", rules.length >= 7, rules.join());
  for (const to of rules) {
    const shown = (await shownAs(page, to)).replace(/\s/g, "");
    const { stdout } = command(["convert", ...args, "--from", "aper", "--to", to, "--in", "hex", "--out", "hex"], message);
    check(`converted: ${to} is that of convert`, shown === stdout.replace(/\s/g, ""), `${shown}, not ${stdout}`);
  }
  const uper = (await shownAs(page, "uper")).replace(/\s/g, "");
  await page.click('#convert button:has-text("Use as")');
  await page.waitForFunction(() => document.querySelector("#message .field select").value === "uper");
  await rows(page);
  check("converted: and taken as the message", await octets(page) === uper && await page.locator(".wg-errors button").count() === 0);
  await page.click('#data button:text-is("Undo")');
  await page.waitForFunction(() => document.querySelector("#message .field select").value === "aper");
  check("converted: which can be undone", await octets(page) === message);
  const plain = Buffer.from(message, "hex");
  check("converted: hexadecimal", await shownAs(page, "as-hex") === message);
  check("converted: lines of it", await shownAs(page, "as-dump") === message.match(/.{1,32}/g).map((line) => line.match(/../g).join(" ")).join("\n"));
  check("converted: Base64", await shownAs(page, "as-base64") === plain.toString("base64"));
  check("converted: a C array", (await shownAs(page, "as-c")).includes(`[${message.length / 2}] = {`));
  const line = await shownAs(page, "command");
  const ran = spawnSync("sh", ["-c", line.replaceAll("wireglot inspect", `${wireglot} inspect`).replace("S1AP.asn1", S1AP.schema)], { encoding: "utf8" });
  check("converted: the command line runs", ran.status === 0 && ran.stdout.includes("macroENB-ID"), `${line}: ${ran.stderr}`);
  await shownAs(page, "json");
  const shown = await page.inputValue("#convert textarea");
  await page.fill("#convert textarea", shown.replace("543210", "123450"));
  await page.click('#convert button:has-text("Use as")');
  await page.waitForFunction((old) => document.querySelector("#data textarea").value.replace(/\s/g, "") === old, S1AP.message);
  check("converted: an edited text becomes the message", true);
}

async function compared(page, message) {
  await panel(page, "Compare");
  await page.fill("#compare textarea", message);
  await page.click('#compare .bar button:has-text("Compare")');
  await page.waitForSelector(".differences li");
  const told = await page.locator(".differences li").allTextContents();
  check("compared: the one difference is told", told.length === 1 && /macroENB-ID "123450" → "543210"/.test(told[0]), told.join("; "));
}

async function sampled(page) {
  const before = await octets(page);
  await page.click('.tools button:has-text("Random sample")');
  await page.waitForFunction((old) => document.querySelector("#data textarea").value.replace(/\s/g, "") !== old, before);
  await rows(page);
  const wrong = await page.locator(".wg-errors button").count();
  const sample = await octets(page);
  const { status } = command(["decode", "-s", S1AP.schema, "-t", S1AP.type, "-r", S1AP.rules, "--in", "hex"], sample);
  check("sampled: a message that can be read", wrong === 0 && status === 0, sample);
  await page.click('#data button:text-is("Undo")');
  await page.waitForFunction((old) => document.querySelector("#data textarea").value.replace(/\s/g, "") === old, before);
  check("sampled: it can be undone", true);
  // One of several records is replaced, and the others stay.
  const two = [before, sample];
  await page.fill("#data textarea", two.join("\n"));
  await page.waitForFunction(() => /2 records/.test(document.querySelector("#data .state").textContent));
  await page.click('.records button[aria-label="Next record"]');
  await page.waitForFunction(() => document.querySelector(".records input").value === "2");
  await page.click('.tools button:has-text("Random sample")');
  await page.waitForFunction(() => /record 2 of 2/.test(document.querySelector("#message .said").textContent));
  const made = splitLines(await page.inputValue("#data textarea"));
  check("sampled: only this record is replaced, which is said", made.length === 2 && made[0] === two[0] && made[1] !== two[1], made.join());
  await page.focus(".wg-tree");
  await page.keyboard.press("Control+z");
  await page.waitForFunction((old) => document.querySelector("#data textarea").value.trim() === old, two.join("\n"));
  await page.fill("#data textarea", before);
  await page.waitForFunction(() => document.querySelector(".records").hidden);
}

async function linked(context, page, url) {
  await page.uncheck(".wg-head input[type=checkbox]");
  await page.click('.tools button:has-text("Copy link")');
  await page.waitForFunction(() => location.hash.length > 10);
  const link = await page.evaluate(() => location.href);
  const [here, tab] = [await values(page), await opened(context, link)];
  await rows(tab);
  await tab.waitForFunction((first) => document.querySelector(".wg-row").textContent === first, here[0]);
  // There are as many rows as fit.
  const there = await values(tab);
  const [few, all] = [here, there].sort((a, b) => a.length - b.length);
  check("linked: a second tab shows the same", few.length > 3 && few.every((row, n) => row === all[n]), `${there}, not ${here}`);
  check("linked: and has the same schema and octets", await octets(tab) === await octets(page) && await tab.inputValue("#message .type") === await page.inputValue("#message .type"));
  check("linked: nothing goes wrong", tab.told.length === 0, tab.told.join("; "));
  await tab.goto(`${url}#1.AAAA`);
  await tab.waitForFunction(() => /damaged/.test(document.querySelector("#message .said").textContent));
  await tab.close();
}

async function other(context, url, name, file, wanted, type) {
  const page = await opened(context, url);
  await schema(page, file, { type });
  await paste(page, lines(wanted)[0]);
  const { stdout } = command(["inspect", "-s", file, ...(type ? ["-t", type] : []), "--in", "hex", "--json"], lines(wanted)[0]);
  const names = stdout.split("\n").map((line) => JSON.parse(line)).filter((span) => span.value !== undefined && span.path);
  const last = names[names.length - 1].path.split(".").pop();
  const row = await find(page, last);
  check(`${name}: its fields are seen`, row.includes(last) && await page.locator(".wg-errors button").count() === 0, row);
  await shownAs(page, await page.$eval("#convert select option", (one) => one.value));
  check(`${name}: and its values as text`, (await page.inputValue("#convert textarea")).startsWith("{"));
  check(`${name}: nothing goes wrong`, page.told.length === 0, page.told.join("; "));
  await page.close();
}

/** What is private in well-known types: users' own modules name and open it, and nobody chooses a type. */
async function own(context, url, size) {
  const page = await opened(context, url);
  const [tree, mib, extensions] = ["acme-tree.asn1", "ACME-MIB.mib", "acme-extensions.asn1"].map((name) => `docs/private.in/${name}`);
  // Each is without errors before there is data: what it imports is built in.
  for (const own of [tree, mib]) {
    await schema(page, own);
    await paste(page, lines("docs/private.in/trap.hex")[0]);
    await page.waitForFunction(() => document.querySelector(".guess")?.textContent.includes("is an SNMP message"));
    await find(page, "1.3.6.1.4.1.32473");
    const trap = (await values(page)).join("\n");
    check(`own: a trap has the names of its vendor (${own})`, ["acmeOverheated", "acmeTemperature.0", "acmeRack.0"].every((name) => trap.includes(name)), trap);
    await accessible("own", page, size);
    await clear(page);
    await page.click('#schema button:has-text("Remove")');
  }
  await schema(page, extensions);
  await paste(page, read("docs/private.in/device.pem"));
  await page.waitForFunction(() => document.querySelector(".guess")?.textContent.includes("is an X.509 certificate"));
  const row = await find(page, "model");
  check("own: a private extension is opened", row.includes("Thermostat"), row);
  check("own: and its schema has no errors", (await page.textContent("#schema .state")).includes("no errors"), await page.textContent("#schema .state"));
  const line = await shownAs(page, "command");
  const ran = spawnSync("sh", ["-c", line.replaceAll("wireglot inspect", `${wireglot} inspect`).replace("acme-extensions.asn1", extensions)], { encoding: "utf8" });
  check("own: the command line shows the same", ran.status === 0 && ran.stdout.includes("Thermostat"), `${line}: ${ran.stderr}`);
  check("own: nothing goes wrong", page.told.length === 0, page.told.join("; "));
  await page.close();
}

/** A capture of raw IP with a datagram of UDP for each message. */
function capture(messages) {
  const packets = messages.map((hex) => {
    const carried = Buffer.from(hex, "hex");
    const [packet, ip] = [Buffer.alloc(16 + 28), 28 + carried.length];
    packet.writeUInt32LE(ip, 8);
    packet.writeUInt32LE(ip, 12);
    packet.writeUInt8(0x45, 16);
    packet.writeUInt16BE(ip, 18);
    packet.set([64, 17, 0, 0, 127, 0, 0, 1, 127, 0, 0, 1, 0, 161, 0, 162], 24);
    packet.writeUInt16BE(8 + carried.length, 40);
    return Buffer.concat([packet, carried]);
  });
  return Buffer.concat([Buffer.from("d4c3b2a1020004000000000000000000ffff000065000000", "hex"), ...packets]);
}

async function captured(context, url) {
  const page = await opened(context, url);
  const [file, messages] = [path.join(folder, "snmp.pcap"), lines("examples/snmp/messages.hex").filter((line) => /^[0-9a-f]+$/i.test(line)).slice(0, 5)];
  fs.writeFileSync(file, capture(messages));
  await schema(page, "examples/snmp/SNMP.asn1", { type: "Message", rules: "ber" });
  await page.setInputFiles("#data input[type=file]", file);
  await rows(page);
  const told = await page.textContent("#data .state");
  check("captured: that it is a capture is said", /capture/i.test(told) && told.includes(`${messages.length} records`), told);
  await page.fill(".records input", String(messages.length));
  await page.dispatchEvent(".records input", "change");
  await page.waitForFunction((hex) => [...document.querySelectorAll(".wg-cell")].slice(0, 4).map((cell) => cell.textContent).join("") === hex.slice(0, 8).toLowerCase(), messages[messages.length - 1]);
  check("captured: its last packet is a message", (await values(page)).join().includes("community") && await page.locator(".wg-errors button").count() === 0);
  check("captured: nothing goes wrong", page.told.length === 0, page.told.join("; "));
  await page.close();
}

/** Reads a file of 50 MB of records to its end. */
async function large(context, url) {
  const page = await opened(context, url);
  const one = Buffer.concat([Buffer.from([0x30, 0x62, 0x80, 0x60]), Buffer.alloc(96, 0x61)]);
  const [file, module, count] = [path.join(folder, "large.ber"), path.join(folder, "Large.asn1"), Math.ceil((50 << 20) / one.length)];
  fs.writeFileSync(module, "Large DEFINITIONS AUTOMATIC TAGS ::= BEGIN T ::= SEQUENCE { text UTF8String } END\n");
  fs.writeFileSync(file, Buffer.alloc(count * one.length, one));
  await schema(page, module, { type: "T", rules: "ber" });
  await page.selectOption("#data .field select", "raw");
  await page.locator("#data .frames summary").click();
  await page.fill('#data input[type="number"] >> nth=0', "0");
  await page.setInputFiles("#data input[type=file]", file);
  await page.waitForFunction((all) => document.querySelector(".records").textContent.includes(all), count.toLocaleString("en"), { timeout: 60000 });
  await rows(page);
  await page.$eval(".wg-hex", (box) => { box.scrollTop = box.scrollHeight; });
  const last = count * one.length - 1;
  await page.waitForSelector(`.wg-cell[data-octet="${last}"]`);
  await page.locator(`.wg-cell[data-octet="${last}"]`).click();
  await page.waitForFunction((number) => document.querySelector(".records input").value === number, String(count));
  await page.waitForFunction(() => document.querySelectorAll(".wg-cell.wg-held").length > 0);
  const row = await page.locator(".wg-row").last().textContent();
  check("large: the last octet shows the last record", row.includes("aaaa"), row);
  check("large: nothing goes wrong", page.told.length === 0, page.told.join("; "));
  await page.close();
}

/** Goes to an element with the Tab key only. */
async function tabTo(page, selector) {
  for (let n = 0; n < 80; n += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return true;
  }
  return false;
}

async function keyboard(context, url) {
  const page = await opened(context, url);
  check("keyboard: the octets are reached", await tabTo(page, "#data textarea"));
  await page.keyboard.type("3006020105020106");
  await rows(page);
  check("keyboard: the tree is reached", await tabTo(page, ".wg-tree"));
  await page.keyboard.press("ArrowDown");
  check("keyboard: a row is selected", (await page.locator(".wg-row.wg-at").textContent()).includes("INTEGER"));
  check("keyboard: the octets of the message are reached", await tabTo(page, ".wg-hex"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("02");
  check("keyboard: the tools are reached", await tabTo(page, ".tools button"));
  await page.keyboard.press("Enter");
  check("keyboard: and open", await page.locator(".tools .panel:not([hidden])").count() === 1);
  await keyboardChange(page);
  check("keyboard: nothing goes wrong", page.told.length === 0, page.told.join("; "));
  await page.close();
}

/** Types a schema and a message and changes a value, using only the keyboard; compares the octets with the command's. */
async function keyboardChange(page) {
  const text = "Keys DEFINITIONS AUTOMATIC TAGS ::= BEGIN T ::= SEQUENCE { number INTEGER (0..1000), name UTF8String } END";
  check("keyboard: the field of octets is reached", await tabTo(page, "#data textarea"));
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.waitForFunction(NOTHING);
  check("keyboard: the schema is reached", await tabTo(page, "#schema .editor"));
  await page.keyboard.type(text);
  await page.waitForFunction(() => /schema1\.asn1/.test(document.querySelector("#schema .tabs").textContent) && /no errors, 1 type/.test(document.querySelector("#schema .state").textContent));
  check("keyboard: what is typed where there is no schema becomes one", true);
  const module = path.join(folder, "Keys.asn1");
  fs.writeFileSync(module, text);
  const encoded = (json) => command(["encode", "-s", module, "-t", "T", "-r", "uper", "--out", "hex"], json).stdout;
  check("keyboard: the rules are reached", await tabTo(page, "#message .field select"));
  await page.keyboard.type("uper");
  check("keyboard: the data is reached", await tabTo(page, "#data textarea"));
  await page.keyboard.type(encoded('{"number": 7, "name": "old"}'));
  await page.waitForFunction(() => [...document.querySelectorAll(".wg-row")].some((row) => row.textContent.includes("number")));
  check("keyboard: the search is reached", await tabTo(page, ".wg-search input"));
  await page.keyboard.type("number");
  await page.keyboard.press("Enter");
  check("keyboard: the tree is reached from there", await tabTo(page, ".wg-tree"));
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("999");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".wg-row.wg-at")?.textContent.includes("999") && document.activeElement.matches(".wg-tree"));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("F2");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("new name");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".wg-row.wg-at")?.textContent.includes("new name"));
  const [made, wanted] = [await octets(page), encoded('{"number": 999, "name": "new name"}')];
  check("keyboard: values changed by keys alone give the octets of encode", made === wanted, `${made}, not ${wanted}`);
}

/** If no schema is open, the first characters typed or pasted determine the language; mistakes are underlined. */
async function typed(context, url) {
  for (const [text, name] of [["<x", "schema1.xml"], ["proto a\nmessage A {", "schema1.bitproto"], ["M DEFINITIONS ::= BEGIN A ::= B END", "schema1.asn1"]]) {
    const page = await opened(context, url);
    await page.evaluate((what) => {
      document.querySelector("#schema .editor").shadowRoot.querySelector(".cm-content").focus();
      document.execCommand("insertText", false, what);
    }, text);
    await page.waitForFunction((wanted) => document.querySelector("#schema .tabs").textContent === wanted, name);
    await page.waitForFunction(() => document.querySelector("#schema .editor").shadowRoot.querySelector(".cm-lintRange-error, .cm-lintPoint-error"));
    check(`typed: ${name} is underlined where it is wrong`, true);
    await page.close();
  }
}

/** Each example and each set of modules opens without errors. */
async function library(context, url) {
  const page = await opened(context, url);
  const select = 'select[aria-label="Examples and modules"]';
  await page.waitForFunction((wanted) => document.querySelectorAll(`${wanted} optgroup`)[1].children.length > 5, select);
  const [examples, sets] = await page.$$eval(`${select} optgroup`, (groups) => groups.map((group) => [...group.children].map(({ value }) => value)));
  for (const name of examples) {
    await clear(page);
    await page.selectOption(select, name);
    await rows(page);
    check(`library: ${name} has no errors`, await page.locator(".wg-errors button").count() === 0 && !/error[^s]|[1-9] error/.test(await page.textContent("#schema .state")));
  }
  await clear(page);
  for (const name of sets) {
    while (await page.locator("#schema .tabs button").count()) await page.click('#schema button:text-is("Remove")');
    await page.selectOption(select, name);
    await page.waitForFunction(() => /no errors, \d+ types/.test(document.querySelector("#schema .state").textContent));
  }
  check("library: modules that come along have no errors", sets.length > 5);
  check("library: nothing goes wrong", page.told.length === 0, page.told.join("; "));
  await page.close();
}

/** A value of 8 MB: its beginning is shown, and the page stays responsive. */
async function long(context, url) {
  const page = await opened(context, url);
  const bound = 4000; // Several times the usual duration. It took 6,000 when browsers laid out the whole value.
  await page.evaluate(() => {
    window.longest = 0;
    let last = performance.now();
    setInterval(() => { const now = performance.now(); window.longest = Math.max(window.longest, now - last); last = now; }, 20);
  });
  const [file, value] = [path.join(folder, "long.ber"), Buffer.alloc(8_000_000, 0xab)];
  fs.writeFileSync(file, Buffer.concat([Buffer.from("0484007a1200", "hex"), value]));
  await page.setInputFiles("#data input[type=file]", file);
  await rows(page);
  await page.locator(".wg-row").first().click();
  const [text, about] = [await page.textContent(".wg-whole"), await page.locator(".wg-detail").textContent()];
  check("long: a long value is cut, which is said", text.length === 65536 && about.includes("15,934,466 more characters"), `${text.length}`);
  await page.locator('.wg-cell[data-octet="9"]').click();
  await page.keyboard.type("00");
  await page.waitForFunction(() => document.querySelector(".wg-whole")?.textContent.startsWith('"ABABAB00'));
  const begins = (text) => page.waitForFunction((wanted) => document.querySelector(".wg-whole")?.textContent.startsWith(wanted), text);
  for (const before of ['"ABABAB0B', '"ABABABAB']) {
    await page.click('#data button:text-is("Undo")');
    await begins(before);
  }
  check("long: octets of a file are brought back", true);
  check("long: without a schema there is no text of values", await page.locator('#convert select option[value="json"]').count() === 0 && await page.locator('.tools button[aria-controls="compare"]').isDisabled());
  const module = path.join(folder, "Long.asn1");
  fs.writeFileSync(module, "Long DEFINITIONS ::= BEGIN T ::= OCTET STRING END\n");
  await schema(page, module, { type: "T", rules: "ber" });
  await page.waitForFunction(() => document.querySelector('#convert select option[value="json"]'));
  const shown = await shownAs(page, "json");
  check("long: a long text is cut as well", shown.length === 1 << 18 && /more characters/.test(await page.textContent("#convert .state")), `${shown.length}`);
  await page.evaluate(() => { dispatchEvent(new Event("beforeprint")); dispatchEvent(new Event("afterprint")); });
  await clear(page);
  await page.click('#schema button:text-is("Remove")');
  await page.evaluate((hex) => {
    const pasted = new DataTransfer();
    pasted.setData("text/plain", hex);
    document.querySelector("#data textarea").dispatchEvent(new ClipboardEvent("paste", { clipboardData: pasted, bubbles: true, cancelable: true }));
  }, `0483${(300_000).toString(16).padStart(6, "0")}${"ab".repeat(300_000)}`);
  await rows(page);
  check("long: what is pasted and long is no field's text", await page.locator("#data textarea").isHidden());
  const longest = Math.round(await page.evaluate(() => window.longest));
  console.log(`page: with a value of 8 MB, it stood still for ${longest} ms at most`);
  check("long: the page never stands still", longest < bound, `for ${longest} ms`);
  await page.locator(".wg-row").first().click();
  await page.click('.wg-copy button:text-is("Copy octets")');
  await page.waitForSelector('.wg-copy button:text-is("Copied")');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  check("long: all of it is copied", copied.length === 2 * 300_005, `${copied.length}`);
  check("long: nothing goes wrong", page.told.length === 0, page.told.join("; "));
  await page.close();
}

async function offline(context, url) {
  const page = await opened(context, url);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => new Promise((resolve) => {
    if (navigator.serviceWorker.controller) resolve();
    else navigator.serviceWorker.addEventListener("controllerchange", () => resolve());
  })));
  await context.setOffline(true);
  await page.reload();
  await certificate(page);
  check("offline: the page works", true);
  await context.setOffline(false);
  await page.reload();
  await page.waitForSelector("#data textarea");
  await page.close();
}

/** Puts markup into every text: fields, file names, the schema, values, a link. */
async function hostile(context, url) {
  const page = await opened(context, url);
  const count = () => page.evaluate(() => document.querySelectorAll("script, img, iframe, object").length);
  const before = await count();
  const name = `${HOSTILE.replaceAll("/", "")}.asn1`;
  const module = path.join(folder, name);
  fs.writeFileSync(module, `Hostile DEFINITIONS AUTOMATIC TAGS ::= BEGIN T ::= SEQUENCE { text UTF8String } -- ${HOSTILE}\n END\n`);
  await schema(page, module, { type: "T", rules: "ber" });
  const text = Buffer.from(HOSTILE);
  const octet = (number) => number.toString(16).padStart(2, "0");
  await paste(page, `30${octet(text.length + 2)}80${octet(text.length)}${text.toString("hex")}`);
  check("hostile: the value is shown as it is", (await find(page, "<script>")).includes("<script>"));
  await panel(page, "Compare");
  await page.fill("#compare textarea", "3003800178");
  await page.click('#compare .bar button:has-text("Compare")');
  await page.waitForSelector(".differences li");
  check("hostile: a difference is shown as it is", (await page.textContent(".differences li")).includes("<script>"));
  await page.fill("#compare textarea", HOSTILE);
  await page.click('#compare .bar button:has-text("Compare")');
  await page.waitForTimeout(120);
  await shownAs(page, "json");
  for (const field of [".wg-change textarea", ".wg-search input", "#convert textarea", "#message .type", "#data textarea"]) {
    await page.fill(field, HOSTILE);
    await page.waitForTimeout(120);
  }
  await page.focus("#data textarea");
  await drop(page, "#data", [module]);
  await page.evaluate((bad) => {
    const editor = document.querySelector("#schema .editor").shadowRoot.querySelector(".cm-content");
    editor.focus();
    document.execCommand("insertText", false, bad);
  }, HOSTILE);
  await page.waitForTimeout(400);
  check("hostile: no text becomes markup", await count() === before && !(await page.evaluate(() => window.broken)));
  await page.close();
}

/** Schemas and messages that ask for too much: the page answers whoever uses it all the while, and goes on behind them. */
async function demanding(context, url) {
  const page = await opened(context, url);
  await page.evaluate(() => {
    window.longest = 0;
    let last = performance.now();
    setInterval(() => { const now = performance.now(); window.longest = Math.max(window.longest, now - last); last = now; }, 20);
  });
  const answered = () => page.waitForFunction(() => !document.querySelector(".stage").hidden || /\S/.test(document.querySelector("#message .said").textContent), null, { timeout: 60000 });
  const nested = Buffer.concat([Buffer.alloc(200_000, "3080", "hex"), Buffer.alloc(200_000)]);
  for (const octets of [nested, Buffer.alloc(2_000_000, "0500", "hex"), Buffer.alloc(1_000_000, 0xff)]) {
    const file = path.join(folder, "demanding.ber");
    fs.writeFileSync(file, octets);
    await page.setInputFiles("#data input[type=file]", file);
    await answered();
    await clear(page);
  }
  const doubled = Array.from({ length: 30 }, (_, n) => `T${n + 1} ::= SEQUENCE { a T${n}, b T${n} }`).join("\n");
  const schemas = { nested: `A ::= ${"SEQUENCE OF ".repeat(50_000)}INTEGER`, doubled: `T0 ::= INTEGER\n${doubled}`, circular: "A ::= B\nB ::= C\nC ::= A",
    many: Array.from({ length: 20_000 }, (_, n) => `T${n} ::= INTEGER (0..${n})`).join("\n") };
  for (const [name, text] of Object.entries(schemas)) {
    const file = path.join(folder, `${name}.asn1`);
    fs.writeFileSync(file, `M DEFINITIONS ::= BEGIN\n${text}\nEND\n`);
    await drop(page, "#schema", [file]);
    await page.waitForFunction((name) => document.querySelector("#schema .tabs").textContent.includes(name), name);
    await page.waitForFunction(() => /error|warning|type/.test(document.querySelector("#schema .state").textContent) || /stopped|broke/.test(document.querySelector("#message .said").textContent), null, { timeout: 60000 });
    await page.click('#schema button:has-text("Remove")');
  }
  await certificate(page);
  const longest = Math.round(await page.evaluate(() => window.longest));
  console.log(`page: the page stood still for ${longest} ms at most`);
  // Several times the usual duration on a busy machine.
  check("demanding: the page never stands still", longest < 10_000, `for ${longest} ms`);
  check("demanding: nothing goes wrong", page.told.length === 0, page.told.join("; "));
  await page.close();
}

/** A module of WebAssembly that takes a question and never answers: its exports do nothing, but for one that goes round for ever. */
const SILENT = Buffer.from("0061736d01000000010a0260017f017f6000017f0304030001010503010002074504066d656d6f727902001177697265676c" +
  "6f745f7175657374696f6e00000f77697265676c6f745f616e7377657200011277697265676c6f745f616e737765725f6174" +
  "00020a150305004180080b080003400c000b000b040041000b", "hex");

/** A question that is never answered: the worker is ended, which is said, and the next question is answered. */
async function stopped(context, url) {
  const page = await context.newPage();
  await page.route(/\.wasm$/, (route) => route.fulfill({ body: SILENT, contentType: "application/wasm" }));
  await page.goto(url);
  await page.fill("#data textarea", "0500");
  check("stopped: the page takes input while the core is busy", await page.inputValue("#data textarea") === "0500");
  await page.waitForFunction(() => /longer than \d+ seconds and was stopped/.test(document.querySelector("#message .said").textContent), null, { timeout: 60000 });
  check("stopped: a question without an answer is ended, which is said", true);
  await page.unroute(/\.wasm$/);
  await certificate(page);
  check("stopped: and the page goes on", true);
  await page.close();
}

/** The least of some numbers of milliseconds. */
const least = (all) => Math.round(Math.min(...all) * 10) / 10;

/** How long someone waits, which is printed: machines differ. */
async function speeds(context, url) {
  const first = [];
  for (let n = 0; n < 5; n += 1) {
    const page = await opened(context, url);
    first.push(await page.evaluate(() => performance.now()));
    await page.close();
  }
  const page = await opened(context, url);
  const module = path.join(folder, "Typed.asn1");
  fs.writeFileSync(module, `Typed DEFINITIONS ::= BEGIN\n${Array.from({ length: 998 }, (_, n) => `Type${n} ::= SEQUENCE { a INTEGER (0..${n}), b Type${n && n - 1} OPTIONAL }`).join("\n")}\nEND\n`);
  await schema(page, module, { type: "Type9", rules: "uper" });
  const typed = [];
  for (let n = 0; n < 8; n += 1) {
    typed.push(await page.evaluate(() => new Promise((resolve) => {
      const [state, editor] = [document.querySelector("#schema .state"), document.querySelector("#schema .editor").shadowRoot.querySelector(".cm-content")];
      const wrong = state.textContent.includes("no errors");
      const from = performance.now();
      new MutationObserver((_, observer) => {
        if (state.textContent.includes("no errors") === wrong) return;
        observer.disconnect();
        resolve(performance.now() - from);
      }).observe(state, { childList: true, characterData: true, subtree: true });
      editor.focus();
      document.execCommand(wrong ? "insertText" : "delete", false, "?");
    })));
  }
  console.log(`page: least of several, in ms: first view ${least(first)}; from a key to diagnostics, 1,000 lines ${least(typed)}`);
  await page.close();
}

/** A request as a page elsewhere, or another program, may send it. */
const requested = ({ port }, pathname, headers = {}, method = "GET") => new Promise((resolve, reject) => {
  http.request({ host: "127.0.0.1", port, path: pathname, headers, method }, (response) => {
    response.resume();
    response.on("end", () => resolve(response));
  }).on("error", reject).end();
});

/** What `wireglot serve` serves, and to whom it does not. */
async function commandServes(browser, size, url) {
  const server = spawn(wireglot, ["serve", "-s", S1AP.schema, "-t", S1AP.type, "-r", S1AP.rules], { stdio: ["ignore", "pipe", "pipe"] });
  let [link, said] = ["", ""];
  server.stderr.on("data", (text) => { said += text; });
  await new Promise((resolve) => { server.stdout.on("data", (text) => { link += text; if (link.includes("\n")) resolve(); }); server.on("close", resolve); });
  link = link.trim();
  if (/built without the page/.test(said)) return skip("serve", said.trim());
  const { port, pathname } = new URL(link);
  const context = await browser.newContext({ viewport: { width: size[0], height: size[1] }, colorScheme: size[2], permissions: ["clipboard-read", "clipboard-write"] });
  const page = await opened(context, link);
  await page.waitForFunction(() => document.querySelector("#schema .tabs").textContent.includes("S1AP.asn1") && document.querySelector("#schema .state").textContent.includes("no errors"));
  await paste(page, S1AP.message);
  const row = await find(page, "macroENB-ID");
  check("serve: the page opens with the schema and the type", row.includes("123450") && await page.inputValue("#message .type") === S1AP.type, row);
  await accessible("serve", page, size);
  const line = await shownAs(page, "command");
  const ran = spawnSync("sh", ["-c", line.replaceAll("wireglot inspect", `${wireglot} inspect`)], { encoding: "utf8" });
  check("serve: the command line names files where they lie", ran.status === 0 && ran.stdout.includes("macroENB-ID"), `${line}: ${ran.stderr}`);
  await page.click('.tools button:has-text("Copy link")');
  await page.waitForFunction(() => /holds the key/.test(document.querySelector("#message .said").textContent));
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  check("serve: a copied link does not hold the token", copied.startsWith("#1.") && !copied.includes(pathname.split("/")[1]), copied.slice(0, 80));
  const tab = await opened(context, `${url}${copied}`);
  await rows(tab);
  check("serve: and opens in any page", await octets(tab) === S1AP.message && await tab.inputValue("#message .type") === S1AP.type);
  await tab.close();
  await page.reload();
  await rows(page);
  check("serve: the page is there again with its data", await octets(page) === S1AP.message);
  check("serve: nothing goes wrong", page.told.length === 0, page.told.join("; "));
  check("serve: nothing is kept", await page.evaluate(async () => (await caches.keys()).length + (await navigator.serviceWorker.getRegistrations()).length) === 0);
  await context.close();
  const status = async (...asked) => (await requested({ port }, ...asked)).statusCode;
  check("serve: the link is answered", await status(pathname) === 200);
  check("serve: another host is refused", await status(pathname, { host: `evil.example:${port}` }) === 403);
  check("serve: no token is refused", await status("/") === 403 && await status("/index.html") === 403);
  check("serve: another token is refused", await status(`/${"0".repeat(32)}/`) === 403);
  check("serve: nothing else is served", await status(`${pathname}../../../etc/passwd`) !== 200 && await status(`${pathname}S1AP.asn1`) === 404);
  check("serve: nothing is taken", await status(pathname, {}, "POST") === 405);
  const { headers } = await requested({ port }, pathname);
  const wanted = { "x-content-type-options": "nosniff", "cache-control": "no-store", "referrer-policy": "no-referrer" };
  check("serve: headers are strict", Object.entries(wanted).every(([name, value]) => headers[name] === value) && headers["content-security-policy"].startsWith("default-src 'none'"), JSON.stringify(headers));
  server.kill();
  return undefined;
}

async function main() {
  const { server, url } = await served(path.resolve("web/dist"));
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(read("web/dist/index.html"))?.[1].split("; ") ?? [];
  check("the content policy allows only own scripts and requests", ["default-src 'none'", "connect-src 'self'"].every((rule) => policy.includes(rule)) && policy.some((rule) => /^script-src 'self'( 'wasm-unsafe-eval')?$/.test(rule)), policy.join("; "));
  const wasm = fs.readdirSync("web/dist/assets").find((name) => name.endsWith(".wasm"));
  const packed = zlib.gzipSync(fs.readFileSync(`web/dist/assets/${wasm}`), { level: 9 }).length;
  console.log(`page: WebAssembly is ${packed.toLocaleString("en")} bytes, compressed`);
  check("WebAssembly is less than 1.5 MB, compressed", packed < 1_500_000, String(packed));
  const browser = await launched();
  for (const size of SIZES) {
    const context = await browser.newContext({ viewport: { width: size[0], height: size[1] }, colorScheme: size[2], permissions: ["clipboard-read", "clipboard-write"] });
    const page = await opened(context, url);
    await accessible("empty", page, size);
    await certificate(page);
    await accessible("certificate", page, size);
    const message = await s1ap(page);
    await broken(page, message);
    await converted(page, message);
    await compared(page, message);
    await accessible("s1ap", page, size);
    await sampled(page);
    await linked(context, page, url);
    check("nothing is asked of a network, nothing goes wrong", page.told.length === 0, page.told.join("; "));
    await page.close();
    await other(context, url, "sbe", "examples/sbe/orders.xml", "examples/sbe/orders.hex");
    await other(context, url, "bitproto", "examples/bitproto/buoy.bitproto", "examples/bitproto/reports.hex", "Report");
    await own(context, url, size);
    await forms(context, url);
    await named(context, url);
    await captured(context, url);
    await keyboard(context, url);
    if (size === SIZES[0]) await typed(context, url);
    if (size === SIZES[0]) await library(context, url);
    if (size === SIZES[0]) await long(context, url);
    await offline(context, url);
    await hostile(context, url);
    await large(context, url);
    if (size === SIZES[0]) await demanding(context, url);
    if (size === SIZES[0]) await speeds(context, url);
    await commandServes(browser, size, url);
    await context.close();
  }
  // A context of its own: what is kept for offline would have the true module.
  const context = await browser.newContext({ serviceWorkers: "block" });
  await stopped(context, url);
  await browser.close();
  server.close();
  fs.rmSync(folder, { recursive: true });
}

run(main);
