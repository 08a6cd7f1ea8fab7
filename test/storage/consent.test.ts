import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { SettlementEnd } from "#server/domain/delivery/outcomes/outcome.js";
import type { Submission } from "#server/domain/delivery/submitting/submission.js";
import type { OptOutRule } from "#server/domain/inbox/opt-outs.js";
import { acceptedState } from "#server/domain/usage/usage.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { claimDue, owner } from "./claims.js";
import { detailsOf, ledgerOf, noon, openAccount, submission } from "./fixtures.js";
import { newDatabase } from "./new-database.js";

const { Submitting, OptedOut, Submitted, Expired } = RecipientState;
const hour = 3_600_000;
const number = "12025550199";
const phone = "12025550101";
const rule: OptOutRule = {
  ...{ customerId: 42, number: "", languages: ["en"], stopWords: [], startWords: [] },
  ...{ stopText: "", startText: "", helpText: "" },
};

let store: Store;

beforeEach(async () => {
  store = await openStore(await newDatabase());
  await openAccount(store, { credit: 10_000 });
  await store.incoming.addNumber({ number, customerId: 42 }, noon);
  await store.optOuts.setRule(rule);
});
afterEach(async () => store.close());

const reply = (text: string) => async () =>
  store.incoming.receive([{ from: phone, to: number, text, linkId: 1, at: noon }]);

/** The same from the number without its country code. */
const nationalReply =
  (text: string, from = "02025550101") =>
  async () =>
    store.incoming.receive([{ from, to: number, text, linkId: 1, at: noon }]);

/** Claims the message once, and ends that attempt. */
const attempted =
  (end: Partial<SettlementEnd>, accepted: readonly number[] = []) =>
  async (): Promise<void> => {
    for (const { id, linkId, nextAt } of await claimDue(store, noon, 9))
      await store.delivery.settle([
        {
          ...{ owner, recipientId: id, linkId, at: noon },
          accepted: accepted.map((part) => ({ part, messageId: `m${part}` })),
          end: {
            kind: "queued",
            nextAt,
            linkId,
            counts: "attempt",
            uncertain: false,
            code: "0x58",
            ...end,
          },
        },
      ]);
  };

interface Case {
  readonly title: string;
  readonly given?: Partial<Submission>;
  /** What happens between acceptance and due time. */
  readonly then: readonly (() => Promise<unknown>)[];
  readonly want: RecipientState;
}

const deferred = { dueAt: noon + hour } as const;
const listed = (scope: number | undefined) => async () => store.coverage.addToBlacklist(scope, [phone], noon);

const cases: readonly Case[] = [
  { title: "that is deferred, after STOP", given: deferred, then: [reply("STOP")], want: OptedOut },
  { title: "that waits, after STOP", then: [reply("stop all")], want: OptedOut },
  { title: "after STOP and START", given: deferred, then: [reply("STOP"), reply("START")], want: Submitting },
  {
    title: "after STOP, START and STOP",
    given: deferred,
    then: [reply("STOP"), reply("START"), reply("STOP")],
    want: OptedOut,
  },
  { title: "after another text", given: deferred, then: [reply("stop by tomorrow")], want: Submitting },
  { title: "on the blacklist of its customer", given: deferred, then: [listed(42)], want: OptedOut },
  { title: "on the blacklist of all", given: deferred, then: [listed(undefined)], want: OptedOut },
  { title: "on the blacklist of another customer", given: deferred, then: [listed(43)], want: Submitting },
  { title: "after STOP in national form", given: deferred, then: [nationalReply("STOP")], want: OptedOut },
  {
    title: "after STOP of another number in national form",
    given: deferred,
    then: [nationalReply("STOP", "02025550102")],
    want: Submitting,
  },
  {
    title: "after STOP and START in national form",
    given: deferred,
    then: [nationalReply("STOP"), nationalReply("START")],
    want: Submitting,
  },
  {
    // The STOP may be of another number, in another country.
    title: "after STOP in national form and START of the whole number",
    given: deferred,
    then: [nationalReply("STOP"), reply("START")],
    want: OptedOut,
  },
  {
    title: "that confirms an opt-out, after STOP in national form",
    given: { operation: "OptOut" },
    then: [nationalReply("STOP")],
    want: Submitting,
  },
  { title: "that is to be tried again", then: [attempted({}), reply("STOP")], want: OptedOut },
  {
    title: "that is uncertain and sent again",
    then: [attempted({ uncertain: true }), reply("STOP")],
    want: Submitting,
  },
  {
    title: "of which a network has a part",
    given: { parts: 2 },
    then: [attempted({}, [1]), reply("STOP")],
    want: Submitting,
  },
  { title: "that was sent", then: [attempted({ kind: "submitted" }), reply("STOP")], want: Submitted },
  {
    title: "that confirms an opt-out",
    given: { operation: "OptOut" },
    then: [reply("STOP")],
    want: Submitting,
  },
  {
    title: "that confirms an opt-out, on the blacklist of all",
    given: { operation: "OptOut" },
    then: [listed(undefined)],
    want: OptedOut,
  },
  {
    title: "that has expired, after STOP",
    given: { validUntil: noon + 1 },
    then: [reply("STOP")],
    want: OptedOut,
  },
  { title: "that has expired", given: { validUntil: noon + 1 }, then: [], want: Expired },
];

