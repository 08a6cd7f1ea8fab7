import { afterAll, beforeAll, expect, test } from "@jest/globals";
import fc from "fast-check";
import { machine } from "#server/actions/rights.js";
import { showStatement } from "#server/actions/statement.js";
import { creditScale } from "#server/domain/credit/credit.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { ledgerBegin } from "#server/domain/credit/carrying.js";
import { openStore } from "#server/storage/index.js";
import { CommandRunner } from "../command-runner.js";
import { claimDue } from "../storage/claims.js";
import { ledgerOf, openAccount, submission, temporaryFolder } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

const folder = temporaryFolder();
const database = await newDatabase();
let store: Store;
let runner: CommandRunner;

const january = Date.UTC(2030, 0, 1);
const february = Date.UTC(2030, 1, 1);

beforeAll(async () => {
  store = await openStore(database);
  runner = new CommandRunner("messenger", { MESSENGER_DATABASE: database });
  await openAccount(store);
  await store.accounts.changeCustomer(42, { refunds: ["failed"] });
  await store.accounts.addCredit(42, "SMS", 50_000, january - 1);
  await store.accounts.addCredit(42, "SMS", 20_000, january, "INV-7");
  await store.accounts.addCredit(42, "SMS", -500, february - 1);
  const [at, charge] = [january + 5, { kind: "SMS", amount: 4_000 } as const];
  await store.outbox.submit(
    submission("t", { at, dueAt: at, recipients: ["12025550101", "4915112345678"], parts: 2, charge }),
  );
  const claimed = await claimDue(store, at, 2);
  await store.outbox.advance(
    claimed.map(({ id }) => ({ recipientId: id, state: RecipientState.Submitted, at: at + 1 })),
  );
  await store.outbox.advance([
    { recipientId: claimed[0]?.id ?? 0, state: RecipientState.Undeliverable, at: at + 2 },
  ]);
  await store.accounts.addCredit(42, "SMS", 1_000, february, "INV-8");
});

afterAll(async () => {
  runner.end();
  await store.close();
  folder.remove();
});

const statementOf = (of: Store, customer: number, month: string) =>
  showStatement.row(
    of,
    { customer: String(customer), month },
    { by: { name: "ann", source: "test" }, now: february, caller: machine },
  );

test("there is no statement of a month whose entries of the ledger were removed", async () => {
  const carried = await openStore(await newDatabase());
  await openAccount(carried);
  for (const at of [january - 1, january, february]) await carried.accounts.addCredit(42, "SMS", 1_000, at);
  await carried.retention.purgeLedger(ledgerBegin, february, 9);
  await expect(statementOf(carried, 42, "2030-01")).rejects.toThrow(
    "entries of the ledger up to 2030-01-01T00:00:00.000Z were removed",
  );
  expect((await statementOf(carried, 42, "2030-02")).accounts).toMatchObject([
    { opening: "2", added: "1", closing: "3" },
  ]);
  await carried.close();
});

test("a statement has balances, payments and usage of its month only", async () => {
  const { stdout } = await runner.run(["statement", "42", "2030-01", "--json"]);
  expect(JSON.parse(stdout)).toEqual({
    ...{ customer: 42, name: "Customer 42", from: "2030-01-01", to: "2030-01-31" },
    accounts: [
      {
        ...{ kind: "SMS", opening: "50", added: "20", deducted: "0.5", charged: "4" },
        ...{ refunded: "2", closing: "67.5" },
      },
    ],
    payments: [
      { at: "2030-01-01T00:00:00.000Z", kind: "SMS", amount: "20", reference: "INV-7" },
      { at: "2030-01-31T23:59:59.999Z", kind: "SMS", amount: "-0.5", reference: null },
    ],
    usage: [
      { prefix: "1", state: "SMSC_UNDELIVERABLE", messages: 1, parts: 2 },
      { prefix: "49", state: "OPEN", messages: 1, parts: 2 },
    ],
  });
});

test("as text and as CSV", async () => {
  const { stdout } = await runner.run(["statement", "42", "2030-01"]);
  expect(stdout).toContain(
    "Statement of customer 42, Customer 42, 2030-01-01 to 2030-01-31 (UTC), in credits\n",
  );
  expect(stdout).toMatch(/^SMS +50 +20 +0\.5 +4 +2 +67\.5$/mu);
  expect(stdout).toMatch(/^1 +SMSC_UNDELIVERABLE +1 +2$/mu);
  const csv = await runner.run(["statement", "42", "2030-01", "--csv"]);
  expect(csv.stdout.split(/\r?\n/u)).toEqual([
    "section,item,kind,at,reference,prefix,state,messages,parts,amount",
    ...["opening,50", "added,20", "deducted,0.5", "charged,4", "refunded,2", "closing,67.5"].map((line) =>
      line.replace(/^(\w+),/u, "balance,$1,SMS,,,,,,,"),
    ),
    "payment,payment,SMS,2030-01-01T00:00:00.000Z,INV-7,,,,,20",
    "payment,payment,SMS,2030-01-31T23:59:59.999Z,,,,,,-0.5",
    "usage,messages,,,,1,SMSC_UNDELIVERABLE,1,2,",
    "usage,messages,,,,49,OPEN,1,2,",
    "",
  ]);
});

test.each([
  ["statement 42 2030-01-15", 2, 'invalid month "2030-01-15": use one such as 2030-01'],
  ["statement 42 2030-13", 2, 'invalid day "2030-13"'],
  ["statement 44 2030-01", 1, "there is no customer 44"],
])("%s ends with %d", async (line, want, reason) => {
  const { code, stdout, stderr } = await runner.run(line.split(" "));
  expect([code, stdout]).toEqual([want, ""]);
  expect(stderr).toContain(reason);
});

const thousandths = (credits: string | undefined): number => Math.round(Number(credits) * creditScale);

test("whatever is booked, each month begins with the balance with which the one before ended", async () => {
  await openAccount(store, { id: 43, payment: "postpaid" });
  const months = ["2031-01", "2031-02", "2031-03"];
  const bookings = fc.array(
    fc.record({ month: fc.nat(2), day: fc.nat(27), amount: fc.integer({ min: -9, max: 9 }) }),
    { maxLength: 9 },
  );
  await fc.assert(
    fc.asyncProperty(bookings, async (all) => {
      for (const { month, day, amount } of all)
        if (amount !== 0) await store.accounts.addCredit(43, "SMS", amount, Date.UTC(2031, month, day + 1));
      let closing = 0;
      for (const month of months) {
        const [account] = (await statementOf(store, 43, month)).accounts;
        const { opening = "0", added, deducted, charged, refunded } = account ?? {};
        expect(thousandths(opening)).toBe(closing);
        if (account === undefined) continue;
        const change =
          thousandths(added) - thousandths(deducted) - thousandths(charged) + thousandths(refunded);
        closing = thousandths(account.closing);
        expect(closing).toBe(thousandths(opening) + change);
      }
      const ledger = await ledgerOf(store, 43);
      expect(closing).toBe(ledger.reduce((sum, { delta }) => sum + delta, 0));
      expect((await store.accounts.balances(43))[0]?.amount ?? 0).toBe(closing);
    }),
    { numRuns: 20 },
  );
});
