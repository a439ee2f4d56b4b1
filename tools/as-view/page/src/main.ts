// The page: reads the document that is in it and draws what the address names.
import { bestSoFar, outcomes, predicted, roofline } from "./charts";
import type { Address, Context } from "./context";
import { labelOf, parseDocument, taskIds, type Document, type Maybe, type Task } from "./document";
import { h } from "./dom";
import { graphPanel } from "./graph";
import * as format from "./format";
import { knobPanel } from "./knobs";
import { learnedPanel } from "./learned";
import { loopPanel } from "./loops";
import { mapPanel, markCells } from "./map";
import { Parts, place, valuesOf } from "./parts";
import { principlesPanel } from "./principles";
import { readState, writeState, type State } from "./state";
import { runsPanel } from "./runs";
import { shownTasks, taskTable } from "./tasks";
import { markTrial, trialPanel, trialTable } from "./trials";
import "./style.css";

const KEYS: [string, string][] = [
  ["j, k", "next, previous task"],
  ["n, p", "next, previous trial"],
  ["/", "filter tasks"],
  ["x", "best so far: over trials or seconds"],
  ["t", "dark or light"],
  ["Escape", "close the trial"],
  ["?", "these keys, and licences"],
];

function about(): HTMLDialogElement {
  const licences = document.getElementById("licences")?.textContent ?? "";
  const dialog = h(
    "dialog",
    { "aria-label": "Keys and licences" },
    h("h2", {}, "Keys"),
    h("table", {}, h("tbody", {}, ...KEYS.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, what))))),
    h("details", {}, h("summary", {}, "Licences of what this page is made with"), h("pre", { tabindex: 0 }, licences)),
    h("form", { method: "dialog" }, h("button", {}, "close")),
  );
  return dialog;
}

interface Part {
  name: string;
  /** What of the state it depends on, beside the task. */
  on: (keyof State)[];
  draw: (context: Context, task: Task) => HTMLElement | null;
  /** Shows what has changed of the rest, which takes no new drawing. */
  mark?: (part: HTMLElement, state: State) => void;
}

const FILTERS: (keyof State)[] = ["outcome", "sketch", "run", "cell", "uses", "knob"];

const CHARTS: Part[] = [
  { name: "best so far", on: ["x"], draw: bestSoFar },
  { name: "predicted", on: [], draw: predicted },
  { name: "outcomes", on: ["outcome"], draw: outcomes },
  { name: "roofline", on: [], draw: roofline },
  { name: "map", on: ["by", "lines"], draw: mapPanel, mark: markCells },
  { name: "stages", on: ["trial"], draw: graphPanel },
  { name: "loops", on: FILTERS, draw: loopPanel },
  { name: "knobs", on: ["sketch", "knob"], draw: knobPanel },
];

const REST: Part[] = [
  { name: "trial", on: ["trial", "other"], draw: trialPanel },
  { name: "trials", on: FILTERS, draw: trialTable, mark: markTrial },
  { name: "text", on: [], draw: (_, task) => (task.text ? h("details", { class: "panel" }, h("summary", {}, "the task in MLIR"), h("pre", { tabindex: 0 }, task.text)) : null) },
  { name: "principles", on: [], draw: principlesPanel },
  { name: "learned", on: [], draw: learnedPanel },
  { name: "runs", on: ["run"], draw: (context) => runsPanel(context) },
];

/** Answers for those who look for the first time. */
function glance({ glance: { slow, why, tried, helps } }: Task): HTMLElement {
  const answer = (question: string, ...answers: string[]) => [h("dt", {}, question), ...answers.map((text) => h("dd", {}, text))];
  return h(
    "dl",
    { class: "glance" },
    ...answer("What is slow?", slow),
    ...answer("Why?", why),
    ...answer("What was tried?", tried),
    ...answer("What would help?", ...(helps.length ? helps : ["Nothing that these numbers tell."])),
  );
}

