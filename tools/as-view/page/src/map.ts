// The honeycomb map of what was tried for a task: cells of trials that are alike,
// borders between what most of them have, and lines of equal gain.
import { interpolateRgbBasis } from "d3";
import { CATEGORIES, GREEN, ORANGE, PURPLE, outcomeColour } from "./colours";
import type { Context } from "./context";
import type { Cell, Maybe, TaskMap, Task } from "./document";
import { h, panel } from "./dom";
import * as format from "./format";
import type { State } from "./state";
import { s } from "./svg";

const SQRT3 = Math.sqrt(3);
/** Light is fast, dark is slow. */
const scale = interpolateRgbBasis(["#fff7bc", "#41b6c4", "#253494"]);
const GAIN_COLOURS = [GREEN, PURPLE, ORANGE];
/** The colour of a latency between the least and the most; what is beyond has the colour of the end. */
export function shade(seconds: number, least: Maybe<number>, most: Maybe<number>): string {
  if (!least || !most || most <= least) return scale(0);
  return scale(Math.min(1, Math.max(0, Math.log(seconds / least) / Math.log(most / least))));
}

/** Neighbours across each side, the first from the upper right corner down. */
const SIDES = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

type By = "sketch" | "cluster" | "outcome";

function centre(cell: { q: number; r: number }): [number, number] {
  return [SQRT3 * (cell.q + cell.r / 2), 1.5 * cell.r];
}

/** Corner i of a cell, clockwise from the upper right one. */
function corner([x, y]: [number, number], i: number): [number, number] {
  const angle = (Math.PI / 3) * i - Math.PI / 6;
  return [x + Math.cos(angle), y + Math.sin(angle)];
}

function points(at: [number, number]): string {
  return [0, 1, 2, 3, 4, 5].map((i) => corner(at, i).map((v) => v.toFixed(3)).join(",")).join(" ");
}

export function cellName(cell: Cell): string {
  return `${cell.q},${cell.r}`;
}

/** Borders of a cell with neighbours that are unlike it, and with nothing. */
function borders(map: TaskMap, by: By): string {
  const byName = new Map(map.cells.map((cell) => [cellName(cell), cell]));
  let path = "";
  for (const cell of map.cells)
    SIDES.forEach(([q, r], side) => {
      const other = byName.get(`${cell.q + q},${cell.r + r}`);
      if (other && other[by] === cell[by]) return;
      const [from, to] = [corner(centre(cell), side), corner(centre(cell), side + 1)];
      path += `M${from.map((v) => v.toFixed(3))}L${to.map((v) => v.toFixed(3))}`;
    });
  return path;
}

function label(context: Context, cell: Cell): string {
  const { document } = context;
  const count = format.plural(cell.trials.length, "trial");
  return `${count}, mean ${format.seconds(cell.seconds)}, ${document.sketches[cell.sketch].name}, ${document.outcomes[cell.outcome].name}`;
}

function nameOf(context: Context, by: By, value: number): string {
  const { document } = context;
  return by === "sketch" ? document.sketches[value].name : by === "outcome" ? document.outcomes[value].name : `cluster ${value + 1}`;
}

/** The cells that the address names. */
export function cellsOf(state: State): string[] {
  return state.cell.split(";").filter(Boolean);
}

/** Shows which cells are chosen. */
export function markCells(part: HTMLElement, state: State): void {
  const cells = new Set(cellsOf(state));
  for (const cell of part.querySelectorAll<SVGElement>("polygon.cell")) cell.classList.toggle("selected", cells.has(cell.dataset.cell!));
  const select = part.querySelector("select");
  const several = select?.querySelector<HTMLOptionElement>("option[value='several']");
  if (!select || !several) return;
  several.hidden = cells.size < 2;
  several.textContent = `${cells.size} cells`;
  select.value = cells.size < 2 ? state.cell : "several";
  if (select.selectedIndex < 0) select.value = ""; // There is no such cell.
}

/** A click chooses a cell, or nothing where it was the only one; the mouse that is pressed chooses those that it comes by. */
function listen(context: Context, svg: SVGElement): void {
  let brushed: Set<string> | null = null;
  const cellAt = (event: Event) => (event.target as SVGElement).dataset.cell;
  svg.addEventListener("click", (event) => {
    const cell = cellAt(event);
    const isBrush = brushed !== null && brushed.size > 1;
    brushed = null;
    if (cell && !isBrush) context.go({ cell: context.state.cell === cell ? "" : cell });
  });
  svg.addEventListener("pointerdown", (event) => {
    const cell = cellAt(event);
    brushed = cell && event.pointerType === "mouse" ? new Set([cell]) : null;
  });
  svg.addEventListener("pointerover", (event) => {
    const cell = cellAt(event);
    if (!(event.buttons & 1)) brushed = null;
    if (!brushed || !cell || brushed.has(cell)) return;
    const isFirst = brushed.size === 1;
    brushed.add(cell);
    context.go({ cell: [...brushed].join(";") }, isFirst ? "step" : "later");
  });
  for (const end of ["pointerup", "pointerleave"]) svg.addEventListener(end, () => brushed && context.go({}, "same"));
}

