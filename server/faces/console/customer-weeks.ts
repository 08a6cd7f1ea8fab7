import { outcomesOf } from "../../domain/usage/traffic.js";
import { dayLength, dayOf } from "../../domain/usage/usage.js";
import { isChanged } from "../../domain/usage/deliverability.js";
import type { Store } from "../../ports/store.js";
import type { ChartTone } from "../web/charts/chart.js";
import { countText, creditsAmount, percentText } from "../web/number-texts.js";
import { outcomeParts } from "../web/outcomes.js";
import type { Day } from "../web/usage-days.js";
import { type Cell, numberCell, type Section, type Tone, unknown } from "../web/view.js";
import { pointsText } from "./delivery-table.js";

/** The outcomes of today against usual ones, and the last week against the one before. */

/** Days of a week. */
const week = 7;

/** Days that the comparison of weeks needs, with today. */
export const comparedDays = 2 * week + 1;

const markOf: Readonly<Record<ChartTone, Tone>> = {
  in: "info",
  ok: "ok",
  warn: "warn",
  bad: "bad",
  mute: "mute",
};

const totalOf = (parts: ReturnType<typeof outcomeParts>): number =>
  parts.reduce((sum, { count }) => sum + count, 0);

/** The change of a share in points; colored only if it is more than chance. */
function changeCell(
  tone: ChartTone,
  now: { readonly delivered: number; readonly ended: number },
  before: { readonly delivered: number; readonly ended: number },
): Cell {
  if (now.ended === 0 || before.ended === 0) return numberCell(unknown);
  const change = now.delivered / now.ended - before.delivered / before.ended;
  const isJudged = tone !== "in" && tone !== "mute" && isChanged(now, before);
  const isGood = tone === "ok" ? change > 0 : change < 0;
  return { ...numberCell(pointsText(change)), tone: isJudged ? (isGood ? "ok" : "bad") : undefined };
}

/** Messages of today by outcome, each with its share and how that differs from the days before. */
export function outcomesCard(days: readonly Day[]): Section {
  const today = outcomeParts(days.at(-1)?.sums ?? []);
  const before = outcomeParts(days.slice(0, -1).flatMap(({ sums }) => sums));
  const [total, usual] = [totalOf(today), totalOf(before)];
  const rows = today.map(({ name, tone, count }, index): readonly Cell[] => [
    { text: name, mark: markOf[tone] },
    numberCell(countText(count)),
    numberCell(`${percentText(count, total)}${total === 0 ? "" : " %"}`),
    changeCell(
      tone,
      { delivered: count, ended: total },
      { delivered: before[index]?.count ?? 0, ended: usual },
    ),
  ]);
  const number = (text: string) => ({ text, number: true });
  return {
    heading: "Outcomes today",
    width: 6,
    note: `${countText(total)} messages, UTC`,
    tables: [
      {
        caption: `Outcomes today against the ${days.length - 1} days before`,
        columns: ["Outcome", number("Messages"), number("Share"), number("Against usual")],
        rows,
        empty: "No message was accepted.",
      },
    ],
  };
}

const sumsOf = (days: readonly Day[]) => outcomesOf(days.flatMap(({ sums }) => sums));

/** How much more it is than before, in percent; unknown from nothing. */
export function growthText(now: number, before: number): string {
  if (before === 0) return unknown;
  const percent = Math.round((1_000 * (now - before)) / before) / 10;
  return `${percent < 0 ? "−" : percent > 0 ? "+" : ""}${Math.abs(percent).toFixed(1)} %`;
}

/** Thousandths of an SMS credit that the week and the one before have cost, with their refunds. */
async function creditsOf(
  { ledger }: Pick<Store, "ledger">,
  customerId: number,
  today: number,
): Promise<readonly [number, number]> {
  const step = week * dayLength;
  const [from, until] = [(today - 2 * week) * dayLength, today * dayLength];
  const { balances = [], refills = [] } =
    (await ledger.course({ customerId, kind: "SMS", from, until, step })) ?? {};
  const spentFrom = (index: number): number => {
    const [first, end] = [from + index * step, from + (index + 1) * step];
    const added = refills.reduce((sum, { at, delta }) => sum + (at >= first && at < end ? delta : 0), 0);
    return (balances[index] ?? 0) + added - (balances[index + 1] ?? 0);
  };
  return [spentFrom(1), spentFrom(0)];
}

const dateOf = (day: number): string =>
  new Date(day * dayLength).toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** The seven days before today against the seven before them, whole days in UTC. */
export async function weeksCard(
  store: Pick<Store, "ledger">,
  customerId: number,
  days: readonly Day[],
  now: number,
): Promise<Section> {
  const today = dayOf(now);
  const [last, earlier] = [sumsOf(days.slice(-1 - week, -1)), sumsOf(days.slice(-1 - 2 * week, -1 - week))];
  const [spent, spentBefore] = await creditsOf(store, customerId, today);
  const row = (name: string, one: number, other: number, text = countText): readonly Cell[] => [
    { text: name },
    numberCell(text(one)),
    numberCell(text(other)),
    numberCell(growthText(one, other)),
  ];
  const named = (first: number) => ({
    text: `${dateOf(first)} to ${dateOf(first + week - 1)}`,
    number: true,
  });
  return {
    heading: "Week against week",
    note: "whole days, UTC",
    tables: [
      {
        caption: "The last seven days against the seven before",
        columns: ["", named(today - week), named(today - 2 * week), { text: "Change", number: true }],
        rows: [
          row("Sent", last.accepted, earlier.accepted),
          row("Delivered", last.delivered, earlier.delivered),
          row("Failed", last.failed, earlier.failed),
          row("SMS credits", spent, spentBefore, creditsAmount),
        ],
        empty: "",
      },
    ],
  };
}
