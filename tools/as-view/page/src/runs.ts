// Where the time of runs went.
import { CATEGORIES } from "./colours";
import type { Context } from "./context";
import { h, panel } from "./dom";
import * as format from "./format";

const PHASES = ["search", "train", "build", "measure", "wait"];

const SHORT = 8; // Digits of an id that tell runs apart.

/** Shows the trials of a run alone, or no longer. */
function choice(context: Context, run: string): HTMLElement {
  const isChosen = context.state.run === run;
  return h("button", { class: "link", title: "its trials alone", "aria-pressed": String(isChosen), onclick: () => context.go({ run: isChosen ? "" : run }) }, run);
}

export function runsPanel(context: Context): HTMLElement | null {
  const { runs } = context.document;
  if (!runs.length) return null;
  const most = Math.max(1e-9, ...runs.map((run) => PHASES.reduce((sum, phase) => sum + (run.data?.time?.[phase] ?? 0), 0)));
  const rows = [...runs]
    .sort((a, b) => (b.data?.started ?? 0) - (a.data?.started ?? 0))
    .slice(0, 50)
    .map((run) => {
      const time = run.data?.time;
      const bars = PHASES.map((phase, p) =>
        time?.[phase] ? h("span", { class: "phase", title: `${phase}: ${format.seconds(time[phase])}`, style: `width:${(100 * time[phase]) / most}%;background:${CATEGORIES[p]}` }) : null,
      );
      return h(
        "tr",
        {},
        h("th", { scope: "row" }, choice(context, run.id.slice(0, SHORT))),
        h("td", {}, run.data?.input || format.NA),
        h("td", {}, format.date(run.data?.started)),
        h("td", { class: "number" }, format.seconds(time?.total)),
        h("td", { class: "number" }, time?.trials === undefined ? format.NA : String(time.trials)),
        h("td", { class: "number" }, time?.reused === undefined ? format.NA : String(time.reused)),
        h("td", { class: "bar" }, time ? h("div", {}, ...bars) : format.NA),
      );
    });
  return panel(
    "Runs, and where their time went",
    h(
      "p",
      { class: "legend" },
      ...PHASES.map((phase, p) => h("span", { class: "swatch" }, h("span", { style: `background:${CATEGORIES[p]}` }), phase)),
      "building goes on while others are measured, so that these are more than the whole; a click on a run shows its trials alone",
    ),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "group", "aria-label": "Table of runs" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ...["run", "input", "started (UTC)", "took", "trials", "objects reused", "time"].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, ...rows),
      ),
    ),
  );
}
