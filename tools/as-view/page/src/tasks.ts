// The table of tasks.
import { h } from "./dom";
import * as format from "./format";
import type { Context } from "./context";
import { labelOf, type Task } from "./document";

interface Column {
  name: string;
  title: string;
  value: (task: Task) => number | string | null;
  text: (task: Task) => string;
}

const COLUMNS: Column[] = [
  { name: "task", title: "The anchor of the task and its extents", value: labelOf, text: labelOf },
  { name: "share", title: "Of the time of all tasks of its target, by how often they run", value: (t) => t.share, text: (t) => format.percent(t.share) },
  { name: "latency", title: "Of the best schedule", value: (t) => t.seconds, text: (t) => format.seconds(t.seconds) },
  {
    name: "stock",
    title: "Latency without as-opt",
    value: (t) => t.stock,
    text: (t) => (t.stockIsBound && t.stock ? ">" : "") + format.seconds(t.stock),
  },
  {
    name: "speed-up",
    title: "Stock over latency",
    value: (t) => t.speedup,
    text: (t) => (t.stockIsBound && t.speedup ? ">" : "") + format.ratio(t.speedup),
  },
  { name: "GFLOP/s", title: "Of the best schedule", value: (t) => t.gflops, text: (t) => format.number(t.gflops) },
  { name: "of roof", title: "What share of the latency the machine would take at least: at 100% nothing is left to gain", value: (t) => t.roof, text: (t) => format.percent(t.roof) },
  { name: "trials", title: "Candidates that were tried", value: (t) => t.trials.id.length, text: (t) => String(t.trials.id.length) },
  { name: "errors", title: "Trials that failed", value: (t) => t.numErrors, text: (t) => String(t.numErrors) },
];

/** Those of which something is known. */
function shownColumns({ document }: Context): Column[] {
  return COLUMNS.filter((column) => column.name !== "of roof" || document.rooflines.length > 0);
}

/** Numbers of the tasks that the filter leaves, in the order of the table. */
export function shownTasks(context: Context): number[] {
  const { document, state } = context;
  const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = document.tasks.flatMap((task, i) => {
    const text = `${labelOf(task)} ${task.hash} ${task.target} ${task.compiler}`.toLowerCase();
    return words.every((word) => text.includes(word)) ? [i] : [];
  });
  const column = COLUMNS.find((c) => c.name === state.sort.replace(/^-/, ""));
  if (!column) return shown;
  const sign = state.sort.startsWith("-") ? -1 : 1;
  return shown.sort((a, b) => {
    const one = column.value(document.tasks[a]);
    const other = column.value(document.tasks[b]);
    if (one === null || other === null) return one === other ? a - b : one === null ? 1 : -1;
    return one < other ? -sign : one > other ? sign : a - b;
  });
}

function header(context: Context, column: Column): HTMLElement {
  const { sort } = context.state;
  const isUp = sort === column.name;
  const isDown = sort === `-${column.name}`;
  return h(
    "th",
    { scope: "col", "aria-sort": isUp ? "ascending" : isDown ? "descending" : "none" },
    h(
      "button",
      { class: "link", title: column.title, onclick: () => context.go({ sort: isDown ? column.name : `-${column.name}` }) },
      column.name,
      isUp ? " ▲" : isDown ? " ▼" : "",
    ),
  );
}

function row(context: Context, number: number): HTMLElement {
  const task = context.document.tasks[number];
  const id = context.ids[number];
  const isSelected = context.state.task === id;
  const cells = shownColumns(context).map((column, c) => {
    const text = column.text(task);
    if (c === 0) {
      const go = (event: Event) => {
        event.preventDefault();
        context.go({ task: id, trial: "", cell: "", uses: "", knob: "", other: "" });
      };
      const link = h("a", { href: `#task=${id}`, onclick: go, "aria-current": isSelected ? "true" : null }, text);
      return h("th", { scope: "row" }, link);
    }
    const bar = column.name === "share" && task.share ? h("span", { class: "share", style: `width:${100 * task.share}%` }) : null;
    return h("td", { class: text === format.NA ? "number na" : "number" }, bar, text);
  });
  return h("tr", { class: isSelected ? "selected" : "" }, ...cells);
}

const MOST = 400;

export function taskTable(context: Context): HTMLElement {
  const shown = shownTasks(context);
  const filter = h("input", {
    id: "filter",
    type: "search",
    value: context.state.q,
    placeholder: "filter, for instance: matmul",
    "aria-label": "Filter tasks by label, hash, target or compiler",
    oninput: (event: Event) => context.go({ q: (event.target as HTMLInputElement).value }),
  });
  const all = context.document.tasks;
  const unweighted = all.some((task) => task.weight === null);
  return h(
    "section",
    { class: "tasks", "aria-label": "Tasks" },
    h("h2", {}, `${shown.length === all.length ? "" : `${shown.length} of `}${format.plural(all.length, "task")}`),
    filter,
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "group", "aria-label": "Table of tasks" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ...shownColumns(context).map((column) => header(context, column)))),
        h("tbody", {}, ...shown.slice(0, MOST).map((number) => row(context, number))),
      ),
    ),
    shown.length > MOST ? h("p", {}, `The first ${MOST} are shown; filter for others.`) : null,
    unweighted ? h("p", { class: "note" }, "How often some tasks run in a model is not in the store; they count once.") : null,
  );
}
