// The loop view: what trials do with the loops of each stage of a task, and which
// share of these loops that is.
import { BLUE, GREEN } from "./colours";
import type { Context } from "./context";
import type { Form, Stage, Task } from "./document";
import { h, panel } from "./dom";
import * as format from "./format";
import { chosenTrials } from "./trials";

/** "1 contraction" */
export function stageName(stage: Stage, number: number): string {
  return `${number} ${stage.kind}`;
}

/** "64 × 64 × 32r": the last one is reduced. */
export function extentsText(stage: Stage): string {
  return stage.extents.map((extent, d) => `${extent}${stage.reductions.includes(d) ? "r" : ""}`).join(" × ");
}

interface Sum {
  trials: number;
  loops: number;
  all: number;
}

/** Of stage `s`: in how many of the trials, and of their loops, each strategy is. */
function sumOf(forms: Form[], s: number, strategy: number): Sum {
  const sum = { trials: 0, loops: 0, all: 0 };
  for (const form of forms) {
    const [all, ...counts] = form[s];
    sum.all += all;
    sum.loops += counts[strategy];
    if (counts[strategy]) sum.trials++;
  }
  return sum;
}

/** Whether a trial has the strategy that the address names: "1:packed". */
export function strategyTest({ document, state }: Context, task: Task): (i: number) => boolean {
  const [stage, ...rest] = state.uses.split(":");
  const strategy = document.strategies.findIndex((one) => one.name === rest.join(":"));
  return (i) => Boolean(task.stages?.forms[task.trials.form[i]]?.[Number(stage)]?.[strategy + 1]);
}

function bar(share: number, colour: string, text: string, mirrored: boolean): HTMLElement {
  return h("td", { class: mirrored ? "bar mirrored" : "bar" }, h("span", { style: `width:${100 * share}%;background:${colour}` }), h("span", { class: "figure" }, text));
}

function stageTable(context: Context, task: Task, forms: Form[], s: number): HTMLElement {
  const { document, state } = context;
  const stage = task.stages!.stages[s];
  const rows = document.strategies
    .map((strategy, number) => ({ strategy, sum: sumOf(forms, s, number) }))
    .filter(({ sum, strategy }) => sum.trials || state.uses === `${s}:${strategy.name}`)
    .map(({ strategy, sum }) => {
      const name = `${s}:${strategy.name}`;
      const isChosen = state.uses === name;
      return h(
        "tr",
        {},
        bar(forms.length ? sum.trials / forms.length : 0, BLUE, `${sum.trials} of ${forms.length}`, true),
        h("th", { scope: "row" }, h("button", { class: "link", title: `loops ${strategy.meaning}`, "aria-pressed": String(isChosen), onclick: () => context.go({ uses: isChosen ? "" : name }) }, strategy.name)),
        bar(sum.all ? sum.loops / sum.all : 0, GREEN, `${sum.loops} of ${sum.all}`, false),
      );
    });
  return h(
    "table",
    { class: "loops", "data-stage": s },
    h("caption", {}, `${stageName(stage, s)}: ${extentsText(stage)}`),
    h("thead", {}, h("tr", {}, ...["trials", "strategy", "loops"].map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, ...(rows.length ? rows : [h("tr", {}, h("td", { colspan: 3, class: "nothing" }, "no strategy in any of these trials"))])),
  );
}

export function loopPanel(context: Context, task: Task): HTMLElement {
  const title = "Loops";
  const { stages, trials } = task;
  if (!stages || stages.problem) return panel(title, h("p", { class: "nothing" }, `N/A: ${stages?.problem || "the nests of this task are not known"}.`));
  const shown = chosenTrials(context, task);
  const known = shown.filter((i) => trials.form[i] >= 0).map((i) => stages.forms[trials.form[i]]);
  const used = context.document.strategies.filter((_, number) => known.some((form) => form.some((stage) => stage[number + 1])));
  const section = panel(
    title,
    h(
      "p",
      { class: "switch" },
      `What ${known.length === trials.id.length ? `the ${format.plural(known.length, "trial")} do` : `${known.length} of ${format.plural(trials.id.length, "trial")} do`} with the loops of each stage; extents with an r are of loops that are reduced. `,
      shown.length > known.length ? `Of ${shown.length - known.length} more the loops are not known: their sketch is a user's, or of another version of as-opt. ` : null,
      "A click on a strategy shows its trials alone.",
    ),
    h("div", { class: "stages" }, ...stages.stages.map((_, s) => stageTable(context, task, known, s))),
    used.length ? h("details", {}, h("summary", {}, "what these words mean"), h("dl", {}, ...used.flatMap((strategy) => [h("dt", {}, strategy.name), h("dd", {}, `loops ${strategy.meaning}`)]))) : null,
  );
  section.classList.add("wide");
  return section;
}
