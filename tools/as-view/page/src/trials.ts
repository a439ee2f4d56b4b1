// The trials of a task, and one of them.
import { facts, h, panel } from "./dom";
import * as format from "./format";
import type { Context } from "./context";
import { knobTest } from "./knobs";
import { strategyTest } from "./loops";
import { cellName, cellsOf } from "./map";
import type { State } from "./state";
import { EARLY_STOPPED, OK, labelOf, type Task } from "./document";

const PAGE = 50;

/** Numbers of the trials that the filters leave, oldest first. */
export function chosenTrials(context: Context, task: Task): number[] {
  const { document, state } = context;
  const { outcome, sketch, run, id } = task.trials;
  const cells = new Set(cellsOf(state));
  const inCells = new Set(task.map?.cells.flatMap((cell) => (cells.has(cellName(cell)) ? cell.trials : [])));
  const tests: ((i: number) => boolean)[] = [];
  // Without effect where the map has no such cell, as after a change of the store.
  if (inCells.size) tests.push((i) => inCells.has(i));
  if (state.knob) tests.push(knobTest(context, task));
  if (state.uses) tests.push(strategyTest(context, task));
  if (state.outcome) tests.push((i) => document.outcomes[outcome[i]].name === state.outcome);
  if (state.run) tests.push((i) => Boolean(document.runs[run[i]]?.id.startsWith(state.run)));
  if (state.sketch) tests.push((i) => document.sketches[sketch[i]].name === state.sketch);
  return id.map((_, i) => i).filter((i) => tests.every((test) => test(i)));
}

const orders = new WeakMap<Task, number[]>();

/** Numbers of all trials, fastest first, then those without a time. */
function fastestFirst({ document }: Context, task: Task): number[] {
  const known = orders.get(task);
  if (known) return known;
  const { seconds, outcome } = task.trials;
  const isOk = outcome.map((o) => Number(document.outcomes[o].name === OK));
  const order = outcome.map((_, i) => i).sort((a, b) => isOk[b] - isOk[a] || (seconds[a] ?? Infinity) - (seconds[b] ?? Infinity) || a - b);
  orders.set(task, order);
  return order;
}

/** The trials that the filters leave, fastest first. */
export function shownTrials(context: Context, task: Task): number[] {
  const chosen = new Set(chosenTrials(context, task));
  return fastestFirst(context, task).filter((i) => chosen.has(i));
}

function time(context: Context, task: Task, i: number): string {
  const isBound = context.document.outcomes[task.trials.outcome[i]].name === EARLY_STOPPED;
  const { seconds } = task.trials;
  return (isBound && seconds[i] ? ">" : "") + format.seconds(seconds[i]);
}

/** "cache_0=64 unroll=2" */
export function pointText(context: Context, task: Task, i: number): string {
  const { knobs } = context.document.sketches[task.trials.sketch[i]];
  return task.trials.point[i].map((value, k) => `${knobs[k]?.name ?? k}=${JSON.stringify(value)}`).join(" ");
}

function trialRow(context: Context, task: Task, i: number): HTMLElement {
  const { document } = context;
  const id = task.trials.id[i];
  const go = (event: Event) => {
    event.preventDefault();
    context.go({ trial: id });
  };
  return h(
    "tr",
    { "data-trial": id },
    h("th", { scope: "row" }, h("a", { href: `#trial=${id}`, onclick: go }, `#${i + 1}`)),
    h("td", { class: "number" }, time(context, task, i)),
    h("td", {}, document.outcomes[task.trials.outcome[i]].name, i === task.best ? " (best)" : ""),
    h("td", {}, document.sketches[task.trials.sketch[i]].name),
    h("td", { class: "point" }, pointText(context, task, i)),
  );
}

function choice(name: string, values: string[], selected: string, go: (value: string) => void): HTMLElement {
  const all = selected && !values.includes(selected) ? [...values, selected] : values;
  return h(
    "label",
    {},
    `${name} `,
    h(
      "select",
      { onchange: (event: Event) => go((event.target as HTMLSelectElement).value) },
      h("option", { value: "" }, "all"),
      ...all.map((value) => h("option", { value, selected: value === selected }, value)),
    ),
  );
}

/** Shows in the table which trial is the chosen one. */
export function markTrial(table: HTMLElement, { trial }: State): void {
  for (const row of table.querySelectorAll<HTMLElement>("tr[data-trial]")) {
    const isChosen = row.dataset.trial === trial;
    row.classList.toggle("selected", isChosen);
    if (isChosen) row.querySelector("a")!.setAttribute("aria-current", "true");
    else row.querySelector("a")!.removeAttribute("aria-current");
  }
}

