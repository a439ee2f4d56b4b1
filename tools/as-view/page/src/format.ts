// Numbers as text. What is not known is N/A, never 0.
import type { Maybe } from "./document";

export const NA = "N/A";

function digits(number: number): string {
  return number >= 100 ? number.toFixed(0) : number.toPrecision(3);
}

export function seconds(value: Maybe<number> | undefined): string {
  if (value == null) return NA;
  const units: [number, string][] = [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]];
  const [size, unit] = units.find(([size]) => value >= size * 0.9995) ?? units[3];
  return `${digits(value / size)} ${unit}`;
}

export function number(value: Maybe<number> | undefined): string {
  return value == null ? NA : digits(value);
}

export function ratio(value: Maybe<number> | undefined): string {
  return value == null ? NA : `${digits(value)}×`;
}

export function percent(value: Maybe<number> | undefined): string {
  if (value == null) return NA;
  return value > 0 && value < 0.001 ? "<0.1%" : `${(100 * value).toFixed(1)}%`;
}

export function count(value: Maybe<number> | undefined): string {
  if (value == null) return NA;
  const units: [number, string][] = [[1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]];
  const unit = units.find(([size]) => value >= size);
  return unit ? `${(value / unit[0]).toPrecision(4)}${unit[1]}` : String(value);
}

export function date(value: Maybe<number> | undefined): string {
  // Beyond that there are no dates.
  return value && Math.abs(value) < 8.64e12 ? new Date(value * 1000).toISOString().slice(0, 19).replace("T", " ") : NA;
}

/** "1 trial", "2 trials". */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
