// The pictures of one task.
import * as Plot from "@observablehq/plot";
import { bitmap, over, type Bitmap } from "./bitmap";
import { BLUE, ORANGE, VERMILION, outcomeColour } from "./colours";
import { OK, labelOf, type Document, type Roofline, type Task } from "./document";
import { h, panel } from "./dom";
import * as format from "./format";

import type { Context } from "./context";

const SIZE = { width: 460, height: 260, marginLeft: 64, marginBottom: 36 };

function tick(value: number): string {
  return format.seconds(value);
}

/** Numbers of the trials with this outcome that have a time. */
export function trialsThat(document: Document, task: Task, outcome: string): number[] {
  const wanted = document.outcomes.findIndex((o) => o.name === outcome);
  const { outcome: outcomes, seconds } = task.trials;
  return outcomes.flatMap((o, i) => (o === wanted && seconds[i] ? [i] : []));
}

/** A picture; screen readers get its label, not its parts. */
function draw(options: Plot.PlotOptions, behind?: Bitmap): Element {
  const chart = Plot.plot({ style: "--plot-background: var(--page)", ...options });
  chart.setAttribute("role", "img");
  for (const part of chart.querySelectorAll("g[aria-label]")) part.removeAttribute("aria-label");
  return behind ? over(chart, behind) : chart;
}

type Scale = (value: number) => number;

/** Draws a dot for each trial into `behind`, once the scales are known, and a
 * triangle at the edge for one that takes longer than the picture shows. */
function cloud(behind: Bitmap, trials: number[], x: (i: number) => number, y: (i: number) => number, most: number): Plot.Markish {
  return (_index: unknown, scales: unknown) => {
    const { x: toX, y: toY } = scales as { x: Scale; y: Scale };
    const { pen, canvas } = behind;
    pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--blue");
    pen.globalAlpha = 0.5;
    for (const i of trials) {
      const [left, top] = [toX(x(i)), toY(y(i))];
      pen.beginPath();
      if (y(i) > most) {
        pen.moveTo(left, top - 4);
        pen.lineTo(left + 4, top + 3);
        pen.lineTo(left - 4, top + 3);
      } else pen.arc(left, top, 2, 0, 2 * Math.PI);
      pen.fill();
    }
    canvas.dataset.dots = String(trials.length);
    return null;
  };
}

/** Room around what is to be seen: a factor of three on either side. */
function around(values: number[]): [number, number] {
  return [Math.min(...values) / 3, Math.max(...values) * 3];
}

/** From the least to what 19 of 20 trials do not exceed: a slow one would
 * leave the others no room. */
function extentOfMost(values: number[]): [number, number] {
  const sorted = [...values].sort((a, b) => a - b);
  const [least, most] = [sorted[0], sorted[Math.ceil(0.95 * sorted.length) - 1]];
  return [least / 1.02, Math.max(most * 1.05, least * 1.2)];
}

/** What the triangles mean, if there are any. */
function beyond(values: number[], most: number): HTMLElement | null {
  const count = values.filter((value) => value > most).length;
  return count ? h("p", { class: "switch" }, `▲ ${count} took longer, up to ${format.seconds(Math.max(...values))}`) : null;
}

function nothing(text: string): HTMLElement {
  return h("p", { class: "nothing" }, text);
}

