// Parts of the page, which are drawn again only where what they show has changed:
// with 20,000 trials a picture takes longer than a frame.
import type { State } from "./state";

type Drawn = HTMLElement | null;

/** What was drawn, and on what that depended. */
export class Parts {
  private readonly drawn = new Map<string, { on: unknown[]; element: Drawn }>();

  /** The part with this name, drawn again if anything that it depends on is another. */
  get(name: string, on: unknown[], draw: () => Drawn): Drawn {
    const before = this.drawn.get(name);
    if (before && before.on.length === on.length && on.every((value, i) => value === before.on[i])) return before.element;
    const element = draw();
    this.drawn.set(name, { on, element });
    return element;
  }
}

export function valuesOf(state: State, keys: (keyof State)[]): string[] {
  return keys.map((key) => state[key]);
}

/** Gives `parent` these children. Those that it has stay where they are, and keep their scroll bars. */
export function place(parent: HTMLElement, children: Drawn[]): void {
  const wanted = children.filter((child) => child !== null);
  const all = new Set<Node>(wanted);
  for (const child of [...parent.childNodes]) if (!all.has(child)) child.remove();
  let at = parent.firstChild;
  for (const child of wanted) {
    if (child === at) at = at.nextSibling;
    else parent.insertBefore(child, at);
  }
}
