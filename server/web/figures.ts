import { unknown } from "./view.js";

/** A rate per second: one decimal below 100. */
export function rateText(rate: number | undefined): string {
  if (rate === undefined) return unknown;
  return rate < 100 ? rate.toFixed(1) : Math.round(rate).toLocaleString("en-US");
}

/** A whole number with commas. */
export const countText = (count: number): string => count.toLocaleString("en-US");

/** A duration in its largest unit. */
export function durationText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
}

/** A part of a whole in percent, without the sign; unknown without a whole. */
export function percentText(part: number, whole: number): string {
  return whole === 0 ? unknown : ((100 * part) / whole).toFixed(1);
}
