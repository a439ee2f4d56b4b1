// What a page of as-view does in a browser: Debian's chromium, by way of
// playwright-core. Exits with 77, which ctest shows as skipped, without these.
//
// node test/view/browser.mjs SOURCES BUILD [NAME]
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [sources, build, only] = process.argv.slice(2).map((path, i) => (i < 2 ? resolve(path) : path));
const packages = `${sources}/tools/as-view/page/package.json`;
const chromiumPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);

function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(77);
}

if (!chromiumPath) skip("there is no chromium; tools/bootstrap.sh packages page");
const require = createRequire(packages);
let chromium, axe;
try {
  ({ chromium } = require("playwright-core"));
  axe = require.resolve("axe-core/axe.min.js");
} catch {
  skip("run 'tools/bootstrap.sh packages page' first");
}

const folder = `${build}/test/view-browser`;
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const store = `${folder}/store.db`;
execFileSync(`${build}/bin/as-opt`, [`--records=${store}`, `--import-json=${sources}/test/view/Inputs/trials.jsonl`], { stdio: "ignore" });
const report = `${folder}/report.html`;
execFileSync(`${build}/bin/as-view`, [store, "-o", report]);

/** A page of made-up trials, by make-store.py. */
function makeReport(name, trials, tasks, ...more) {
  const traits = Number(readFileSync(`${sources}/lib/sketch/sketch.h`, "utf8").match(/AS_MAX_TRAITS (\d+)/)[1]);
  const { featureNames } = JSON.parse(execFileSync(`${build}/bin/as-view`, [store, "--json"]));
  const width = featureNames.length + 1 + traits; // And the estimate.
  const lines = execFileSync("python3", [`${sources}/test/view/make-store.py`, trials, tasks, width, ...more].map(String), { maxBuffer: 1 << 28 });
  const path = `${folder}/${name}.db`;
  execFileSync(`${build}/bin/as-opt`, [`--records=${path}`, "--import-json=-"], { input: lines, stdio: ["pipe", "ignore", "ignore"] });
  execFileSync(`${build}/bin/as-view`, [path, "-o", `${folder}/${name}.html`]);
  return `${folder}/${name}.html`;
}

/** A page of a search for a small task, whose nests are known. Made once. */
function searchedReport() {
  const page = `${folder}/searched.html`;
  if (existsSync(page)) return page;
  const task = `${sources}/test/unit/inputs/programs/matmul-bias-relu.mlir`;
  execFileSync(`${build}/bin/as-opt`, ["--autoschedule", `--records=${folder}/searched.db`, "--trials=12", "--share=unsafe", task, "-o", `${folder}/searched.mlir`], { stdio: "ignore" });
  execFileSync(`${build}/bin/as-view`, [`${folder}/searched.db`, "-o", page]);
  return page;
}

/** The document in a page. */
function documentOf(path) {
  return JSON.parse(readFileSync(path, "utf8").match(/id="document">(.*)<\/script>/)[1]);
}

const browser = await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox"] });

/** A page, with all requests that leave the file and all that goes wrong noted. */
async function open(path, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 1000 }, ...options });
  const page = await context.newPage();
  const faults = [];
  const requests = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!/^(file|data):/.test(request.url())) requests.push(request.url());
  });
  await page.goto(options.address ?? `file://${path}`);
  return { page, faults, requests, close: () => context.close() };
}

