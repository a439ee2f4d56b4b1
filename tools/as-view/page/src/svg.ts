// Elements of pictures; as in dom.ts all text is in text nodes.

type Attributes = Record<string, string | number | null | undefined>;

export function s(tag: string, attributes: Attributes = {}, ...children: (Node | string)[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) if (value != null) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}