export function trialTable(context: Context, task: Task): HTMLElement {
  const { document, state } = context;
  const shown = shownTrials(context, task);
  const names = (numbers: number[], list: { name: string }[]) => [...new Set(numbers.map((n) => list[n].name))].sort();
  const body = h("tbody");
  const more = h("button", {}, "more");
  let next = 0;
  const add = () => {
    body.append(...shown.slice(next, next + PAGE).map((i) => trialRow(context, task, i)));
    next += PAGE;
    more.hidden = next >= shown.length;
    markTrial(body, context.state);
  };
  more.addEventListener("click", add);
  add();
  return panel(
    "Trials",
    h(
      "p",
      { class: "switch" },
      `${shown.length} of ${task.trials.id.length}, fastest first. `,
      choice("outcome", names(task.trials.outcome, document.outcomes), state.outcome, (outcome) => context.go({ outcome })),
      " ",
      choice("sketch", names(task.trials.sketch, document.sketches), state.sketch, (sketch) => context.go({ sketch })),
      state.run ? h("button", { onclick: () => context.go({ run: "" }) }, `run ${state.run} alone: show all`) : null,
    ),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "group", "aria-label": "Table of trials" },
      h(
        "table",
        { class: "trials" },
        h("thead", {}, h("tr", {}, ...["trial", "latency", "outcome", "sketch", "point"].map((name) => h("th", { scope: "col" }, name)))),
        body,
      ),
    ),
    more,
  );
}

function featureTable(context: Context, task: Task, i: number): HTMLElement {
  const rows = task.features[String(i)];
  if (!rows) {
    const text = task.trials.estimate[i]
      ? "The page has the features of the best trial and of the last ones that improved on all before; of others the store has them."
      : "N/A: the store has no features of this trial.";
    return h("p", { class: "nothing" }, text);
  }
  const names = context.document.featureNames;
  const known = names.map((_, f) => f).filter((f) => rows.some((row) => row[f]));
  return h(
    "details",
    {},
    h("summary", {}, `features: ${known.length} that are not 0`),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "feature"), ...rows.map((_, s) => h("th", { scope: "col" }, `stage ${s}`)))),
      h("tbody", {}, ...known.map((f) => h("tr", {}, h("th", { scope: "row" }, names[f]), ...rows.map((row) => h("td", { class: "number" }, format.number(row[f])))))),
    ),
  );
}

/** The task that its point is from, if that is noted. */
function donorLink(context: Context, donor: number): HTMLElement | string {
  if (donor < 0) return format.NA;
  const { document, ids } = context;
  const hash = document.donors[donor];
  const at = document.tasks.findIndex((task) => task.hash === hash);
  if (at < 0) return `a point of task ${hash.slice(0, 12)}`;
  const go = (event: Event) => {
    event.preventDefault();
    context.go({ task: ids[at], trial: "", cell: "", uses: "", knob: "", other: "" });
  };
  return h("span", {}, "a point of ", h("a", { href: `#task=${ids[at]}`, onclick: go }, labelOf(document.tasks[at])));
}

/** Assembly from the server of a live page, which builds it. */
function liveCode(id: string): HTMLElement {
  const place = h("div", {}, h("button", { onclick: () => void ask() }, "show the assembly"));
  const ask = async () => {
    place.replaceChildren(h("p", { class: "nothing" }, "It is being built."));
    try {
      const response = await fetch(`code/${id}`);
      const text = await response.text();
      place.replaceChildren(h("pre", { tabindex: 0, class: response.ok ? "assembly" : "" }, text));
    } catch {
      place.replaceChildren(h("p", { class: "nothing" }, "as-view has ended."));
    }
  };
  return place;
}

/** How to get its code, which is made again for it: a store keeps none. */
function codeCommands({ document }: Context, task: Task, i: number): HTMLElement {
  if (!task.text || !document.sketches[task.trials.sketch[i]].script)
    return h("p", { class: "nothing" }, "N/A: the store has not the texts of the task and of the sketch, of which it would be made.");
  const of = (form: string) => `${document.command} --trial=${task.trials.id[i]} --emit=${form}`;
  return h(
    "div",
    {},
    h("p", { class: "switch" }, "as-view builds it again, and prints it. Where the store is, run:"),
    facts(
      [
        ["assembly", "asm"],
        ["LLVM IR", "llvm"],
      ].map(([name, form]) => [name, h("code", { class: "command" }, of(form))]),
    ),
    document.live === undefined ? null : liveCode(task.trials.id[i]),
  );
}

/** The loops before and after; of the trial to compare with, too. */
function nestTexts(context: Context, task: Task, i: number): HTMLElement {
  const { stages, trials } = task;
  if (!stages || stages.problem || trials.form[i] < 0) return h("p", { class: "nothing" }, "N/A: the loops of this trial are not known.");
  const other = trials.id.indexOf(context.state.other);
  const column = (title: string, text: string | undefined, id: string) =>
    h(
      "div",
      {},
      h("h5", {}, title),
      text === undefined
        ? h("p", { class: "nothing" }, "The page has the loops of the fastest trials. ", h("code", {}, `as-view ${context.document.store} --trial=${id}`), " writes those of this one, and its script.")
        : h("pre", { tabindex: 0 }, text),
    );
  return h(
    "div",
    { class: "nests" },
    column("as the program has them", stages.before, ""),
    column(`as #${i + 1} has them`, stages.nests[String(i)], trials.id[i]),
    other >= 0 && other !== i && trials.form[other] >= 0 ? column(`as #${other + 1} has them`, stages.nests[String(other)], trials.id[other]) : null,
  );
}

