// How fast a page of many trials is: made, drawn, scrolled and brushed, in Debian's
// chromium. Says what the goals are, and exits with 1 where one is missed.
//
// node test/view/figures.mjs SOURCES BUILD [TRIALS [TASKS]]
//
// The store is made up by make-store.py: 20,000 trials of one task, if nothing else
// is said, which is harder to draw than as many of several.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const [sources, build, trials = "20000", tasks = "1"] = process.argv.slice(2);
if (!build) {
  console.error("usage: node test/view/figures.mjs SOURCES BUILD [TRIALS [TASKS]]");
  process.exit(2);
}
const { chromium } = createRequire(resolve(sources, "tools/as-view/page/package.json"))("playwright-core");
const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
const folder = mkdtempSync(join(tmpdir(), "as-view-figures-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const run = (program, args, options = {}) => execFileSync(join(build, "bin", program), args, { stdio: ["pipe", "pipe", "ignore"], maxBuffer: 1 << 28, ...options });

function makeStore() {
  const store = join(folder, "store.db");
  run("as-opt", [`--records=${store}`, "--list-records"]);
  const { featureNames } = JSON.parse(run("as-view", [store, "--json"]));
  const traits = Number(readFileSync(`${sources}/lib/sketch/sketch.h`, "utf8").match(/AS_MAX_TRAITS (\d+)/)[1]);
  const lines = execFileSync("python3", [`${sources}/test/view/make-store.py`, trials, tasks, String(featureNames.length + 1 + traits)], { maxBuffer: 1 << 28 });
  run("as-opt", [`--records=${store}`, "--import-json=-"], { input: lines });
  return store;
}

/** The least of several, as whatever else runs only makes it slower. */
function leastSeconds(times, work) {
  let least = Infinity;
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    work();
    least = Math.min(least, performance.now() - start);
  }
  return least / 1000;
}

/** Frames a second while `act` is called once in each, and the longest one in milliseconds. Runs in the page. */
async function frames(page, act, seconds = 3) {
  return page.evaluate(
    ([source, milliseconds]) => {
      const step = new Function(`return (${source})`)();
      return new Promise((done) => {
        const at = [];
        const next = (now) => {
          at.push(now);
          if (now - at[0] > milliseconds) {
            const gaps = at.slice(1).map((time, i) => time - at[i]);
            done({ rate: (1000 * gaps.length) / (at[at.length - 1] - at[0]), longest: Math.max(...gaps) });
            return;
          }
          step(at.length);
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      });
    },
    [act.toString(), 1000 * seconds],
  );
}

const store = makeStore();
const report = join(folder, "report.html");
const made = leastSeconds(3, () => run("as-view", [store, "-o", report]));
const bytes = statSync(report).size;

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const context = await browser.newContext({ viewport: { width: 1400, height: 1000 }, bypassCSP: true });
const page = await context.newPage();
let drawn = Infinity;
for (let i = 0; i < 3; i++) {
  await page.goto("about:blank");
  await page.goto(`file://${report}`, { waitUntil: "commit" });
  await page.locator("#detail").waitFor();
  // Two frames later what is there has been painted; the clock begins with the navigation.
  drawn = Math.min(drawn, await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now()))))));
}
const scroll = await frames(page, (frame) => {
  const most = document.documentElement.scrollHeight - innerHeight;
  scrollTo(0, (frame * 40) % most);
});
const table = await frames(page, (frame) => {
  const element = document.querySelector('[aria-label="Table of trials"]');
  element.scrollTop = (frame * 20) % (element.scrollHeight - element.clientHeight + 1);
});
// The mouse is pressed and comes by a cell in each frame, as what it makes the page do.
const brush = await frames(page, (frame) => {
  const cells = [...document.querySelectorAll("polygon.cell")];
  const cell = cells[frame % cells.length];
  const tell = (type) => cell.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: "mouse", buttons: 1 }));
  if (frame % cells.length === 1) tell("pointerdown");
  else tell("pointerover");
});
const step = await frames(page, () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true })));
await browser.close();

let isMissed = false;
function say(name, value, goal, isMet) {
  isMissed ||= !isMet;
  console.log(`${name.padEnd(34)} ${value.padEnd(34)} goal ${goal}${isMet ? "" : "  MISSED"}`);
}
console.log(`${trials} trials of ${tasks} tasks`);
say("made in", `${made.toFixed(2)} s`, "2 s", made < 2);
say("drawn in", `${(drawn / 1000).toFixed(2)} s`, "1 s", drawn < 1000);
say("size", `${(bytes / 1e6).toFixed(2)} MB`, "8 MB", bytes < 8e6);
for (const [name, { rate, longest }] of [["scrolling the page", scroll], ["scrolling the trials", table], ["brushing cells of the map", brush], ["stepping through trials", step]])
  say(name, `${rate.toFixed(0)} frames a second, ${longest.toFixed(0)} ms at most`, "30 frames a second", rate >= 30);
process.exit(isMissed ? 1 : 0);
