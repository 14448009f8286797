// Takes the screenshots of docs/page.md: run `make web`, then build the command, then `tests/page/run pictures`.
"use strict";
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { SIZES, launched, served } = require("./browser.js");

const wireglot = path.resolve(process.argv[2]);
const read = (file) => fs.readFileSync(file, "utf8");

async function opened(browser, url, [width, height, colorScheme]) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector("#schema .state")?.textContent);
  return page;
}

async function find(page, words) {
  await page.fill(".wg-search input", words);
  await page.press(".wg-search input", "Enter");
}

async function taken(page, name) {
  await page.screenshot({ path: `docs/page-${name}.png` });
  await page.close();
}

/** An S1AP message with a value selected. */
async function message(browser, url, size) {
  const page = await opened(browser, url, size);
  await page.selectOption(".head select", { label: "S1AP in aligned PER" });
  await page.waitForFunction(() => document.querySelector(".wg-row")?.textContent.includes("S1AP-PDU"));
  await find(page, "macroENB-ID");
  return page;
}

/** A byte that was overwritten, and the error. */
async function error(browser, url) {
  const page = await message(browser, url, [1280, 640, "dark"]);
  await page.locator('.wg-cell[data-octet="3"]').click();
  await page.keyboard.type("ff");
  await page.waitForSelector(".wg-errors button");
  await page.click(".wg-errors button");
  await taken(page, "error");
}

/** A certificate without a schema, as JSON. */
async function certificate(browser, url) {
  const page = await opened(browser, url, [1280, 900, "light"]);
  await page.fill("#data textarea", read("examples/x509/certificate.pem"));
  await page.waitForFunction(() => document.querySelector(".guess")?.textContent.includes("is an X.509 certificate"));
  await find(page, "dNSName");
  await page.click('.tools button:has-text("Convert and copy")');
  await page.waitForFunction(() => document.querySelector("#convert textarea").value.startsWith("{"));
  await page.locator("#message").evaluate((pane) => { pane.scrollTop = pane.scrollHeight; });
  await taken(page, "certificate");
}

/** What `wireglot serve` shows: a trap with names from its vendor's MIB. */
async function serve(browser) {
  const server = spawn(wireglot, ["serve", "-s", "docs/private.in/ACME-MIB.mib"], { stdio: ["ignore", "pipe", "inherit"] });
  const link = await new Promise((resolve) => { server.stdout.once("data", (text) => resolve(String(text).trim())); });
  const page = await opened(browser, link, [1280, 800, "light"]);
  await page.fill("#data textarea", read("docs/private.in/trap.hex"));
  await page.waitForFunction(() => document.querySelector(".guess")?.textContent.includes("is an SNMP message"));
  await find(page, "acmeTemperature");
  await taken(page, "serve");
  server.kill();
}

async function main() {
  const { server, url } = await served(path.resolve("web/dist"));
  const browser = await launched();
  for (const size of SIZES) {
    const page = await message(browser, url, size);
    if (size[0] < 800) await page.evaluate(() => document.querySelector("#message").scrollIntoView());
    await taken(page, size[0]);
  }
  await error(browser, url);
  await certificate(browser, url);
  await serve(browser);
  await browser.close();
  server.close();
}

main();
