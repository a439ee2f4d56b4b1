// What the parts of the page get: the document, what is looked at, and how to
// look at something else.
import type { Document } from "./document";
import type { State } from "./state";

/**
 * What becomes of the address: a step, which the browser's back button takes back; no
 * step; or it waits, as browsers refuse more than a few changes a second.
 */
export type Address = "step" | "same" | "later";

export interface Context {
  document: Document;
  ids: string[]; // Of the document's tasks.
  state: State;
  /** Changes what is looked at. */
  go(change: Partial<State>, address?: Address): void;
}