/** Latency of each trial, and of the best one so far. */
export function bestSoFar(context: Context, task: Task): HTMLElement {
  const { document, state } = context;
  const bySeconds = state.x === "seconds";
  const { seconds, date } = task.trials;
  const start = Math.min(...date.slice(0, 1));
  const x = (i: number) => (bySeconds ? date[i] - start : i + 1);
  const last = date.length - 1;
  const timed = trialsThat(document, task, OK);
  const title = "Best so far";
  const button = (name: string, value: string) =>
    h("button", { "aria-pressed": String(state.x === value), onclick: () => context.go({ x: value }) }, name);
  const buttons = h("p", { class: "switch" }, "over ", button("trials", ""), " ", button("seconds", "seconds"));
  if (!timed.length) return panel(title, nothing("No trial of this task has a time."));
  const steps = task.improvements.map((i) => ({ x: x(i), y: seconds[i] }));
  steps.push({ x: x(last), y: seconds[task.improvements[task.improvements.length - 1]] });
  const values = timed.map((i) => seconds[i]!);
  const ends = extentOfMost(values);
  const stockIsAbove = !!task.stock && task.stock > ends[1];
  const behind = bitmap(SIZE.width, SIZE.height);
  const chart = draw({
    ...SIZE,
    ariaLabel: `${title}: latency over ${bySeconds ? "seconds" : "trials"}`,
    x: { label: bySeconds ? "seconds since the first trial" : "trials", domain: [0, Math.max(1, x(last))] },
    y: { type: "log", domain: ends, clamp: true, label: "latency", tickFormat: tick, grid: true, ticks: 5 },
    marks: [
      task.stock && !stockIsAbove ? Plot.ruleY([task.stock], { stroke: ORANGE, strokeDasharray: "5 3" }) : null,
      task.stock ? Plot.text([task.stock], { y: (d) => d, text: () => (stockIsAbove ? `stock: ${tick(task.stock!)} ↑` : "stock"), frameAnchor: "right", dy: -7, fill: "currentColor" }) : null,
      cloud(behind, timed, x, (i) => seconds[i]!, ends[1]),
      Plot.line(steps, { x: "x", y: "y", curve: "step-after", stroke: VERMILION, strokeWidth: 2 }),
    ],
  }, behind);
  return panel(title, buttons, chart, beyond(values, ends[1]));
}

/** What the prior estimated against what was measured. */
export function predicted(context: Context, task: Task): HTMLElement {
  const title = "Predicted against measured";
  const { seconds, estimate } = task.trials;
  const both = trialsThat(context.document, task, OK).filter((i) => estimate[i]);
  if (!both.length)
    return panel(title, nothing("N/A: the store has no features of these trials, with which predictions are kept. Trials on machines without a compiler have none, nor have stores of versions before 0.3."));
  const values = both.map((i) => seconds[i]!);
  const ends = extentOfMost([...values, ...both.map((i) => estimate[i]!)]);
  const behind = bitmap(SIZE.width, SIZE.height);
  const chart = draw({
    ...SIZE,
    ariaLabel: `${title}: a dot for each trial`,
    x: { type: "log", domain: ends, clamp: true, label: "estimate of the prior", tickFormat: tick, ticks: 4 },
    y: { type: "log", domain: ends, clamp: true, label: "measured", tickFormat: tick, grid: true, ticks: 5 },
    marks: [
      Plot.line(ends, { x: (d) => d, y: (d) => d, stroke: "currentColor", strokeOpacity: 0.4 }),
      cloud(behind, both, (i) => estimate[i]!, (i) => seconds[i]!, ends[1]),
    ],
  }, behind);
  const rank = h("p", { class: "switch" }, `rank correlation (Kendall's τ): ${format.number(task.tau)}`);
  return panel(title, rank, chart, beyond(values, ends[1]));
}

/** How trials ended, and the messages of those that failed. */
export function outcomes(context: Context, task: Task): HTMLElement {
  const { document, state } = context;
  const total = task.trials.id.length;
  const rows = Object.entries(task.outcomes)
    .map(([o, n]) => ({ ...document.outcomes[Number(o)], count: n }))
    .sort((a, b) => b.count - a.count)
    .map(({ name, meaning, count }) =>
      h(
        "tr",
        {},
        h(
          "th",
          { scope: "row" },
          h(
            "button",
            {
              class: "link",
              title: meaning,
              "aria-pressed": String(state.outcome === name),
              onclick: () => context.go({ outcome: state.outcome === name ? "" : name }),
            },
            name,
          ),
        ),
        h("td", { class: "number" }, count),
        h("td", { class: "bar" }, h("span", { style: `width:${(100 * count) / total}%;background:${outcomeColour(name)}` })),
      ),
    );
  const why = task.reasons.slice(0, 8).map(([message, outcome, count]) =>
    h("li", {}, `${count} × `, h("b", {}, document.outcomes[outcome].name), `: ${document.messages[message].slice(0, 300)}`),
  );
  return panel(
    "Outcomes",
    h("table", { class: "outcomes" }, h("tbody", {}, ...rows)),
    why.length ? h("ul", { class: "reasons" }, ...why) : null,
    task.reasons.length > 8 ? h("p", {}, `and ${task.reasons.length - 8} more messages`) : null,
  );
}

