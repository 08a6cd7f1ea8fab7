import { expect, test } from "@jest/globals";
import type { LedgerEntry } from "#server/domain/credit/balance.js";
import { ledgerBegin, type LedgerPlace } from "#server/domain/credit/carrying.js";
import type { Store } from "#server/ports/store.js";
import { entriesOf, ledgerOf, noon, openAccount, submission } from "./fixtures.js";
import type { Subject } from "./suite.js";

const minute = 60_000;
const customers = [42, 43, 44];

/** When the entry of a place is booked: a clock that goes, is set back by two hours twice, and stands still now and then. */
const timeOf = (place: number): number =>
  noon + Math.floor(place / 3) * minute - Math.floor(place / 300) * 120 * minute;

/** Charges of three customers in turns, and a refill of each now and then. */
async function book(store: Store, from: number, until: number): Promise<void> {
  const bookings = Array.from({ length: until - from }, (_, index) => from + index).map((place) => {
    const customerId = customers[place % 3] ?? 42;
    const at = timeOf(place);
    if (place % 97 === 0) return store.accounts.addCredit(customerId, "SMS", 7 + place, at);
    return store.outbox.submit(
      submission(`t${place}`, { customerId, charge: { kind: "SMS", amount: 500 + place }, at, dueAt: at }),
    );
  });
  await Promise.all(bookings);
}

const byTime = (one: LedgerEntry, other: LedgerEntry): number => one.at - other.at || one.id - other.id;

/** Entries of customers in the order of their numbers, which is that of the bookings. */
async function bookedBy(store: Store, id: number): Promise<readonly LedgerEntry[]> {
  const entries = await ledgerOf(store, id);
  return entries.filter(({ reason }) => reason !== "carried").sort((one, other) => one.id - other.id);
}

/** Compares each read by time with a plain search of the entries. */
async function compare(store: Store, id: number, count: number): Promise<void> {
  const all = await bookedBy(store, id);
  expect(all).toHaveLength(count);
  const [from, until] = [noon + 20 * minute, noon + 75 * minute];
  const within = all.filter(({ at }) => at >= from && at < until).sort(byTime);
  expect(within.length).toBeGreaterThan(30);
  for (const limit of [1, 50, 1_000])
    expect(
      (await entriesOf(store, { customerId: id, from, until }, limit)).filter(
        ({ reason }) => reason !== "carried",
      ),
    ).toEqual(within);
  for (const reason of [undefined, "charge", "refill"] as const) {
    const query = { customerId: id, from, until, reason, before: undefined, limit: 40 };
    const found = (await store.ledger.latest(query)).filter((entry) => entry.reason !== "carried");
    expect(found).toEqual(
      within
        .filter((entry) => reason === undefined || entry.reason === reason)
        .reverse()
        .slice(0, 40),
    );
  }
  const charged = within
    .filter(({ reason }) => reason === "charge")
    .reduce((sum, { delta }) => sum + delta, 0);
  const [period] = await store.ledger.periods(id, from, until);
  expect(period?.charged).toBe(charged);
  const first = all.filter(({ at }) => at >= from).sort(byTime)[0];
  const course = await store.ledger.course({ customerId: id, kind: "SMS", from, until: from, step: minute });
  expect(course?.balances).toEqual([(first?.balanceAfter ?? 0) - (first?.delta ?? 0)]);
}

/** Entries by customer and time, of which SQLite sorts 256 at once. */
export function ledgerOrderCases(subject: Subject): void {
  test("entries of customers are found by time, however many were booked last and whatever their clock did", async () => {
    const store = subject.store();
    for (const id of customers) await openAccount(store, { id, credit: 100_000_000 });
    // Those that are removed below have numbers in the order of their times.
    for (let place = 0; place < 30; place++) await book(store, place, place + 1);
    for (const [from, until] of [
      [30, 250],
      [250, 255],
      [255, 512],
      [512, 900],
    ] as const) {
      await book(store, from, until);
      if (until > 250) await compare(store, 43, 1 + Math.floor((until + 1) / 3));
    }
    let place: LedgerPlace | undefined = ledgerBegin;
    while (place !== undefined) place = await store.retention.purgeLedger(place, noon + 5 * minute, 100);
    const left = await bookedBy(store, 44);
    expect(left.length).toBeLessThan(300);
    await compare(store, 44, left.length);
    await book(store, 900, 1_300);
    await compare(store, 42, (await bookedBy(store, 42)).length);
  });
}
