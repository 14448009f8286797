// Creates the pictures of docs/page.md: `tests/page/run pictures` after `make web`.
"use strict";
const path = require("node:path");
const { SIZES, launched, served } = require("./browser.js");

async function main() {
  const { server, url } = await served(path.resolve("web/dist"));
  const browser = await launched();
  for (const [width, height, colorScheme] of SIZES) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    await page.goto(url);
    await page.waitForFunction(() => document.querySelector("#schema .state")?.textContent);
    await page.selectOption(".head select", { label: "S1AP in aligned PER" });
    await page.waitForFunction(() => document.querySelector(".wg-row")?.textContent.includes("S1AP-PDU"));
    await page.fill(".wg-search input", "macroENB-ID");
    await page.press(".wg-search input", "Enter");
    if (width < 800) await page.locator("#message").scrollIntoViewIfNeeded();
    if (width < 800) await page.evaluate(() => document.querySelector("#message").scrollIntoView());
    await page.screenshot({ path: `docs/page-${width}.png` });
    await page.close();
  }
  await browser.close();
  server.close();
}

main();