const tests = {
  async "what a store has is counted right, and nothing leaves the file"() {
    const { page, faults, requests, close } = await open(report);
    assert.match(await page.textContent("header"), /store\.db: 5 trials, 1 run;/);
    assert.equal(await page.locator(".tasks tbody tr").count(), 2);
    const first = await page.locator(".tasks tbody tr").first().locator("th, td").allTextContents();
    assert.deepEqual(first, ["matmul 8x8x8", "50.0%", "2.00 ms", "8.00 ms", "4.00×", "0.000512", "4", "1"]);
    const second = await page.locator(".tasks tbody tr").nth(1).locator("th, td").allTextContents();
    assert.deepEqual(second.slice(3, 5), ["N/A", "N/A"]);
    assert.match(await page.getByRole("region", { name: "Map of what was tried" }).textContent(), /N\/A: the store has no features/);
    assert.match(await page.getByRole("region", { name: "Loops", exact: true }).textContent(), /N\/A: /);
    assert.match(await page.getByRole("region", { name: "Predicted against measured" }).textContent(), /N\/A: the store has no features/);
    assert.equal(await page.locator(".trials tbody tr").count(), 4);
    assert.deepEqual(faults, []);
    assert.deepEqual(requests, []);
    await close();
  },

  async "labels are text, whatever is in them"() {
    const { page, faults, close } = await open(report);
    assert.equal(await page.locator(".tasks tbody tr").nth(1).locator("th").textContent(), "</script><img src=x onerror=alert(1)>");
    await page.locator(".tasks tbody tr").nth(1).locator("a").click();
    assert.equal(await page.textContent("#detail h2"), "</script><img src=x onerror=alert(1)>");
    await page.locator(".trials a").first().click();
    assert.match(await page.textContent("#trial pre"), /<script>alert\(2\)<\/script>/);
    await page.locator(".tasks tbody tr").first().locator("a").click();
    assert.match(await page.textContent(".reasons"), /1 × build-failed: <b>no<\/b> registers/);
    assert.equal(await page.locator("img, .panel i, .panel u").count(), 0);
    assert.deepEqual(faults, []);
    await close();
  },

  async "a click filters, and the address says what is seen"() {
    const { page, close } = await open(report);
    await page.getByRole("button", { name: "build-failed" }).click();
    assert.equal(await page.locator(".trials tbody tr").count(), 1);
    assert.match(page.url(), /outcome=build-failed/);
    await page.locator(".trials a").click();
    assert.match(await page.textContent("#trial"), /<b>no<\/b> registers/);
    assert.match(await page.textContent("#trial"), /cache\s*32/);
    const address = page.url();
    await page.goBack();
    assert.equal(await page.locator("#trial").count(), 0);
    await page.goBack();
    assert.equal(await page.locator(".trials tbody tr").count(), 4);
    await page.goto("about:blank");
    await page.goto(address);
    assert.match(await page.textContent("#trial"), /registers/);
    await page.fill("#filter", "no such task");
    assert.equal(await page.locator(".tasks tbody tr").count(), 0);
    await page.fill("#filter", "MATMUL");
    assert.equal(await page.locator(".tasks tbody tr").count(), 1);
    await close();
  },

  async "columns sort, what is N/A last"() {
    const { page, close } = await open(report);
    const labels = () => page.locator(".tasks tbody th").allTextContents();
    await page.getByRole("button", { name: "latency" }).click();
    assert.equal((await labels())[0], "matmul 8x8x8");
    await page.getByRole("button", { name: "latency" }).click();
    assert.notEqual((await labels())[0], "matmul 8x8x8");
    for (let i = 0; i < 2; i++) {
      await page.getByRole("button", { name: "stock" }).click();
      assert.equal((await labels())[0], "matmul 8x8x8");
    }
    await close();
  },

  async "keys"() {
    const { page, close } = await open(report);
    await page.keyboard.press("j");
    assert.match(await page.textContent("#detail h2"), /img/);
    await page.keyboard.press("k");
    await page.keyboard.press("n");
    assert.match(await page.textContent("#trial h3"), /Trial #4/); // The best one.
    await page.keyboard.press("p");
    assert.match(await page.textContent("#trial h3"), /Trial #3/);
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#trial").count(), 0);
    await page.keyboard.press("x");
    assert.match(page.url(), /x=seconds/);
    await page.keyboard.press("/");
    await page.keyboard.type("matmul");
    assert.equal(await page.inputValue("#filter"), "matmul");
    await close();
  },

  async "no rule of accessibility is broken, light or dark"() {
    for (const colorScheme of ["light", "dark"]) {
      const { page, close } = await open(`${report}#trial=`, { colorScheme });
      await page.locator(".trials a").first().click();
      // The page allows no other scripts; those of a test come by the debugger.
      await page.evaluate(readFileSync(axe, "utf8"));
      const result = await page.evaluate(() => globalThis.axe.run());
      const broken = result.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(" | ")}`);
      assert.deepEqual(broken, [], colorScheme);
      await page.screenshot({ path: `${folder}/${colorScheme}.png`, fullPage: true });
      await close();
    }
  },

  async "the map has each cell, and a click on one filters"() {
    const made = makeReport("map", 900, 1);
    const [task] = documentOf(made).tasks;
    const { page, faults, close } = await open(made);
    assert.equal(await page.locator("polygon.cell").count(), task.map.cells.length);
    assert.equal(await page.locator("circle.kind").count(), task.map.cells.length);
    const pieces = task.map.lines.reduce((sum, line) => sum + line.pieces.length / 4, 0);
    assert.ok(pieces > 0);
    assert.equal(await page.locator("path.contour").count(), pieces);
    const failed = task.map.cells.filter((cell) => cell.seconds === null).length;
    assert.equal(await page.locator('polygon[fill="url(#failed)"]').count(), failed);
    const dots = await page.locator("canvas[data-dots]").first().getAttribute("data-dots");
    assert.equal(Number(dots), task.trials.seconds.filter(Boolean).length);
    const cell = task.map.cells[5];
    await page.locator(`polygon[data-cell="${cell.q},${cell.r}"]`).click();
    assert.equal(await page.locator(".trials tbody tr").count(), cell.trials.length);
    const shown = await page.locator(".trials tbody th").allTextContents();
    assert.deepEqual(shown.map((text) => Number(text.slice(1)) - 1).sort((a, b) => a - b), [...cell.trials].sort((a, b) => a - b));
    // The mouse pressed over several chooses them all; nothing else is drawn again.
    const drawn = await page.locator("svg.map").elementHandle();
    const [from, to] = [cell, task.map.cells.find(({ q, r }) => q === cell.q + 1 && r === cell.r) ?? task.map.cells.find(({ q, r }) => q === cell.q - 1 && r === cell.r)];
    const middle = async ({ q, r }) => {
      const box = await page.locator(`polygon[data-cell="${q},${r}"]`).boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await page.mouse.move(...(await middle(from)));
    await page.mouse.down();
    await page.mouse.move(...(await middle(to)), { steps: 4 });
    await page.mouse.up();
    assert.equal(await page.locator("polygon.selected").count(), 2);
    assert.equal(await page.locator(".trials tbody tr").count(), from.trials.length + to.trials.length);
    assert.ok(await drawn.evaluate((svg) => svg.isConnected));
    await page.goBack();
    assert.equal(await page.locator("polygon.selected").count(), 1);
    await page.getByRole("button", { name: "lines of gain" }).click();
    assert.equal(await page.locator("path.contour").count(), 0);
    const border = await page.locator("path.border").getAttribute("d");
    await page.getByRole("button", { name: "cluster", exact: true }).click();
    assert.notEqual(await page.locator("path.border").getAttribute("d"), border);
    await page.evaluate(readFileSync(axe, "utf8"));
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.map((v) => v.id), []);
    await page.screenshot({ path: `${folder}/map.png`, fullPage: true });
    assert.deepEqual(faults, []);
    await close();
  },

  async "knobs: the ones that matter, and a click on a value filters"() {
    const made = `${folder}/map.html`;
    if (!existsSync(made)) makeReport("map", 900, 1);
    const [task] = documentOf(made).tasks;
    const { page, faults, close } = await open(made);
    const best = task.trials.sketch[task.best];
    const own = task.knobs.find((k) => k.sketch === best);
    const knobs = page.getByRole("region", { name: "Knobs" });
    assert.equal(await knobs.locator("canvas").getAttribute("data-lines"), String(own.trials));
    assert.equal(await knobs.locator("tbody tr").count(), own.shares.length);
    assert.equal(await knobs.locator("line.axis").count(), 8);
    await knobs.getByRole("button", { name: "unroll=8" }).press("Enter");
    const points = await page.locator(".trials .point").allTextContents();
    assert.ok(points.length > 0 && points.every((point) => point.includes("unroll=8")));
    assert.match(page.url(), /knob=unroll%3D8/);
    await page.evaluate(readFileSync(axe, "utf8"));
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.map((v) => v.id), []);
    assert.deepEqual(faults, []);
    await close();
  },

  async "loops: what the chosen trials do with them, and a click on a strategy filters"() {
    const made = searchedReport();
    const { tasks, strategies } = documentOf(made);
    const [task] = tasks;
    const { page, faults, close } = await open(made);
    const loops = page.getByRole("region", { name: "Loops", exact: true });
    assert.equal(await loops.locator("table").count(), 3);
    assert.match(await loops.locator("caption").nth(1).textContent(), /1 contraction: 64 × 128 × 96r/);
    /** What the table of a stage is to show of these trials. */
    const expected = (stage, trials) => {
      const forms = trials.map((t) => task.stages.forms[task.trials.form[t]][stage]);
      const all = forms.reduce((sum, form) => sum + form[0], 0);
      return strategies.flatMap(({ name }, s) => {
        const [having, loops] = [forms.filter((form) => form[s + 1] > 0).length, forms.reduce((sum, form) => sum + form[s + 1], 0)];
        return having ? [[`${having} of ${trials.length}`, name, `${loops} of ${all}`]] : [];
      });
    };
    const seen = async (stage) => {
      const rows = await loops.locator(`table[data-stage="${stage}"] tbody tr`).all();
      return Promise.all(rows.map((row) => row.locator("th, td").allTextContents()));
    };
    const everything = task.trials.id.map((_, t) => t);
    assert.ok(everything.length >= 8 && task.trials.form.every((form) => form >= 0));
    for (const stage of [0, 1, 2]) assert.deepEqual(await seen(stage), expected(stage, everything));
    const fused = strategies.findIndex(({ name }) => name === "fused");
    const having = everything.filter((t) => task.stages.forms[task.trials.form[t]][1][fused + 1]);
    assert.ok(having.length > 0 && having.length < everything.length);
    await loops.locator('table[data-stage="1"]').getByRole("button", { name: "fused" }).press("Enter");
    assert.match(page.url(), /uses=1%3Afused/);
    assert.equal(await page.locator(".trials tbody tr").count(), having.length);
    assert.deepEqual(await seen(0), expected(0, having));
    const cell = task.map.cells.find(({ trials }) => trials.some((t) => having.includes(t)));
    await page.locator(`polygon[data-cell="${cell.q},${cell.r}"]`).click();
    assert.deepEqual(await seen(1), expected(1, cell.trials.filter((t) => having.includes(t))));
    await page.evaluate(readFileSync(axe, "utf8"));
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.map((v) => `${v.id} ${v.nodes[0].html}`), []);
    assert.deepEqual(faults, []);
    await close();
  },

  async "stages: what flows between them, and what the trial fuses"() {
    const made = searchedReport();
    const { tasks: [task], strategies } = documentOf(made);
    const fused = strategies.findIndex(({ name }) => name === "fused");
    const { page, faults, close } = await open(made);
    const graph = page.getByRole("region", { name: "Stages" });
    assert.equal(await graph.locator("rect.node.stage, rect.node.fused").count(), 3);
    assert.equal(await graph.locator("rect.tensor").count(), 5); // A zero, three arguments and the result.
    assert.deepEqual(await graph.locator("text.flow-name").allTextContents(), ["64×128 f32", "64×128 f32"]);
    const isIn = (trial) => task.stages.forms[task.trials.form[trial]].filter((stage) => stage[fused + 1]).length;
    assert.equal(await graph.locator("rect.fused").count(), isIn(task.best));
    const other = task.trials.id.findIndex((_, trial) => isIn(trial) !== isIn(task.best));
    await page.getByRole("link", { name: `#${other + 1}`, exact: true }).click();
    assert.equal(await graph.locator("rect.fused").count(), isIn(other));
    assert.match(await graph.textContent(), new RegExp(`that of trial #${other + 1}`));
    // No two boxes overlap.
    const boxes = await graph.locator("rect.node").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => assert.ok(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top)));
    await page.getByText("as a list").click();
    assert.match(await graph.textContent(), /1 contraction \(linalg\.matmul\), 64 × 128 × 96r: 64×96 f32, 96×128 f32, 64×128 f32 of stage 0 to 64×128 f32/);
    assert.deepEqual(faults, []);
    await close();
  },

  async "a trial's loops, before and after"() {
    const made = searchedReport();
    const [task] = documentOf(made).tasks;
    const { page, faults, close } = await open(made);
    await page.keyboard.press("n"); // The best one.
    const texts = await page.locator("#trial .nests pre").allTextContents();
    assert.deepEqual(texts, [task.stages.before, task.stages.nests[task.best]]);
    assert.match(texts[0], /for d2 in 96, reduced\n +1 contraction/);
    const without = task.trials.id.findIndex((_, trial) => !(trial in task.stages.nests));
    if (without >= 0) {
      await page.getByRole("link", { name: `#${without + 1}`, exact: true }).click();
      assert.match(await page.textContent("#trial .nests"), new RegExp(`--trial=${task.trials.id[without]}`));
    }
    const written = execFileSync(`${build}/bin/as-view`, [`${folder}/searched.db`, `--trial=${task.trials.id[task.best]}`], { encoding: "utf8" });
    // The command for its machine code, as the page has it, prints that.
    const command = await page.locator("#trial code.command").first().textContent();
    assert.match(command, /^as-view searched\.db --trial=[0-9a-f]{12} --emit=asm$/);
    const assembly = execFileSync("sh", ["-c", command], { encoding: "utf8", cwd: folder, env: { ...process.env, PATH: `${build}/bin:${process.env.PATH}` } });
    assert.match(assembly, /as_entry_/);
    for (const line of task.stages.nests[task.best].trim().split("\n")) assert.ok(written.includes(`// ${line}\n`), line);
    assert.deepEqual(faults, []);
    await close();
  },

  async "pictures: of each view, small, and all are in the documentation"() {
    execFileSync(process.execPath, [`${sources}/test/view/pictures.mjs`, sources, searchedReport(), `${folder}/pictures`]);
    const docs = `${sources}/docs/pictures`;
    assert.deepEqual(readdirSync(`${folder}/pictures`), readdirSync(docs));
    const text = readFileSync(`${sources}/docs/view.md`, "utf8");
    let size = 0;
    for (const name of readdirSync(docs)) {
      assert.ok(text.includes(`](pictures/${name})`), name);
      assert.ok(statSync(`${folder}/pictures/${name}`).size > 1000, name);
      size += statSync(`${docs}/${name}`).size;
    }
    assert.ok(size < 300_000, `${size} bytes`);
  },

  async "what a run learned from other tasks"() {
    const { page, faults, close } = await open(report);
    const table = () => page.locator('[aria-label="Table of sources"] tbody tr').first().locator("th, td").allTextContents();
    // A donor may be called anything; the model counted for a fourth.
    assert.deepEqual(await table(), ["00000000", "2023-11-14 22:13:20", "</script><img src=x onerror=alert(1)>", "25.0%"]);
    await page.locator('[aria-label="Table of sources"] a').click();
    assert.equal(await page.textContent("#detail h2"), "</script><img src=x onerror=alert(1)>");
    assert.deepEqual((await table()).slice(2), ["none", "0.0%"]);
    assert.deepEqual(faults, []);
    await close();
  },

  async "two trials beside each other"() {
    const { page, close } = await open(report);
    await page.getByRole("link", { name: "#1", exact: true }).click();
    await page.getByRole("button", { name: "compare others with this one" }).click();
    await page.getByRole("link", { name: "#2", exact: true }).click();
    const rows = await page.locator("#differences tbody tr").allTextContents();
    assert.deepEqual(rows, ["latencyN/A4.00 ms", "cache3264"]); // Not unroll, which is the same.
    await page.getByRole("button", { name: "compare with the best" }).click();
    assert.match(await page.textContent("#differences"), /Beside #4.*sketch.*<i>plain<\/i>/);
    await close();
  },

  async "where the time of a run went"() {
    const { page, close } = await open(report);
    const cells = await page.locator('[aria-label="Table of runs"] tbody tr').first().locator("th, td").allTextContents();
    assert.deepEqual(cells.slice(0, 6), ["00000000", "<u>model</u>.mlir", "2023-11-14 22:13:20", "6.00 s", "5", "1"]);
    assert.equal(await page.locator(".phase").count(), 5);
    await close();
  },

  async "a click on a run shows its trials alone"() {
    const [own, other] = ["a", "b"].map((digit) => digit.repeat(3).padStart(32, "0"));
    const lines = readFileSync(`${sources}/test/view/Inputs/trials.jsonl`, "utf8").split("\n");
    const changed = lines.map((line) => (line.includes('"build-failed"') ? line.replace(`"run":"${own}"`, `"run":"1${other.slice(1)}"`) : line));
    execFileSync(`${build}/bin/as-opt`, [`--records=${folder}/runs.db`, "--import-json=-"], { input: changed.join("\n"), stdio: ["pipe", "ignore", "ignore"] });
    execFileSync(`${build}/bin/as-view`, [`${folder}/runs.db`, "-o", `${folder}/runs.html`]);
    const { page, faults, close } = await open(`${folder}/runs.html`);
    assert.equal(await page.locator(".trials tbody tr").count(), 4);
    await page.getByRole("button", { name: "10000000", exact: true }).click();
    assert.match(page.url(), /run=10000000/);
    assert.deepEqual(await page.locator(".trials tbody tr td:nth-child(3)").allTextContents(), ["build-failed"]);
    await page.getByRole("button", { name: "run 10000000 alone: show all" }).click();
    assert.equal(await page.locator(".trials tbody tr").count(), 4);
    assert.deepEqual(faults, []);
    await close();
  },

  async "a page is small: below 400 bytes a trial"() {
    const made = makeReport("many", 4000, 8);
    const empty = readFileSync(`${sources}/tools/as-view/page/dist/as-view.html`).length;
    assert.ok((readFileSync(made).length - empty) / 4000 < 400);
    const { page, faults, close } = await open(made);
    assert.equal(await page.locator(".tasks tbody tr").count(), 8);
    await page.getByRole("button", { name: "more" }).click();
    assert.equal(await page.locator(".trials tbody tr").count(), 100);
    assert.deepEqual(faults, []);
    await close();
  },

  async "a live page shows a trial within a second, and keeps its place"() {
    const live = `${folder}/live.db`;
    const lines = readFileSync(`${sources}/test/view/Inputs/trials.jsonl`, "utf8").trim().split("\n");
    const put = (input) => execFileSync(`${build}/bin/as-opt`, [`--records=${live}`, "--import-json=-"], { input, stdio: ["pipe", "ignore", "ignore"] });
    put(lines.slice(0, 2).join("\n"));
    const server = spawn(`${build}/bin/as-view`, [live, "--serve"]);
    const [said] = await once(server.stdout, "data");
    const [address] = String(said).match(/http:\S+/);
    const { page, faults, close } = await open("", { address });
    assert.equal(await page.locator(".trials tbody tr").count(), 1);
    assert.equal(await page.textContent("output"), "live");
    await page.locator(".trials a").click();
    put(lines.slice(2).join("\n"));
    const start = Date.now();
    await page.locator(".trials tbody tr").nth(3).waitFor();
    const took = Date.now() - start;
    assert.ok(took < 20000, `${took} ms`); // A busy machine may be slow.
    console.log(`    a trial was shown ${took} ms after it was stored`);
    assert.equal(await page.locator("#trial").count(), 1);
    assert.match(await page.textContent("header"), /5 trials/);
    assert.deepEqual(faults, []);
    server.kill("SIGINT");
    const [code] = await once(server, "exit");
    assert.equal(code, 0);
    await page.getByText("as-view has ended").waitFor();
    assert.equal(await page.locator(".trials tbody tr").count(), 4);
    await close();
  },

  async "a live page shows the assembly of a trial"() {
    searchedReport();
    const server = spawn(`${build}/bin/as-view`, [`${folder}/searched.db`, "--serve"]);
    const [said] = await once(server.stdout, "data");
    const { page, faults, close } = await open("", { address: String(said).match(/http:\S+/)[0] });
    await page.keyboard.press("n");
    await page.getByRole("button", { name: "show the assembly" }).click();
    await page.locator("pre.assembly").waitFor();
    assert.match(await page.textContent("pre.assembly"), /^\/\/ trial [0-9a-f]{32} of matmul 64x128x96[^]*as_entry_/);
    assert.deepEqual(faults, []);
    await close();
    server.kill("SIGINT");
    const [code] = await once(server, "exit");
    assert.equal(code, 0);
  },

  async "principles of tasks that are alike are told"() {
    const { page, faults, close } = await open(makeReport("planted", 400, 4, 1.2));
    const panel = page.locator('section[aria-label="Principles of tasks like this one"]');
    assert.match(await panel.locator("li").first().textContent(), /^like matmul 4x256x256 \(0+\) on cpu, sketch-\d, register_0: 4 or less: 1\d% less time \(.*4 of 4 tasks\)$/);
    assert.equal(await panel.locator("li").count(), 4);
    assert.deepEqual(faults, []);
    await close();
  },

  async "it fits a small screen"() {
    const { page, close } = await open(report, { viewport: { width: 420, height: 800 } });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 420);
    await close();
  },

  async "what has nothing to show says so"() {
    execFileSync(`${build}/bin/as-opt`, [`--records=${folder}/empty.db`, "--list-records"], { stdio: "ignore" });
    execFileSync(`${build}/bin/as-view`, [`${folder}/empty.db`, "-o", `${folder}/empty.html`], { stdio: "ignore" });
    let { page, faults, close } = await open(`${folder}/empty.html`);
    assert.match(await page.textContent("main"), /'empty\.db' has no trials to show/);
    assert.deepEqual(faults, []);
    await close();
    const whole = readFileSync(report, "utf8");
    writeFileSync(`${folder}/cut.html`, whole.replace('"tasks":[', '"tasks":'));
    ({ page, faults, close } = await open(`${folder}/cut.html`));
    assert.match(await page.textContent("main"), /damaged or cut short/);
    await close();
    ({ page, faults, close } = await open(`${sources}/tools/as-view/page/dist/as-view.html`));
    assert.match(await page.textContent("main"), /no numbers in it/);
    await close();
  },

  async "an address that names what is not there says so"() {
    let { page, close } = await open(`${report}#task=nothere`);
    assert.match(await page.textContent("main"), /has no task 'nothere'/);
    await close();
    ({ page, close } = await open(`${report}#trial=%3Cb%3E`));
    assert.match(await page.textContent("#detail"), /no trial '<b>'/);
    await close();
  },
};

let failures = 0;
for (const [name, test] of Object.entries(tests)) {
  if (only && !name.includes(only)) continue;
  try {
    await test();
    console.log(`ok: ${name}`);
  } catch (error) {
    failures++;
    console.log(`FAILED: ${name}\n${error.stack}`);
  }
}
await browser.close();
process.exit(failures ? 1 : 0);