/** What two trials differ in. */
function differences(context: Context, task: Task, i: number, other: number): HTMLElement {
  const { document } = context;
  const { point, sketch } = task.trials;
  const values = (trial: number) => new Map(point[trial].map((value, k) => [document.sketches[sketch[trial]].knobs[k]?.name ?? String(k), JSON.stringify(value)]));
  const [own, others] = [values(i), values(other)];
  const rows: [string, string, string][] = [
    ["latency", time(context, task, i), time(context, task, other)],
    ["sketch", document.sketches[sketch[i]].name, document.sketches[sketch[other]].name],
    ...[...new Set([...own.keys(), ...others.keys()])].map((name): [string, string, string] => [name, own.get(name) ?? format.NA, others.get(name) ?? format.NA]),
  ];
  const [features, otherFeatures] = [task.features[String(i)], task.features[String(other)]];
  if (features && otherFeatures && features.length === otherFeatures.length)
    document.featureNames.forEach((name, f) =>
      features.forEach((row, stage) => rows.push([`${name}, stage ${stage}`, format.number(row[f]), format.number(otherFeatures[stage][f])])),
    );
  const unlike = rows.filter(([, a, b]) => a !== b);
  return h(
    "div",
    { id: "differences" },
    h("h4", {}, `Beside #${other + 1}`),
    unlike.length
      ? h(
          "table",
          {},
          h("thead", {}, h("tr", {}, ...["", `#${i + 1}`, `#${other + 1}`].map((name) => (name ? h("th", { scope: "col" }, name) : h("td", {}))))),
          h("tbody", {}, ...unlike.map(([name, a, b]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, a), h("td", {}, b)))),
        )
      : h("p", { class: "nothing" }, "They do not differ."),
    features && otherFeatures ? null : h("p", { class: "nothing" }, "The page does not have the features of both."),
  );
}

/** One trial: what was tried, and what came of it. */
export function trialPanel(context: Context, task: Task): HTMLElement | null {
  const { document, state } = context;
  const i = task.trials.id.indexOf(state.trial);
  if (i < 0) return state.trial ? panel("Trial", h("p", { class: "nothing" }, `The store has no trial '${state.trial}' of this task.`)) : null;
  const t = task.trials;
  const other = t.id.indexOf(state.other);
  const sketch = document.sketches[t.sketch[i]];
  const outcome = document.outcomes[t.outcome[i]];
  const message = t.message[i] < 0 ? "" : document.messages[t.message[i]];
  const run = t.run[i] < 0 ? null : document.runs[t.run[i]];
  const knobs = t.point[i].map((value, k): [string, string] => [sketch.knobs[k]?.name ?? String(k), JSON.stringify(value)]);
  const element = panel(
    `Trial #${i + 1}`,
    h(
      "p",
      { class: "switch" },
      h("button", { onclick: () => context.go({ trial: "", other: "" }) }, "close"),
      " ",
      task.best !== null && task.best !== i ? h("button", { onclick: () => context.go({ other: t.id[task.best!] }) }, "compare with the best") : null,
      " ",
      h("button", { onclick: () => context.go({ other: t.id[i] }) }, "compare others with this one"),
    ),
    facts([
      ["outcome", `${outcome.name}: ${outcome.meaning}`],
      message ? ["why", message] : ["latency", time(context, task, i)],
      ["of the best", format.percent(task.seconds !== null && t.seconds[i] ? task.seconds / t.seconds[i]! : null)],
      ["estimate", format.seconds(t.estimate[i])],
      ["built in", format.seconds(t.build[i])],
      ["measured in", format.seconds(t.measure[i])],
      ["date (UTC)", format.date(t.date[i])],
      ["run", run ? `${run.id} ${run.data?.input ?? ""}` : format.NA],
      ["adapted from", donorLink(context, t.donor[i])],
      ["measured again", t.final[i] ? "yes, beside its rivals" : "no"],
    ]),
    other >= 0 && other !== i ? differences(context, task, i, other) : null,
    h("h4", {}, `Point of ${sketch.name}`),
    knobs.length ? facts(knobs) : h("p", { class: "nothing" }, "This sketch has no knobs."),
    h("h4", {}, "Loops"),
    nestTexts(context, task, i),
    h("h4", {}, "Script"),
    sketch.script
      ? h("details", { open: true }, h("summary", {}, "script of the sketch, with open knobs"), h("pre", { tabindex: 0 }, sketch.script))
      : h("p", { class: "nothing" }, "N/A: the store has no text of this sketch."),
    h("h4", {}, "Machine code"),
    codeCommands(context, task, i),
    featureTable(context, task, i),
  );
  element.id = "trial";
  return element;
}
