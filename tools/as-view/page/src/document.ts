// The document that lib/view writes (docs/view.md). What is not known is null.

export type Maybe<T> = T | null;

export interface Knob {
  name: string;
  kind?: string;
  options?: (number | string)[];
  extent?: number;
}

export interface Sketch {
  name: string;
  version: string;
  knobs: Knob[];
  script: string;
}

/** Columns: the trial with number i is row i of each. */
export interface Trials {
  id: string[];
  sketch: number[];
  outcome: number[];
  seconds: Maybe<number>[];
  estimate: Maybe<number>[];
  message: number[];
  run: number[];
  /** Of `donors`, -1 where none is noted. */
  donor: number[];
  date: number[];
  build: number[];
  measure: number[];
  final: number[];
  /** Number of its form, -1 where its loops are not known. */
  form: number[];
  point: unknown[][];
}

/** A cell of a map, and what most of its trials have. */
export interface Cell {
  q: number;
  r: number;
  cluster: number;
  sketch: number;
  outcome: number;
  ok: number;
  seconds: Maybe<number>;
  gains: Maybe<number>[];
  trials: number[];
}

export interface TaskMap {
  capacity: number;
  clusters: number;
  /** What the colours span: a few cells may be beyond. */
  least: Maybe<number>;
  most: Maybe<number>;
  cells: Cell[];
  /** Pieces are four numbers each: from x, y to x, y. */
  lines: { level: number; gain: number; pieces: number[] }[];
}

export interface Stage {
  kind: string;
  name: string;
  extents: number[];
  /** Numbers of loops. */
  reductions: number[];
  /** Numbers of tensors. */
  reads: number[];
  writes: number[];
}

export interface Tensor {
  shape: number[];
  element: string;
  /** The stage that makes it, -1 for none. */
  from: number;
  constant: boolean;
  fixed: boolean;
}

/** Of each stage: how many loops it has, and to how many of them each strategy does something. */
export type Form = number[][];

export interface Stages {
  /** Why there are none, or "". */
  problem: string;
  stages: Stage[];
  tensors: Tensor[];
  forms: Form[];
  /** The loops as the program has them, as text, and those of a few trials. */
  before: string;
  nests: Record<string, string>;
}

export interface Task {
  hash: string;
  target: string;
  compiler: string;
  data: Maybe<{ label?: string; signature?: string; flops?: number; minBytes?: number; extents?: number[][] }>;
  text: string;
  stock: Maybe<number>;
  stockIsBound: boolean;
  best: Maybe<number>;
  seconds: Maybe<number>;
  speedup: Maybe<number>;
  gflops: Maybe<number>;
  intensity: Maybe<number>;
  /** What share of the best time the machine would take at least. */
  roof: Maybe<number>;
  weight: Maybe<number>;
  share: Maybe<number>;
  tau: Maybe<number>;
  /** What it is about, in sentences. */
  glance: { slow: string; why: string; tried: string; helps: string[] };
  numErrors: number;
  outcomes: Record<string, number>;
  reasons: [message: number, outcome: number, count: number][];
  improvements: number[];
  features: Record<string, Maybe<number>[][]>;
  /** Of each sketch: what share of the differences each knob explains. */
  knobs: { sketch: number; trials: number; least: Maybe<number>; most: Maybe<number>; shares: Maybe<number>[] }[];
  map: Maybe<TaskMap>;
  stages: Maybe<Stages>;
  trials: Trials;
}

/** What tasks of one signature have in common. */
export interface Principle {
  signature: string;
  device: string;
  words: string;
}

export interface Run {
  id: string;
  data: Maybe<{
    input?: string;
    started?: number;
    ended?: number;
    time?: Record<string, number>;
    weights?: Record<string, number>;
    /** What tasks began with, by their hashes. */
    learned?: Record<string, { donor?: string; model?: number }>;
  }>;
}

export interface Target {
  key: string;
}

/** What the machine of a target can do; the levels of memory, the nearest first. */
export interface Roofline {
  target: string;
  instructions: string;
  gflops: number;
  levels: { name: string; bytes: Maybe<number>; gbps: number }[];
}

export interface Document {
  version: number;
  asVersion: string;
  store: string;
  /** Of a page that is served: counts the changes of the store. */
  live?: number;
  numTrials: number;
  /** What reads the store: "as-view store.db". */
  command: string;
  outcomes: { name: string; meaning: string }[];
  gains: { name: string; meaning: string }[];
  strategies: { name: string; meaning: string }[];
  messages: string[];
  /** Hashes of tasks that points are from. */
  donors: string[];
  runs: Run[];
  targets: Target[];
  rooflines: Roofline[];
  featureNames: string[];
  sketches: Sketch[];
  tasks: Task[];
  principles: { numComparisons: number; numTasks: number; principles: Principle[] };
}

const VERSION = 1;

/** Throws an Error with words for the user. */
export function parseDocument(text: string): Document {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("The numbers in this page are damaged or cut short. Make the page again with as-view.");
  }
  const document = value as Partial<Document>;
  if (document.version !== VERSION || !Array.isArray(document.tasks))
    throw new Error("This page has no numbers in it. Make one with: as-view STORE -o report.html");
  return document as Document;
}

export const OK = "ok";
export const EARLY_STOPPED = "early-stopped";

export function labelOf(task: Task): string {
  return String(task.data?.label || "") || task.hash.slice(0, 12);
}

/** Short names of tasks for the address: their hashes, told apart where one has several targets. */
export function taskIds(document: Document): string[] {
  const seen = new Map<string, number>();
  return document.tasks.map((task) => {
    const short = task.hash.slice(0, 12);
    const count = (seen.get(short) ?? 0) + 1;
    seen.set(short, count);
    return count > 1 ? `${short}.${count}` : short;
  });
}
