import { failureText } from "../../admin/deliverability.js";
import {
  changeOf,
  delayAt,
  type Delivery,
  isChanged,
  type Share,
} from "../../domain/usage/deliverability.js";
import { countText, delayText, percentText } from "../web/number-texts.js";
import type { Cell, Column, Table } from "../web/view.js";
import { countryOf } from "../web/countries.js";

/** The table of the page about deliverability, and of the cards about it on other pages. */

/** Name of a calling code, with the code as a note. */
export const countryCell = (code: string): Cell => ({
  text: countryOf(code) ?? (code === "" ? "Other numbers" : `Code ${code}`),
  note: code === "" ? undefined : `+${code}`,
});

/** Change in percentage points with a sign. */
export function pointsText(change: number): string {
  const points = Math.abs(100 * change).toFixed(1);
  if (points === "0.0") return "0.0 pp";
  return `${change < 0 ? "−" : "+"}${points} pp`;
}

/** Colored only if it is more than chance. */
function changeCell(now: Share, before: Share): Cell {
  const change = changeOf(now, before);
  if (change === undefined) return { text: "—", number: true };
  const tone = isChanged(now, before) ? (change < 0 ? "bad" : "ok") : undefined;
  return { text: pointsText(change), number: true, tone };
}

/** Why messages failed most often, and the share of these. */
export function failureCell({ failures, ended, delivered }: Delivery): Cell {
  const [first] = failures;
  if (first === undefined) return { text: "" };
  const text = failureText(first).replace(/\.$/u, "");
  return { text, note: `${percentText(first.messages, ended - delivered)} %`, layout: "long" };
}

/** Receipts that took as many times longer than in the period before are slow. */
const slower = 2;

/** Delay that all but one of twenty receipts did not exceed; colored if it is much longer than before. */
function slowestCell({ delays, delaysBefore }: Delivery): Cell {
  const [now, before] = [delayAt(delays, 0.95), delayAt(delaysBefore, 0.95)];
  const isSlower = now !== undefined && before !== undefined && now > 10 && now > slower * before;
  return { text: delayText(now), number: true, tone: isSlower ? "warn" : undefined };
}

const shareOf = ({ delivered, ended }: Share): number | undefined =>
  ended === 0 ? undefined : delivered / ended;

/** Shares are drawn from the round value below the lowest one, so that they differ on the picture. */
function leastShare(rows: readonly Delivery[]): number {
  const shares = rows.flatMap((row) => [shareOf(row) ?? 1, shareOf(row.before) ?? 1]);
  return Math.floor(10 * Math.min(0.8, ...shares)) / 10;
}

/** The longest of the delays that are drawn, in seconds. */
function mostDelay(rows: readonly Delivery[]): number {
  return Math.max(1, ...rows.map(({ delays }) => Math.min(3_600, delayAt(delays, 0.95) ?? 0)));
}

/** Cells behind the name of a row. */
function cellsOf(row: Delivery, least: number, most: number): readonly Cell[] {
  const change = changeCell(row, row.before);
  const slowest = slowestCell(row);
  const tone = change.tone === "bad" || change.tone === "ok" ? change.tone : "mute";
  const share = Math.min(1, (delayAt(row.delays, 0.95) ?? 0) / most);
  return [
    { text: countText(row.ended), number: true },
    { text: "", dot: { now: shareOf(row) ?? 0, before: shareOf(row.before), least, tone } },
    { text: `${percentText(row.delivered, row.ended)} %`, number: true },
    change,
    { text: delayText(delayAt(row.delays, 0.5)), number: true },
    slowest,
    { text: "", meter: { share, tone: slowest.tone === "warn" ? "warn" : "mute" } },
    failureCell(row),
  ];
}

export interface NamedDelivery {
  /** First cell of the row. */
  readonly name: Cell;
  readonly row: Delivery;
}

/** A table of deliveries; `before`: the period before, in words. */
export function deliveryTable(
  caption: string,
  heading: string,
  named: readonly NamedDelivery[],
  before: string,
): Pick<Table, "caption" | "columns" | "rows" | "csv" | "empty" | "foot"> {
  const rows = named.map(({ row }) => row);
  const [least, most] = [leastShare(rows), mostDelay(rows)];
  const number = (text: string, wideOnly = false): Column => ({ text, number: true, wideOnly });
  return {
    caption,
    columns: [
      heading,
      number("Messages"),
      { text: `${Math.round(100 * least)} to 100 %`, wideOnly: true },
      number("Delivered"),
      number("Change"),
      number("Receipt p50", true),
      number("p95"),
      { text: `0 to ${delayText(most)}`, wideOnly: true },
      "First reason of failures",
    ],
    rows: named.map(({ name, row }) => [name, ...cellsOf(row, least, most)]),
    csv: "deliverability",
    empty: {
      icon: "map-pinned",
      title: "No message got a final status in this period",
      text: "Choose a longer period, or come back when receipts have arrived.",
    },
    foot: {
      text: `Dot: this period, stroke: ${before}. Colored where chance alone would not explain it (99 %).`,
    },
  };
}
