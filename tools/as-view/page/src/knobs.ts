// The knobs of one sketch: which of them matter, and the points that were tried as
// parallel coordinates.
import { bitmap, over } from "./bitmap";
import { CATEGORIES } from "./colours";
import type { Context } from "./context";
import { OK, type Task } from "./document";
import { h, panel } from "./dom";
import * as format from "./format";
import { shade } from "./map";
import { s } from "./svg";

const WIDTH = 900;
const HEIGHT = 300;
const TOP = 28;
const BOTTOM = 16;

/** The sketch to show: the one that is chosen, or that of the best trial. */
function chosenSketch(context: Context, task: Task): number {
  const { document, state } = context;
  const named = task.knobs.find((k) => document.sketches[k.sketch].name === state.sketch);
  if (named) return named.sketch;
  const best = task.best === null ? -1 : task.trials.sketch[task.best];
  return task.knobs.some((k) => k.sketch === best) ? best : (task.knobs[0]?.sketch ?? -1);
}

/** Values of knob `k` that trials have or might have, numbers in their order. */
function valuesOf(context: Context, task: Task, sketch: number, k: number): string[] {
  const { trials } = task;
  const own = new Set((context.document.sketches[sketch].knobs[k]?.options ?? []).map((value) => JSON.stringify(value)));
  trials.point.forEach((point, i) => trials.sketch[i] === sketch && own.add(JSON.stringify(point[k])));
  return [...own].sort((a, b) => (Number(a) - Number(b) || (a < b ? -1 : a > b ? 1 : 0)));
}

/** Whether a trial has the value that the address names: "unroll=2". */
export function knobTest({ document, state }: Context, task: Task): (i: number) => boolean {
  const { sketch, point } = task.trials;
  // For each sketch, the knobs whose name it may begin with: names may contain "=".
  const named = document.sketches.map(({ knobs }) => knobs.flatMap(({ name }, k) => (state.knob.startsWith(`${name}=`) ? [{ k, value: state.knob.slice(name.length + 1) }] : [])));
  return (i) => named[sketch[i]].some(({ k, value }) => JSON.stringify(point[i][k]) === value);
}

function importance(task: Task, sketch: number, names: string[]): HTMLElement | null {
  const own = task.knobs.find((k) => k.sketch === sketch);
  if (!own) return null;
  const order = names.map((_, k) => k).sort((a, b) => (own.shares[b] ?? -1) - (own.shares[a] ?? -1) || a - b);
  return h(
    "table",
    { class: "outcomes" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "knob"), h("th", { scope: "col" }, "explains"), h("th", { scope: "col" }, "of the differences in latency"))),
    h(
      "tbody",
      {},
      ...order.map((k) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, names[k]),
          h("td", { class: "number" }, format.percent(own.shares[k])),
          h("td", { class: "bar" }, own.shares[k] ? h("span", { style: `width:${100 * own.shares[k]!}%;background:${CATEGORIES[0]}` }) : null),
        ),
      ),
    ),
  );
}

function coordinates(context: Context, task: Task, sketch: number, names: string[]): HTMLElement {
  const { document, state } = context;
  const { trials } = task;
  const axes = names.map((_, k) => valuesOf(context, task, sketch, k));
  const places = axes.map((values) => new Map(values.map((value, v) => [value, v])));
  const x = (k: number) => 60 + (k * (WIDTH - 120)) / Math.max(1, names.length - 1);
  const y = (k: number, v: number) => (axes[k].length === 1 ? (TOP + HEIGHT - BOTTOM) / 2 : TOP + (v * (HEIGHT - TOP - BOTTOM)) / (axes[k].length - 1));
  const ok = document.outcomes.findIndex((o) => o.name === OK);
  const timed = trials.id
    .map((_, i) => i)
    .filter((i) => trials.sketch[i] === sketch && trials.outcome[i] === ok && trials.seconds[i])
    .sort((a, b) => trials.seconds[b]! - trials.seconds[a]!);
  const behind = bitmap(WIDTH, HEIGHT);
  const { pen, canvas } = behind;
  canvas.dataset.lines = String(timed.length);
  const own = task.knobs.find((k) => k.sketch === sketch);
  const hasKnob = knobTest(context, task);
  // The fastest last, on top. Lines that are the same would hide each other.
  for (const i of timed) {
    pen.globalAlpha = state.knob && !hasKnob(i) ? 0.03 : Math.max(0.08, Math.min(0.8, 60 / timed.length));
    pen.strokeStyle = shade(trials.seconds[i]!, own?.least ?? null, own?.most ?? null);
    pen.lineWidth = i === task.best ? 3 : 1.2;
    if (i === task.best) pen.globalAlpha = 1;
    pen.beginPath();
    if (names.length === 1) pen.moveTo(x(0) - 40, y(0, places[0].get(JSON.stringify(trials.point[i][0])) ?? 0));
    trials.point[i].slice(0, names.length).forEach((value, k) => {
      const off = i === task.best ? 0 : (((i * 7919) % 13) - 6) * 0.7;
      pen.lineTo(x(k), y(k, places[k].get(JSON.stringify(value)) ?? 0) + off);
    });
    pen.stroke();
  }
  const svg = s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "coordinates" },
    s("title", {}, `Points of ${timed.length} trials, a line for each`),
  );
  names.forEach((name, k) => {
    svg.append(s("line", { x1: x(k), x2: x(k), y1: TOP, y2: HEIGHT - BOTTOM, class: "axis" }), s("text", { x: x(k), y: 12, class: "axis-name" }, name));
    axes[k].forEach((value, v) => {
      const knob = `${name}=${value}`;
      const choose = () => context.go({ knob: state.knob === knob ? "" : knob });
      const option = s("text", { x: x(k) + 5, y: y(k, v) + 4, class: state.knob === knob ? "option chosen" : "option", role: "button", tabindex: 0, "aria-label": knob, "aria-pressed": String(state.knob === knob) }, value);
      option.addEventListener("click", choose);
      option.addEventListener("keydown", (event) => {
        if (["Enter", " "].includes((event as KeyboardEvent).key)) choose();
      });
      svg.append(option);
    });
  });
  return over(svg, behind);
}

export function knobPanel(context: Context, task: Task): HTMLElement | null {
  const { document } = context;
  const sketch = chosenSketch(context, task);
  if (sketch < 0) return null;
  const names = document.sketches[sketch].knobs.map((knob) => knob.name);
  const own = task.knobs.find((k) => k.sketch === sketch)!;
  const buttons = task.knobs.map((k) =>
    h("button", { "aria-pressed": String(k.sketch === sketch), onclick: () => context.go({ sketch: document.sketches[k.sketch].name, knob: "" }) }, document.sketches[k.sketch].name),
  );
  const section = panel(
    "Knobs",
    h("p", { class: "switch" }, "sketch ", ...buttons.flatMap((button) => [button, " "]), `${format.plural(own.trials, "trial")} with a time; a click on a value shows these alone`),
    coordinates(context, task, sketch, names),
    importance(task, sketch, names),
  );
  section.classList.add("wide");
  return section;
}
