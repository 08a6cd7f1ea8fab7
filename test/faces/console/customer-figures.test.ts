import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { RecipientState } from "#server/domain/recipient-state.js";
import { dayLength, hourLength } from "#server/domain/usage/usage.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { openAccount, submission } from "../../storage/fixtures.js";
import { newDatabase } from "../../storage/new-database.js";
import { type ConsoleServer, PlainBrowser, startConsole } from "./console-server.js";
import { rowsOf as rowsIn, words } from "./page-text.js";

/** The figures of a customer's page, compared with the messages and entries that the database has. */

let server: ConsoleServer;
let page = "";
const now = Date.now();
const today = now - (now % dayLength);
/** In the last week, and before the last hour at any time of the day. */
const yesterday = today - 2 * hourLength;
const { Delivered, Expired, Failed, Submitting } = RecipientState;

/** Messages that get their final states at a time. */
async function send(
  store: Store,
  name: string,
  at: number,
  states: readonly RecipientState[],
): Promise<void> {
  const recipients = states.map((_, index) => String(12_025_550_200 + index));
  const charge = { kind: "SMS", amount: states.length * 1_000 } as const;
  await store.outbox.submit(submission(name, { customerId: 43, at, dueAt: at, recipients, charge }));
  const found = await store.desk.candidates({ kind: "transaction", id: name }, undefined, 1_000);
  await store.outbox.advance(
    found.flatMap(({ id: recipientId }, index) => [
      { recipientId, state: Submitting, at },
      { recipientId, state: states[index] ?? Delivered, at, error: undefined },
    ]),
  );
}

const many = (count: number, state: RecipientState): readonly RecipientState[] =>
  Array.from({ length: count }, () => state);

const sent = [
  ["eleven days ago", today - 11 * dayLength + hourLength, many(20, Delivered)],
  ["six days ago", today - 6 * dayLength + 9 * hourLength, [...many(7, Delivered), ...many(2, Failed)]],
  ["six days ago, later", today - 6 * dayLength + 10 * hourLength + 1, many(3, Expired)],
  ["yesterday", yesterday, [...many(5, Delivered), ...many(1, Expired)]],
  ["now", now, [...many(8, Delivered), ...many(4, Failed)]],
] as const;

beforeAll(async () => {
  // Before the server runs, which would send them.
  const database = await newDatabase();
  const store = await openStore(database);
  await openAccount(store, { id: 43 });
  await store.accounts.addCredit(43, "SMS", 100_000, today - 12 * dayLength);
  for (const [name, at, states] of sent) {
    if (at >= yesterday) await store.accounts.addCredit(43, "SMS", 2_500, at - 1);
    await send(store, name, at, states);
  }
  await store.accounts.changeCustomer(43, { lowBalance: 20_000 });
  await store.retention.gatherDeliverability(100);
  while (await store.retention.foldDeliverability(Math.floor(now / hourLength))) continue;
  await store.close();
  server = await startConsole({ database });
  page = (await (await new PlainBrowser(server.origin).logIn("admin")).get("/customers/43")).text;
});
afterAll(() => server.close());

const rowsOf = (caption: string) => rowsIn(page, caption);

/** Messages that the database has, with the time and state of each. */
async function stored(): Promise<readonly { readonly at: number; readonly state: RecipientState }[]> {
  const found = await Promise.all(
    sent.map(([id]) => server.store.desk.candidates({ kind: "transaction", id }, undefined, 1_000)),
  );
  return found.flat();
}