function heading(_: Context, task: Task): HTMLElement {
  const bound = task.stockIsBound ? ">" : "";
  return h(
    "div",
    {},
    h("h2", {}, labelOf(task)),
    h(
      "p",
      { class: "sub" },
      `${format.seconds(task.seconds)}, stock ${bound}${format.seconds(task.stock)}, ${bound}${format.ratio(task.speedup)}; `,
      `${format.count(task.data?.flops)} FLOP; ${task.weight === 1 ? "runs once" : `runs ${format.number(task.weight)} times`}; ${task.target}; ${task.compiler}; ${task.hash}`,
    ),
    glance(task),
  );
}

function welcome(store: Document): HTMLElement {
  return h(
    "p",
    { class: "notice" },
    `'${store.store}' has no trials to show. A search makes some: as-opt --autoschedule --records=${store.store} model.mlir`,
  );
}

class Page implements Context {
  ids: string[];
  state: State = readState();
  private readonly dialog = about();
  private readonly parts = new Parts();
  private readonly main = h("main");
  private readonly charts = h("div", { class: "charts" });
  private readonly article = h("article", { id: "detail", "aria-label": "Task" });
  private notice = "";

  constructor(
    public document: Document,
    private readonly root: HTMLElement,
  ) {
    this.ids = taskIds(document);
    addEventListener("popstate", () => this.show(readState()));
    addEventListener("hashchange", () => this.show(readState()));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.show(this.state));
    addEventListener("keydown", (event) => this.press(event));
    this.show(this.state);
  }

  /** Shows a later document, at the same place. */
  update(document: Document): void {
    this.document = document;
    this.ids = taskIds(document);
    this.notice = "";
    this.show(this.state);
  }

  /** Says in the header what is wrong; "" is nothing. */
  say(notice: string): void {
    if (notice === this.notice) return;
    this.notice = notice;
    this.show(this.state);
  }

  go(change: Partial<State>, address: Address = "q" in change ? "same" : "step"): void {
    const state = { ...this.state, ...change };
    if (address !== "later") writeState(state, address === "same");
    this.show(state);
  }

  private taskNumber(): number {
    return this.ids.indexOf(this.state.task);
  }

  private show(state: State): void {
    this.state = state;
    if (!state.task && this.ids.length) this.state.task = this.ids[0];
    if (state.theme) document.documentElement.dataset.theme = state.theme;
    else delete document.documentElement.dataset.theme;
    const focus = this.focused();
    place(this.root, [this.header(), this.main, this.dialog]);
    place(this.main, this.contents());
    this.refocus(focus);
  }

  /** What has the focus, by its number among its kind, and where its cursor is. */
  private focused(): { tag: string; number: number; place: Maybe<number> } | null {
    const element = document.activeElement;
    if (!element || !this.root.contains(element)) return null;
    const place = element instanceof HTMLInputElement ? element.selectionStart : null;
    return { tag: element.tagName, number: [...this.root.querySelectorAll(element.tagName)].indexOf(element), place };
  }

  private refocus(focus: ReturnType<Page["focused"]>): void {
    const element = focus && this.root.querySelectorAll<HTMLElement>(focus.tag)[focus.number];
    if (element === document.activeElement) return;
    element?.focus({ preventScroll: true });
    if (element instanceof HTMLInputElement && focus) element.setSelectionRange(focus.place, focus.place);
  }

  private header(): HTMLElement {
    const store = this.document;
    return h(
      "header",
      {},
      h("h1", {}, "as-view"),
      h("span", {}, `${store.store}: ${format.plural(store.numTrials, "trial")}, ${format.plural(store.runs.length, "run")}; as-opt ${store.asVersion}`),
      store.live !== undefined ? h("output", {}, this.notice || "live") : null,
      h("button", { onclick: () => this.toggleTheme() }, "dark/light"),
      h("button", { onclick: () => this.dialog.showModal() }, "keys (?)"),
    );
  }

  private contents(): (HTMLElement | null)[] {
    const { document, state } = this;
    if (!document.tasks.length) return [welcome(document)];
    const task = document.tasks[this.taskNumber()];
    const table = this.parts.get("tasks", [document, ...valuesOf(state, ["task", "sort", "q"])], () => this.taskTable());
    if (!task) return [table, h("p", { class: "notice" }, `The store has no task '${state.task}'.`)];
    this.detail(task);
    return [table, this.article];
  }

  /** A new table, which is scrolled as the one before. To ask for that has the browser lay out the page. */
  private taskTable(): HTMLElement {
    const scrolled = this.root.querySelector(".tasks .scroll")?.scrollTop ?? 0;
    const table = taskTable(this);
    if (scrolled) requestAnimationFrame(() => (table.querySelector(".scroll")!.scrollTop = scrolled));
    return table;
  }

  /** Fills the article about a task. */
  private detail(task: Task): void {
    const { document, state } = this;
    const isDark = this.isDark(); // Bitmaps have the colours of the moment.
    const draw = (part: Part) => {
      const element = this.parts.get(part.name, [document, task, isDark, ...valuesOf(state, part.on)], () => part.draw(this, task));
      if (element) part.mark?.(element, state);
      return element;
    };
    place(this.charts, CHARTS.map(draw));
    place(this.article, [draw({ name: "heading", on: [], draw: heading }), this.charts, ...REST.map(draw)]);
  }

  private isDark(): boolean {
    const { theme } = this.state;
    return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  private toggleTheme(): void {
    this.go({ theme: this.isDark() ? "light" : "dark" });
  }

  private step(by: number): void {
    const shown = shownTasks(this);
    const at = shown.indexOf(this.taskNumber());
    const next = shown[Math.min(Math.max(at + by, 0), shown.length - 1)];
    if (next !== undefined) this.go({ task: this.ids[next], trial: "", cell: "", uses: "", knob: "", other: "" });
    this.root.querySelector(".tasks tr.selected")?.scrollIntoView({ block: "nearest" });
  }

  private stepTrial(by: number): void {
    const task = this.document.tasks[this.taskNumber()];
    if (!task) return;
    const at = task.trials.id.indexOf(this.state.trial);
    const next = at < 0 ? (task.best ?? 0) : Math.min(Math.max(at + by, 0), task.trials.id.length - 1);
    this.go({ trial: task.trials.id[next] ?? "" });
  }

  private press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || this.dialog.open) return;
    if (event.target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const actions: Record<string, () => void> = {
      j: () => this.step(1),
      k: () => this.step(-1),
      n: () => this.stepTrial(1),
      p: () => this.stepTrial(-1),
      "/": () => document.getElementById("filter")?.focus(),
      x: () => this.go({ x: this.state.x ? "" : "seconds" }),
      t: () => this.toggleTheme(),
      Escape: () => this.go({ trial: "", other: "" }),
      "?": () => this.dialog.showModal(),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

/** Follows the store: asks for the document again when the server says so. */
function follow(page: Page): void {
  const events = new EventSource("events");
  let isAsking = false;
  let newest = page.document.live;
  const ask = async () => {
    if (isAsking) return;
    isAsking = true;
    while (newest !== page.document.live) {
      const asked = newest;
      try {
        const response = await fetch("document.json");
        const text = await response.text();
        if (!response.ok) throw new Error(text);
        const document = parseDocument(text);
        // A change that the server has not noticed yet is told next.
        if (asked === newest) newest = document.live;
        page.update(document);
      } catch (error) {
        page.say((error as Error).message.slice(0, 200));
        await new Promise((resume) => setTimeout(resume, 1000));
      }
    }
    isAsking = false;
  };
  events.addEventListener("change", (event) => {
    newest = Number(event.data);
    void ask();
  });
  events.addEventListener("open", () => page.say(""));
  events.addEventListener("error", () => page.say("as-view has ended; this is what it showed last"));
}

const root = document.getElementById("page")!;
try {
  const page = new Page(parseDocument(document.getElementById("document")?.textContent ?? ""), root);
  if (page.document.live !== undefined) follow(page);
} catch (error) {
  root.replaceChildren(h("main", {}, h("h1", {}, "as-view"), h("p", { class: "notice" }, (error as Error).message)));
}
