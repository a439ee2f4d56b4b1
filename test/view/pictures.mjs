// Makes the pictures of docs/view.md, of a page in Debian's chromium.
//
// node test/view/pictures.mjs SOURCES PAGE FOLDER
//
// Those in docs/pictures are of 240 trials of two tasks:
//   as-opt --autoschedule --records=block.db --trials=240 --view=block.html \
//     test/view/Inputs/block.mlir -o /dev/null
//   node test/view/pictures.mjs . block.html docs/pictures
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [sources, report, folder] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node test/view/pictures.mjs SOURCES PAGE FOLDER");
  process.exit(2);
}
const { chromium } = createRequire(resolve(sources, "tools/as-view/page/package.json"))("playwright-core");
const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);

/** A region of the page by its name, or what a selector finds. */
const PICTURES = [
  ["tasks", ".tasks", {}],
  ["map", 'section[aria-label="Map of what was tried"]', {}],
  ["stages", 'section[aria-label="Stages"]', {}],
  ["loops", 'section[aria-label="Loops"]', {}],
  ["knobs", 'section[aria-label="Knobs"]', {}],
  ["trial-loops", "#trial .nests", { key: "n" }],
];

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const context = await browser.newContext({ viewport: { width: 1400, height: 1000 }, colorScheme: "light" });
for (const [name, selector, { key }] of PICTURES) {
  const page = await context.newPage();
  await page.goto(`file://${resolve(report)}`);
  if (key) await page.keyboard.press(key);
  const { x, y, width, height } = await page.locator(selector).first().evaluate((element) => {
    element.scrollIntoView();
    const box = element.getBoundingClientRect();
    return { x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: Math.min(box.height, 900) };
  });
  const session = await context.newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 70, captureBeyondViewport: true, clip: { x, y, width, height, scale: 1 } });
  writeFileSync(`${folder}/${name}.webp`, Buffer.from(data, "base64"));
  await page.close();
}
await browser.close();