describe("a message to a number", () => {
  test.each(cases)("$title ends in state $want", async ({ given, then, want }) => {
    await openAccount(store, { id: 43 });
    await store.outbox.submit(submission("t1", given));
    for (const step of then) await step();
    const claimed = await claimDue(store, noon + 2 * hour, 9);
    const [found] = await detailsOf(store.outbox, 42, "t1");
    expect([found?.state, claimed.length]).toEqual([want, Number(want === Submitting)]);
    const refunds = (await ledgerOf(store, 42)).filter(({ reason }) => reason === "refund");
    const booked = refunds.map(({ delta, transactionId }) => [delta, transactionId]);
    expect(booked).toEqual(want === OptedOut ? [[1000, "t1"]] : []);
    expect(await claimDue(store, noon + 3 * hour, 9)).toEqual([]);
  });

  test("of a long list ends alone: its share is returned, and the counters say so", async () => {
    const recipients = [phone, "12025550102", "12025550103", "12025550104"];
    const refused = [{ phone: "12025550105", state: RecipientState.Blacklisted }];
    const charge = { kind: "SMS", amount: 4_001 } as const;
    await store.outbox.submit(submission("t1", { ...deferred, recipients, refused, charge }));
    await reply("STOP")();
    const sent = await claimDue(store, noon + 2 * hour, 9);
    expect(sent.map(({ phone: to }) => to).sort()).toEqual(recipients.slice(1));
    const details = await detailsOf(store.outbox, 42, "t1");
    expect(details.find(({ phone: of }) => of === phone)?.state).toBe(OptedOut);
    await store.accounts.changeCustomer(42, { refunds: ["refused"] });
    await store.delivery.settle(
      sent.map(({ id, linkId }) => ({
        ...{ owner, recipientId: id, linkId, at: noon + 2 * hour, accepted: [] },
        end: { kind: "failed", code: "0x0b" },
      })),
    );
    const refunds = (await ledgerOf(store, 42)).flatMap(({ reason, delta }) =>
      reason === "refund" ? [delta] : [],
    );
    expect([refunds[0], refunds.reduce((sum, each) => sum + each, 0)]).toEqual([1_000, 4_001]);
    const [from, until, limit] = [0, Infinity, 100];
    const usage = await store.usage.sums({
      from,
      until,
      customerId: 42,
      user: undefined,
      by: ["state"],
      limit,
    });
    const count = (state: RecipientState) =>
      usage.reduce((sum, row) => sum + (row.state === state ? row.messages : 0), 0);
    expect([acceptedState, OptedOut, RecipientState.Blacklisted].map(count)).toEqual([4, 1, 1]);
  });

  test.each([
    { title: "by its whole number", stop: reply("STOP") },
    { title: "in national form", stop: nationalReply("STOP") },
  ])(
    "that opts out $title between the call and its commit gets nothing over a link with free slots",
    async ({ stop }) => {
      const links = [{ linkId: 1, up: true, free: 9 }];
      await claimDue(store, noon, 1);
      const grant = { id: 1, received: [] };
      await store.delivery.claim({ owner, now: noon, validity: 1e12, links, grant });
      await stop();
      const outcomes = [phone, "12025550102"].map((to) =>
        store.outbox.submit(submission(`to ${to}`, { mayLeave: true, recipients: [to] })),
      );
      const [stopped, other] = await Promise.all(outcomes);
      expect(stopped?.kind === "accepted" && stopped.handedOver).toBe(undefined);
      expect(other?.kind).toBe("accepted");
      await store.delivery.claim({ owner, now: noon, validity: 1e12, links });
      expect((await detailsOf(store.outbox, 42, `to ${phone}`))[0]?.state).toBe(OptedOut);
    },
  );
});
