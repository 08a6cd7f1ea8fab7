import { creditsText } from "../domain/credit/credit.js";
import { type LedgerEntry, ledgerReasons } from "../domain/credit/balance.js";
import { dayLength } from "../domain/usage/usage.js";
import type { LedgerCursor } from "../ports/accounts.js";
import { periodOf } from "../admin/period.js";
import { InvalidInput } from "../admin/refusal.js";
import { customerFilter, customerKey, dayFilter } from "./account-fields.js";
import { longList } from "./action.js";
import { choice, oneOf, optional } from "./fields.js";
import { described, nullable, textMember } from "./members.js";
import { partWith } from "./parts.js";

/** A change of a balance as the commands print it. */
export type LedgerRow = ReturnType<typeof rowOf>;

const rowOf = (entry: LedgerEntry) => ({
  id: entry.id,
  /** ISO 8601, UTC. */
  at: new Date(entry.at).toISOString(),
  customer: entry.customerId,
  kind: entry.kind,
  /** Credits; negative for a deduction. */
  change: creditsText(entry.delta),
  /** Credits after the change. */
  balance: creditsText(entry.balanceAfter),
  reason: entry.reason,
  transactionId: entry.transactionId ?? null,
  /** Of the payment; null for none. */
  reference: entry.reference ?? null,
});

/** Milliseconds since the epoch. */
function timesOf(first: string | undefined, last: string | undefined) {
  const { from, until } = periodOf(first, last);
  return {
    from: from * dayLength,
    until: until === Infinity ? Number.MAX_SAFE_INTEGER : until * dayLength,
  };
}

const columns = [
  ...(["id", "at", "customer", "kind", "change", "balance", "reason", "transactionId", "reference"] as const),
];
const members = {
  ...described(["id", "at", "customer", "kind"]),
  change: textMember("change in credits; negative for a deduction"),
  balance: textMember("credits after the change"),
  reason: textMember("refill, charge, refund or carried"),
  transactionId: nullable(textMember("TransactionID of a charge or refund; null for a payment")),
  reference: nullable(textMember("reference of the payment; null for none")),
};
const may = { operator: "viewer", portal: "money" } as const;
const period = {
  from: dayFilter("first day, UTC: 2030-01-15 or 2030-01"),
  to: dayFilter("last day, UTC: 2030-01-15 or 2030-01"),
};

/** Reads the numbers of a cursor, of which there are so many. @throws InvalidInput */
function numbersOf(cursor: string, counts: readonly number[]): readonly number[] {
  const numbers = cursor.split(".");
  if (!counts.includes(numbers.length) || !numbers.every((each) => /^\d{1,16}$/u.test(each)))
    throw new InvalidInput(`invalid place ${JSON.stringify(cursor)}: use that of an entry`);
  return numbers.map(Number);
}

function cursorOf(cursor: string): LedgerCursor {
  const [customerId = 0, at, id] = numbersOf(cursor, [1, 3]);
  return { customerId, behind: at === undefined || id === undefined ? undefined : { at, id } };
}

function cursorText({ customerId, behind }: LedgerCursor): string {
  return [customerId, ...(behind === undefined ? [] : [behind.at, behind.id])].join(".");
}

/** Changes of balances, by customer, the oldest first. */
export const listLedger = longList({
  name: "credit list",
  help: "List balance changes in credits, by customer, oldest first. Changes that several processes make at once are in the order of their calls; the column id has the order in which they were booked",
  may,
  filters: { customer: customerFilter, ...period },
  members,
  columns,
  part: async ({ customer: customerId, from, to }, { limit, after }, { store: { ledger } }) => {
    const query = { customerId, ...timesOf(from, to) };
    const { entries, next } = await ledger.part(query, limit, after === undefined ? after : cursorOf(after));
    return { rows: entries.map(rowOf), next: next === undefined ? null : cursorText(next) };
  },
});

/** Changes of balances of a customer, the newest first: for pages. */
export const latestLedger = longList({
  name: "credit list",
  help: "",
  may,
  keys: { customer: customerKey },
  filters: {
    ...period,
    reason: optional(
      choice(undefined, "only changes with this reason", { choices: ledgerReasons }),
      oneOf("reason", ledgerReasons, ledgerReasons.join(", ")),
    ),
  },
  columns,
  part: async ({ customer: customerId, from, to, reason }, wanted, { store: { ledger } }) => {
    const { limit, after } = wanted;
    const [at = 0, id = 0] = after === undefined ? [] : numbersOf(after, [2]);
    const before = after === undefined ? after : { at, id };
    const entries = await ledger.latest({ customerId, ...timesOf(from, to), reason, before, limit });
    const { rows, next } = partWith(entries, wanted, rowOf, (last) => `${last.at}.${last.id}`);
    // The sums of removed entries are behind all others.
    return { rows, next: entries.at(-1)?.reason === "carried" ? null : next };
  },
});
