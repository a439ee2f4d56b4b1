// Colours that people with colour-blindness can tell apart (Okabe and Ito). What
// has a colour has a name or a shape as well.
import { EARLY_STOPPED, OK } from "./document";

export const BLUE = "var(--blue)"; // #0072b2, lighter in the dark.
export const SKY = "#56b4e9";
export const ORANGE = "#e69f00";
export const VERMILION = "#d55e00";
export const GREEN = "#009e73";
export const PURPLE = "#cc79a7";

export const CATEGORIES = ["#0072b2", ORANGE, GREEN, PURPLE, VERMILION, SKY, "#a6761d", "#7f7f7f"];

export function outcomeColour(name: string): string {
  return name === OK ? BLUE : name === EARLY_STOPPED ? SKY : VERMILION;
}
