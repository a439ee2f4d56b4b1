// What the parts of the page get: the document, what is looked at, and how to
// look at something else.
import type { Document } from "./document";
import type { State } from "./state";

export interface Context {
  document: Document;
  ids: string[]; // Of the document's tasks.
  state: State;
  /** Changes what is looked at; a step is one for the browser's back button. */
  go(change: Partial<State>, isStep?: boolean): void;
}
