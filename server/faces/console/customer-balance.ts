import type { listBalances } from "../../actions/credits.js";
import { creditScale, creditsText } from "../../domain/credit/credit.js";
import { hourLength } from "../../domain/usage/usage.js";
import type { Series } from "../web/charts/chart.js";
import { type BalanceCourse, endCell, endText, paceText } from "../web/balance-end.js";
import { countText, groupedText } from "../web/number-texts.js";
import { type PageClock, shownTime } from "../web/times.js";
import type { Cell, Section } from "../web/view.js";

/** Hours behind now in which the end of a balance is drawn. */
const shownAhead = 48;

const credits = (thousandths: number): number => Math.round(thousandths / creditScale);

/** Hours from now to the end of a balance, if it is drawn. */
function hoursToEnd({ end }: BalanceCourse, now: number): number {
  const hours = end === undefined ? Infinity : Math.ceil((end.at - now) / hourLength);
  return hours > shownAhead ? 0 : hours;
}

/** The run-down of a balance, the way to its end, and the threshold below which it is low, in credits. */
export function balanceSeries(
  course: BalanceCourse,
  threshold: number | undefined,
  now: number,
): { readonly times: readonly number[]; readonly series: readonly Series[] } {
  const ahead = Array.from({ length: hoursToEnd(course, now) }, (_, index) => index + 1);
  const times = [...course.times, ...ahead.map((hour) => now + hour * hourLength)];
  const known = course.balances.map(credits);
  const last = course.balances.at(-1) ?? 0;
  const forecast = ahead.map((hour) => credits(Math.max(0, last - hour * (course.end?.perHour ?? 0))));
  const gaps = (count: number): readonly null[] => Array.from({ length: count }, () => null);
  const series: readonly Series[] = [
    { name: "Balance", tone: "in", values: [...known, ...gaps(ahead.length)] },
    ...(ahead.length === 0
      ? []
      : [
          {
            name: "At this rate",
            tone: "bad" as const,
            isBefore: true,
            values: [...gaps(known.length - 1), credits(last), ...forecast],
          },
        ]),
    ...(threshold === undefined
      ? []
      : [{ name: "Low", tone: "warn" as const, isBefore: true, values: times.map(() => threshold) }]),
  ];
  return { times, series };
}

type Refill = BalanceCourse["refills"][number];

const signOf = ({ delta }: Refill): string => (delta < 0 ? "−" : "+");

/** Changes of one sign: how much, how often, and the last time; nothing without any. */
function changedFact(
  name: string,
  changes: readonly Refill[],
  clock: PageClock,
): readonly (Cell & { readonly name: string })[] {
  const last = changes.at(-1);
  if (last === undefined) return [];
  const sum = creditsText(changes.reduce((all, { delta }) => all + Math.abs(delta), 0));
  const times = changes.length === 1 ? "" : `${changes.length} times, last `;
  const text = `${signOf(last)}${groupedText(sum)}`;
  return [{ name, text, note: `${times}${shownTime(last.at, clock, true).text}` }];
}

/** What operators added and deducted in the days of the chart. */
function changedFacts({ refills }: BalanceCourse, clock: PageClock): ReturnType<typeof changedFact> {
  const added = refills.filter(({ delta }) => delta > 0);
  const deducted = refills.filter(({ delta }) => delta < 0);
  return [...changedFact("Added", added, clock), ...changedFact("Deducted", deducted, clock)];
}

/** A change on the chart, in whole credits as its lines: `+1,000`. */
const noteOf = (change: Refill): { readonly at: number; readonly text: string } => ({
  at: change.at,
  text: `${signOf(change)}${countText(credits(Math.abs(change.delta)))}`,
});

/** The SMS balance of the last seven days with its end, and the other balances. */
export function balanceCard(
  course: BalanceCourse | undefined,
  balances: Awaited<ReturnType<typeof listBalances.rows>>,
  lowBalance: string | null,
  clock: PageClock,
): Section {
  const others = balances.filter(({ kind }) => kind !== "SMS");
  const facts = [
    ...(course?.end === undefined
      ? [{ name: "Ends", text: "not at the rate of the last 7 days" }]
      : [
          {
            name: "Ends",
            ...endCell(course, clock),
            text: endText(course.end, clock).replace(/^ends /u, ""),
          },
          { name: "Rate", text: paceText(course.end) },
        ]),
    ...(course === undefined ? [] : changedFacts(course, clock)),
    ...others.map(({ kind, balance }) => ({ name: kind, text: groupedText(balance), note: "credits" })),
  ];
  const threshold = lowBalance === null ? undefined : Number(lowBalance);
  const { times, series } = balanceSeries(
    course ?? { times: [], balances: [], refills: [], end: undefined },
    threshold,
    clock.now,
  );
  const finding = `The balance was ${countText(credits(course?.balances[0] ?? 0))} credits seven days ago and is ${countText(credits(course?.balances.at(-1) ?? 0))} now`;
  const chart = {
    caption: "Balance by hour",
    finding,
    times,
    unit: "SMS credits",
    form: "lines",
    series,
    notes: course?.refills.map(noteOf),
  } as const;
  return {
    heading: "Balance",
    width: 4,
    note: "SMS credits",
    charts: course === undefined ? undefined : [chart],
    facts: [{ caption: "Balance", facts }],
  };
}