function picture(context: Context, map: TaskMap, by: By): SVGElement {
  const { state } = context;
  const values = [...new Set(map.cells.map((cell) => cell[by]))].sort((a, b) => a - b);
  const colour = (value: number) =>
    by === "outcome" ? outcomeColour(context.document.outcomes[value].name) : CATEGORIES[values.indexOf(value) % CATEGORIES.length];
  const xs = map.cells.map((cell) => centre(cell)[0]);
  const ys = map.cells.map((cell) => centre(cell)[1]);
  const box = [Math.min(...xs) - 1.5, Math.min(...ys) - 1.5, Math.max(...xs) - Math.min(...xs) + 3, Math.max(...ys) - Math.min(...ys) + 3];
  const svg = s(
    "svg",
    { viewBox: box.map((v) => v.toFixed(2)).join(" "), class: "map", role: "img", "aria-label": `Map of ${map.cells.length} cells; the list below has them too` },
    s(
      "defs",
      {},
      s("pattern", { id: "failed", width: 0.5, height: 0.5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, s("line", { x1: 0, y1: 0, x2: 0, y2: 0.5, class: "hatch" })),
      s("marker", { id: "arrow", viewBox: "0 0 10 10", refX: 5, refY: 5, markerWidth: 5, markerHeight: 5, orient: "auto" }, s("path", { d: "M0,1L9,5L0,9z", fill: "context-stroke" })),
    ),
  );
  for (const cell of map.cells) {
    const at = centre(cell);
    const polygon = s(
      "polygon",
      {
        points: points(at),
        class: "cell",
        fill: cell.seconds ? shade(cell.seconds, map.least, map.most) : "url(#failed)",
        "data-cell": cellName(cell),
      },
      s("title", {}, label(context, cell)),
    );
    svg.append(polygon, s("circle", { cx: at[0], cy: at[1], r: 0.28, fill: colour(cell[by]), class: "kind" }));
  }
  svg.append(s("path", { d: borders(map, by), class: "border" }));
  if (state.lines !== "off")
    for (const line of map.lines)
      for (let p = 0; p < line.pieces.length; p += 4) {
        const [x1, y1, x2, y2] = line.pieces.slice(p, p + 4);
        const middle = `${((x1 + x2) / 2).toFixed(3)},${((y1 + y2) / 2).toFixed(3)}`;
        svg.append(
          s("path", {
            d: `M${x1},${y1}L${middle}L${x2},${y2}`,
            class: "contour",
            stroke: GAIN_COLOURS[line.gain],
            "stroke-dasharray": ["", "0.5 0.2", "0.15 0.15"][line.gain],
            "marker-mid": (p / 4) % 6 === 0 ? "url(#arrow)" : null,
          }),
        );
      }
  listen(context, svg);
  return svg;
}

function swatch(colour: string, text: string): HTMLElement {
  return h("span", { class: "swatch" }, h("span", { style: `background:${colour}` }), text);
}

export function mapPanel(context: Context, task: Task): HTMLElement {
  const title = "Map of what was tried";
  const { document, state } = context;
  const map = task.map;
  if (!map)
    return panel(
      title,
      h("p", { class: "nothing" }, "N/A: the store has no features of three trials of this task. Searches of version 0.3 or later keep them; what an earlier one measured gets none, also when it is found again."),
    );
  const by: By = state.by === "cluster" || state.by === "outcome" ? state.by : "sketch";
  const values = [...new Set(map.cells.map((cell) => cell[by]))].sort((a, b) => a - b);
  const colours = (value: number, i: number) => (by === "outcome" ? outcomeColour(document.outcomes[value].name) : CATEGORIES[i % CATEGORIES.length]);
  const button = (name: By) => h("button", { "aria-pressed": String(by === name), onclick: () => context.go({ by: name === "sketch" ? "" : name }) }, name);
  const isBeyond = map.cells.some((cell) => cell.seconds && (cell.seconds < map.least! || cell.seconds > map.most!));
  const used = [...new Set(map.lines.map((line) => line.gain))].sort();
  const select = h(
    "select",
    { class: "cells", onchange: (event: Event) => context.go({ cell: (event.target as HTMLSelectElement).value }) },
    h("option", { value: "" }, "all"),
    h("option", { value: "several", hidden: true }),
    ...map.cells.map((cell) => h("option", { value: cellName(cell) }, label(context, cell))),
  );
  const section = panel(
    title,
    h(
      "p",
      { class: "switch" },
      "borders by ", button("sketch"), " ", button("cluster"), " ", button("outcome"), " ",
      h("button", { "aria-pressed": String(state.lines !== "off"), onclick: () => context.go({ lines: state.lines === "off" ? "" : "off" }) }, "lines of gain"),
    ),
    picture(context, map, by),
    h(
      "p",
      { class: "legend" },
      `${map.capacity === 1 ? "a trial" : `up to ${map.capacity} trials`} in each cell; mean latency `,
      map.least ? swatch(scale(0), `${format.seconds(map.least)}${isBeyond ? " or less" : ""}`) : format.NA,
      map.most ? swatch(scale(1), `${format.seconds(map.most)}${isBeyond ? " or more" : ""}`) : null,
      "; hatched: none is ok. ",
      ...values.map((value, i) => swatch(colours(value, i), nameOf(context, by, value))),
    ),
    used.length
      ? h("p", { class: "legend" }, "Lines of ", ...[...new Set(map.lines.map((line) => line.level))].sort((a, b) => a - b).map((level) => `${format.ratio(level)} `), "the median, by what gains most there: ", ...used.map((gain) => swatch(GAIN_COLOURS[gain], `${document.gains[gain].name} (${document.gains[gain].meaning})`)), " What is higher is on the left of an arrow.")
      : null,
    h("p", { class: "switch" }, "A click on a cell, or the mouse pressed over several, shows their trials alone. ", h("label", {}, "cell ", select)),
  );
  section.classList.add("wide");
  return section;
}
