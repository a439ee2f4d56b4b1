// Thousands of dots or lines as a bitmap behind a picture: that many elements
// would take seconds to draw.
import { h } from "./dom";

export interface Bitmap {
  canvas: HTMLCanvasElement;
  pen: CanvasRenderingContext2D;
}

/** Twice as fine as the picture, for screens that are. */
export function bitmap(width: number, height: number): Bitmap {
  const canvas = h("canvas", { width: 2 * width, height: 2 * height, "aria-hidden": "true" });
  const pen = canvas.getContext("2d")!;
  pen.scale(2, 2);
  return { canvas, pen };
}

/** The picture with bitmaps of its size behind it. */
export function over(picture: Element, ...bitmaps: Bitmap[]): HTMLElement {
  return h("div", { class: "over" }, ...bitmaps.map(({ canvas }) => canvas), picture);
}