/** The line below which all is, for data in each level of memory. */
function roofMarks(roof: Roofline, dots: Task[]): Plot.Markish[] {
  const ends = [Math.min(...dots.map((t) => t.intensity!)), Math.max(...dots.map((t) => t.intensity!))];
  const ridges = roof.levels.map((level) => roof.gflops / level.gbps);
  const from = Math.min(ends[0], ...ridges) / 2;
  const to = Math.max(ends[1], ...ridges) * 2;
  return roof.levels.flatMap((level, l) => {
    const line = [from, ridges[l], to].map((x) => ({ x, y: Math.min(roof.gflops, x * level.gbps) }));
    const isMemory = l === roof.levels.length - 1;
    return [
      Plot.line(line, { x: "x", y: "y", stroke: ORANGE, strokeWidth: isMemory ? 2 : 1, strokeDasharray: isMemory ? undefined : "3 3" }),
      Plot.text([line[0]], { x: "x", y: "y", text: () => level.name, textAnchor: "start", dx: 3, dy: isMemory ? 14 : -5, fill: "currentColor" }),
    ];
  });
}

/** FLOP/s over intensity, with the roof where the store knows it. */
export function roofline(context: Context, task: Task): HTMLElement {
  const { document } = context;
  const title = "Roofline";
  const dots = document.tasks.filter((t) => t.target === task.target && t.gflops && t.intensity);
  if (!dots.includes(task))
    return panel(title, nothing("N/A: the store does not say how many operations this task has, or none of its trials has a time."));
  const roof = document.rooflines.find((r) => r.target === task.target);
  const threads = task.target.match(/:t(\d+)$/)?.[1];
  const options = [threads && threads !== "1" ? ` --threads=${threads}` : "", document.command === "as-view" ? "" : ` --records=${document.command.slice("as-view ".length)}`].join("");
  const hint = `The store does not know what the machine can do. On it, this measures that: as-run MODULE --profile${options}`;
  const chart = draw({
    ...SIZE,
    marginRight: roof ? 44 : undefined,
    ariaLabel: `${title}: a dot for each task, this one larger`,
    x: { type: "log", domain: roof ? undefined : around(dots.map((t) => t.intensity!)), label: "FLOP per byte at least moved", tickFormat: format.number, ticks: 4 },
    y: { type: "log", domain: roof ? undefined : around(dots.map((t) => t.gflops!)), label: "GFLOP/s", tickFormat: format.number, grid: true, ticks: 5 },
    marks: [
      ...(roof ? roofMarks(roof, dots) : []),
      Plot.dot(dots.filter((t) => t !== task), { x: "intensity", y: "gflops", r: 2.5, stroke: BLUE, channels: { task: (t: Task) => labelOf(t) }, tip: true }),
      Plot.dot([task], { x: "intensity", y: "gflops", r: 5, fill: VERMILION, stroke: "currentColor" }),
    ],
  });
  const words = roof && task.roof! > 1.1
    ? `The best trial is faster than this roof: others used the machine when it was measured. This measures it again: as-run MODULE --profile${options}`
    : roof
    ? `The best trial reaches ${format.percent(task.roof)} of what ${roof.instructions} and memory allow; ${format.number(roof.gflops)} GFLOP/s at most.`
    : hint;
  return panel(title, h("p", { class: "switch" }, words), chart);
}
