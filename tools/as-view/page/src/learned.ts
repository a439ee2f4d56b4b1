// What runs of a task began with that other tasks had taught: points that were good
// for a donor, and a model of what is fast.
import type { Context } from "./context";
import { labelOf, type Run, type Task } from "./document";
import { h, panel } from "./dom";
import * as format from "./format";

const MOST = 20;

function row(context: Context, task: Task, run: Run): HTMLElement {
  const { document, ids } = context;
  const learned = run.data?.learned;
  const own = learned?.[task.hash];
  const source = own?.donor === undefined ? -1 : document.tasks.findIndex((other) => labelOf(other) === own.donor && other.hash !== task.hash);
  const go = (event: Event) => {
    event.preventDefault();
    context.go({ task: ids[source], trial: "", cell: "", uses: "", knob: "", other: "" });
  };
  const donor = !learned ? format.NA : own?.donor === undefined ? "none" : source < 0 ? own.donor : h("a", { href: `#task=${ids[source]}`, onclick: go }, own.donor);
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, run.id.slice(0, 8)),
    h("td", {}, format.date(run.data?.started)),
    h("td", {}, donor),
    h("td", { class: "number" }, learned ? format.percent(own?.model ?? 0) : format.NA),
  );
}

export function learnedPanel(context: Context, task: Task): HTMLElement | null {
  const runs = context.document.runs
    .filter((run) => run.data?.weights?.[task.hash] !== undefined)
    .sort((a, b) => (b.data?.started ?? 0) - (a.data?.started ?? 0))
    .slice(0, MOST);
  if (!runs.length) return null;
  const section = panel(
    "Learned from other tasks",
    h("p", { class: "switch" }, "The first trials of a new task are what was best for its donor; the model's weight is against the prior. N/A: of a run that did not end, or before there was a note of it."),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "group", "aria-label": "Table of sources" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ...["run", "started (UTC)", "donor", "weight of the model"].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, ...runs.map((run) => row(context, task, run))),
      ),
    ),
  );
  section.classList.add("wide");
  return section;
}
