import { creditScale, creditsText } from "../../domain/credit/credit.js";
import { callingCode } from "../../domain/usage/usage.js";
import { unknown } from "./view.js";

/** A rate per second: one decimal below 100. */
export function rateText(rate: number | undefined): string {
  if (rate === undefined) return unknown;
  return rate < 100 ? rate.toFixed(1) : Math.round(rate).toLocaleString("en-US");
}

/** A whole number with commas. */
export const countText = (count: number): string => count.toLocaleString("en-US");

/** A count with its noun: `1 message`, `4,993 messages`. */
export const countWords = (count: number, noun: string, plural = `${noun}s`): string =>
  `${countText(count)} ${count === 1 ? noun : plural}`;

/** A decimal number as the commands print it, with commas between its thousands and a true minus. */
export function groupedText(number: string): string {
  const [whole = "", ...fraction] = number.replace("-", "−").split(".");
  return [whole.replace(/\B(?=(?:\d{3})+$)/gu, ","), ...fraction].join(".");
}

/** Credits as pages show them, given in thousandths: `4,993.5`. */
export const creditsAmount = (thousandths: number): string => groupedText(creditsText(thousandths));

/** An amount with its unit: `1 credit`, `4,993.5 credits`. */
export const creditsWords = (thousandths: number): string =>
  `${creditsAmount(thousandths)} ${Math.abs(thousandths) === creditScale ? "credit" : "credits"}`;

/** Digits behind a calling code in groups of three; the last group has two to four, as people write it. */
function groupsOf(digits: string): readonly string[] {
  if (digits.length <= 4) return [digits];
  return [digits.slice(0, 3), ...groupsOf(digits.slice(3))];
}

/** A number in international format, for example `+1 202 555 0142`; its hidden digits are dots. Another text stays as it is. */
export function phoneText(number: string): string {
  const code = callingCode(number);
  if (code === "" || !/^\d{4,15}\**$/u.test(number) || number.length < 7) return number;
  return [`+${code}`, ...groupsOf(number.slice(code.length))].join(" ").replaceAll("*", "•");
}

/** A duration in its largest unit. */
export function durationText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
}

/** A delay in seconds: one decimal below ten. */
export function delayText(seconds: number | undefined): string {
  if (seconds === undefined) return unknown;
  if (seconds === Infinity) return "over 1 h";
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** A part of a whole in percent, without the sign; unknown without a whole. */
export function percentText(part: number, whole: number): string {
  return whole === 0 ? unknown : ((100 * part) / whole).toFixed(1);
}