describe("the page of a customer", () => {
  test("has the messages of each hour of the week, by outcome", async () => {
    const from = today - 6 * dayLength;
    const messages = (await stored()).filter(({ at }) => at >= from);
    const rows = rowsOf("Messages by hour");
    expect(rows).toHaveLength(7 * 24);
    const found = rows
      .toReversed()
      .map((row) => row.slice(1).map((text) => (text === "—" ? 0 : Number(text))));
    const want = Array.from({ length: 7 * 24 }, (_, hour) => {
      const own = messages.filter(({ at }) => Math.floor((at - from) / hourLength) === hour);
      return [Delivered, Expired, Failed].map((state) => own.filter((each) => each.state === state).length);
    });
    expect(found).toEqual(want);
    expect(found.flat().reduce((sum, count) => sum + count, 0)).toBe(30);
  });

  test("has the same in its heat map, with a table, and none for hours to come", async () => {
    const rows = rowsOf("Messages by day and hour");
    const byDay = rows[0]?.slice(1).map((_, day) => rows.map((row) => row[day + 1] ?? ""));
    const hour = new Date(now).getUTCHours();
    expect(byDay?.[0]?.[9]).toBe("9");
    expect(byDay?.[0]?.[10]).toBe("3");
    expect(byDay?.[5]?.[22]).toBe("6");
    expect(byDay?.[6]?.[hour]).toBe("12");
    expect(byDay?.[6]?.slice(hour + 1)).toEqual(Array.from({ length: 23 - hour }, () => "—"));
    expect(page).toContain(`role="img" aria-label="30 messages in 7 days, most of them, 12, on `);
    expect(page).toContain("09:00: 9 messages</title>");
  });

  test("has the credits that were added beside the balance, and in its line", async () => {
    const entries = await server.store.ledger.refills(43, now - 7 * dayLength, now + 1);
    const sum = entries.reduce((all, { delta }) => all + delta, 0);
    expect(words(page)).toContain(`Added +${sum / 1_000} ${entries.length} times, last `);
    const notes = [...page.matchAll(/<text class="event"[^>]*>([^<]*)</gu)].map(([, text]) => text);
    expect(notes).toEqual(entries.map(({ delta }) => `+${Math.round(delta / 1_000)}`));
  });

  test("has what was deducted apart from what was added, each with its sign", async () => {
    const { store, origin } = server;
    await openAccount(store, { id: 45, credit: 0 });
    for (const amount of [3_000, -1_250, 2_000, -1_250])
      await store.accounts.addCredit(45, "SMS", amount, now);
    const { text } = await (await new PlainBrowser(origin).logIn("admin")).get("/customers/45");
    expect(words(text)).toMatch(/Added \+5 2 times, last .* Deducted −2\.5 2 times, last /u);
    const notes = [...text.matchAll(/<text class="event"[^>]*>([^<]*)</gu)].map(([, note]) => note);
    expect(notes).toEqual(["+3", "−1", "+2", "−1"]);
  });

  test("leads to its messages", () => {
    expect(page.includes('href="/console/messages?customer&#x3D;43">Messages</a>')).toBe(true);
  });

  test("compares whole weeks, with the credits that the ledger has", async () => {
    const spent = async (from: number, until: number): Promise<string> => {
      const { charged = 0, refunded = 0 } = (await server.store.ledger.periods(43, from, until))[0] ?? {};
      return String((-charged - refunded) / 1_000);
    };
    const [week, before] = [today - 7 * dayLength, today - 14 * dayLength];
    expect(rowsOf("The last seven days against the seven before")).toEqual([
      ["Sent", "18", "20", "−10.0 %"],
      ["Delivered", "12", "20", "−40.0 %"],
      ["Failed", "6", "0", "—"],
      ["SMS credits", await spent(week, today), await spent(before, week), "−10.0 %"],
    ]);
  });

  test("has the outcomes of today against the days before, and when the balance ends", () => {
    const outcomes = rowsOf("Outcomes today against the 14 days before");
    expect(outcomes.find(([name]) => name === "Delivered")).toEqual(["Delivered", "8", "66.7 %", "−17.5 pp"]);
    expect(outcomes.find(([name]) => name === "Refused")?.slice(0, 3)).toEqual(["Refused", "4", "33.3 %"]);
    expect(outcomes.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(12);
    // 100 and 5 credits less 50 messages; 12 of them in the last hour.
    expect(words(page)).toMatch(/Balance 55 SMS ends (?:today|tomorrow) about \d\d:\d\d/u);
    expect(words(page)).toContain("12 credits an hour, as in the last hour");
    const end = new Date(now + (55 / 12) * hourLength).toISOString().slice(11, 15);
    expect(words(page)).toContain(`about ${end}`);
  });

  test("has the balance of each hour, and the way to its end", () => {
    const rows = rowsOf("Balance by hour").toReversed();
    const balances = rows.map(([, balance]) => balance);
    // 20 credits of the first day were spent before the week.
    expect([balances[0], balances[168], balances[169]]).toEqual(["80", "55", "—"]);
    expect(rows.map((row) => row[2]).slice(168)).toEqual(["55", "43", "31", "19", "7", "0"]);
    expect(rows.map((row) => row[3])).toEqual(rows.map(() => "20"));
  });
});
