// Elements. All text goes through text nodes, so that a label of a store, which
// may be anything, is never read as HTML.

type Child = Node | string | number | null | undefined | false;
type Handler = (event: Event) => void;
type Attributes = Record<string, string | number | boolean | Handler | null | undefined>;

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value != null && value !== false) element.setAttribute(name, String(value));
  }
  for (const child of children)
    if (child != null && child !== false)
      element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  return element;
}

/** A table of names and values. */
export function facts(rows: [string, Child][]): HTMLElement {
  return h(
    "table",
    { class: "facts" },
    h("tbody", {}, ...rows.map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value)))),
  );
}

/** A block of the page with a heading. */
export function panel(title: string, ...children: Child[]): HTMLElement {
  return h("section", { class: "panel", "aria-label": title }, h("h3", {}, title), ...children);
}
