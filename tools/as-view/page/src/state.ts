// What is looked at. It is in the address after the #, so that a link to a page
// leads to what its sender saw, and the browser's back button works.

export interface State {
  task: string;
  trial: string;
  x: string; // Of best so far: "" is trials, "seconds".
  outcome: string; // Filters of trials; "" is all.
  sketch: string;
  run: string; // How the id of a run begins.
  knob: string; // "unroll=2".
  other: string; // A trial to compare with.
  cell: string; // Cells of the map: "q,r" or "q,r;q,r".
  uses: string; // A strategy at a stage: "1:packed".
  by: string; // What the map has borders by: "" is the sketch.
  lines: string; // Of the map: "" is on, "off".
  sort: string; // Of tasks: a column, with a "-" in front the other way round.
  q: string; // Filter of tasks.
  theme: string; // "" is that of the system.
}

const EMPTY: State = { task: "", trial: "", x: "", outcome: "", sketch: "", run: "", knob: "", other: "", cell: "", uses: "", by: "", lines: "", sort: "", q: "", theme: "" };

export function readState(): State {
  const given = new URLSearchParams(location.hash.slice(1));
  const state = { ...EMPTY };
  for (const key of Object.keys(EMPTY) as (keyof State)[]) state[key] = given.get(key) ?? "";
  return state;
}

/** Changes the address; `replaces` leaves no step for the back button. */
export function writeState(state: State, replaces = false): void {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(state)) if (value) parameters.set(key, value);
  const hash = `#${parameters}`;
  if (hash === location.hash) return;
  if (replaces) history.replaceState(null, "", hash);
  else history.pushState(null, "", hash);
}
