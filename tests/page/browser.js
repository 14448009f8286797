// Shared by the tests of pages: a browser, counted checks, and requirements for any page.
"use strict";
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");
const { chromium } = require("playwright-core");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Widths and heights, and user preferences. */
const SIZES = [[1280, 800, "light"], [360, 740, "dark"]];

const launched = () => chromium.launch({
  executablePath: ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((file) => fs.existsSync(file)),
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});

let passed = 0;
let failed = 0;
let skipped = 0;

/** Counts a check; prints a line if it fails. */
function check(name, fine, told = "") {
  if (fine) passed += 1;
  else { failed += 1; console.log(`page: ${name}: ${told || "is not so"}`); }
}

/** Tells of a check that can't be made here. */
function skip(name, why) {
  skipped += 1;
  console.log(`page: ${name} is skipped: ${why}`);
}

/** Runs all checks, and ends by printing the counts. */
function run(main) {
  main().catch((error) => { failed += 1; console.log(`page: ${error.stack}`); }).finally(() => {
    console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
    process.exit(failed ? 1 : 0);
  });
}

/** Checks accessibility, and that a page is not wider than its window. */
async function accessible(name, page, [width]) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  check(`${name}: ${width} pixels are enough`, wide <= width, `${wide} are taken`);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  check(`${name}: nobody is shut out`, violations.length === 0, violations.map((one) => `${one.id} ${one.nodes[0].html}`).join("; "));
}

/** Serves the site's files, which is all that the site needs. */
function served(dist) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };
  const server = http.createServer(({ url }, response) => {
    const { pathname } = new URL(url, "http://page");
    const file = path.join(dist, pathname === "/" ? "index.html" : pathname);
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[path.extname(file)] ?? "application/octet-stream" }).end(fs.readFileSync(file));
    return undefined;
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({ server, url: `http://127.0.0.1:${server.address().port}/` })));
}

module.exports = { SIZES, accessible, check, launched, run, served, skip };
