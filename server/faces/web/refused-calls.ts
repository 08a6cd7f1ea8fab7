import { wordsOf } from "../../admin/refusal-words.js";
import type { RefusedCalls } from "../../domain/usage/refused-calls.js";
import { dayLength, dayOf } from "../../domain/usage/usage.js";
import type { Store } from "../../ports/store.js";
import { countText } from "./number-texts.js";
import { numberCell, type Section } from "./view.js";

/** Days that are shown, with today. */
const shownDays = 7;

interface Reason {
  readonly code: string;
  readonly today: number;
  readonly calls: number;
  /** The last day with one. */
  readonly day: number;
}

/** Sums by code, the most frequent first. */
function reasonsOf(rows: readonly RefusedCalls[], today: number): readonly Reason[] {
  const reasons = new Map<string, Reason>();
  for (const { code, day, calls } of rows) {
    const known = reasons.get(code) ?? { code, today: 0, calls: 0, day };
    const ofToday = known.today + (day === today ? calls : 0);
    reasons.set(code, { code, today: ofToday, calls: known.calls + calls, day: Math.max(known.day, day) });
  }
  return [...reasons.values()].sort(
    (one, other) => other.calls - one.calls || (one.code < other.code ? -1 : 1),
  );
}

/** Calls of programs of a customer over HTTP that were refused in the last days, by reason; none without any. */
export async function refusedCallsCards(
  { traffic }: Pick<Store, "traffic">,
  customerId: number,
  now: number,
): Promise<readonly Section[]> {
  const today = dayOf(now);
  const reasons = reasonsOf(await traffic.refused(customerId, today - shownDays + 1), today);
  if (reasons.length === 0) return [];
  const table = {
    caption: `Calls over HTTP that were refused in the last ${shownDays} days`,
    columns: [
      "Reason",
      { text: "Today", number: true },
      { text: `${shownDays} days`, number: true },
      { text: "Last on", number: true },
    ],
    rows: reasons.map(({ code, calls, day, ...reason }) => [
      // A Result without digits is known by its text.
      {
        text: wordsOf(code),
        note: /^\d/u.test(code) ? code : undefined,
        layout: "long" as const,
      },
      numberCell(countText(reason.today)),
      numberCell(countText(calls)),
      numberCell(new Date(day * dayLength).toISOString().slice(0, 10)),
    ]),
    csv: "refused-calls",
    empty: "No call was refused.",
  };
  const total = reasons.reduce((sum, { calls }) => sum + calls, 0);
  return [
    { heading: "Refused calls", note: `${countText(total)} in ${shownDays} days, UTC`, tables: [table] },
  ];
}
