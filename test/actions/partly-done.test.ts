import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { cancelMessages } from "#server/actions/message-desk.js";
import { refundMessages } from "#server/actions/refunds.js";
import { machine } from "#server/actions/rights.js";
import { accepted, everyDay, everyHour } from "#server/domain/campaigns/campaign.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { addLink, claimDue } from "../storage/claims.js";
import { noon, openAccount, submission } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

const use = { by: { name: "ann", source: "test" }, caller: machine, now: noon };
const phones = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => String(12025550000 + index));
let store: Store;

beforeAll(async () => {
  store = await openStore(await newDatabase());
  await openAccount(store, { payment: "postpaid" });
  await addLink(store, "west");
});
afterAll(() => store.close());

const idsOf = async (id: string): Promise<string[]> =>
  (await store.desk.candidates({ kind: "transaction", id }, undefined, 2_000)).map((each) => String(each.id));

/** Two messages that wait, and one of a campaign. */
async function waiting(
  name: string,
): Promise<Readonly<Record<"one" | "other" | "campaign" | "none", string>>> {
  await store.outbox.submit(submission(name, { recipients: phones(2) }));
  const location = (await store.locations.add({ name, description: "" }, noon)) ?? 0;
  await store.locations.addAudience(location, ["12025550199"]);
  await store.campaigns.start({
    submission: submission(`campaign ${name}`, { recipients: [] }),
    schedule: { startAt: noon, endAt: undefined, days: everyDay, hours: everyHour, timeZone: "UTC" },
    locations: [{ location, limit: 1 }],
    recipientLimit: 1,
  });
  const id = (await store.campaigns.list()).at(-1)?.id ?? 0;
  await store.campaigns.move(id, accepted.status, { ...accepted, status: "Running" }, noon);
  const slice = await store.campaigns.audience(id, 1);
  if (slice !== undefined) await store.campaigns.take(id, slice, noon);
  const [one = "", other = ""] = await idsOf(name);
  const [campaign = ""] = await idsOf(`campaign ${name}`);
  return { one, other, campaign, none: "999999999" };
}

describe("a call to cancel messages is refused before it cancels one", () => {
  test.each([
    { ids: ["one", "other"], cancelled: 2, refused: undefined },
    { ids: ["one"], cancelled: 1, refused: undefined },
    { ids: ["one", "one"], cancelled: 1, refused: undefined },
    { ids: ["campaign"], cancelled: 0, refused: "belongs to a campaign" },
    { ids: ["one", "campaign"], cancelled: 0, refused: "belongs to a campaign" },
    { ids: ["campaign", "one"], cancelled: 0, refused: "belongs to a campaign" },
    { ids: ["one", "other", "campaign"], cancelled: 0, refused: "belongs to a campaign" },
    { ids: ["none"], cancelled: 0, refused: "there is no message" },
    { ids: ["one", "none"], cancelled: 0, refused: "there is no message" },
    { ids: ["none", "one"], cancelled: 0, refused: "there is no message" },
    { ids: ["one", "none", "campaign"], cancelled: 0, refused: "there is no message" },
  ] as const)("$ids: $cancelled", async ({ ids, cancelled, refused }) => {
    const known = await waiting(`${ids.join()} ${Math.random()}`);
    const given = { ids: ids.map((name) => known[name]) };
    const run = cancelMessages.run(store, given, use);
    if (refused === undefined) expect((await run).row).toMatchObject({ cancelled });
    else await expect(run).rejects.toThrow(refused);
    const ends = await Promise.all([known.one, known.other].map((id) => store.desk.message(Number(id))));
    expect(ends.filter((each) => each?.state === RecipientState.Deleted)).toHaveLength(cancelled);
  });
});

describe("a refund that exceeds the limit of the operator in its second commit", () => {
  beforeAll(async () => {
    const charge = { kind: "SMS", amount: 1_200_000 } as const;
    await store.outbox.submit(submission("long", { recipients: phones(1_200), charge }));
    const ids = new Set((await idsOf("long")).map(Number));
    const due = (await claimDue(store, noon, 3_000)).filter(({ id }) => ids.has(id));
    await store.outbox.advance(
      due.map(({ id: recipientId }) => ({ recipientId, state: RecipientState.Failed, at: noon })),
    );
  });

  test.each([
    { limit: 500, want: /^the refund of 1000 credits is more than the 500 that/u },
    {
      limit: 1_100,
      want: /^1000 messages with 1000 credits refunded; of the others, the refund of 200 credits is more than the 100 that/u,
    },
    { limit: 1_150, want: /^the refund of 200 credits is more than the 150 that/u },
  ])("of $limit credits: $want", async ({ limit, want }) => {
    const caller = { kind: "operator", role: "support", openedAt: noon, refundLimit: limit } as const;
    const run = refundMessages.run(store, { transaction: "long" }, { ...use, caller });
    await expect(run).rejects.toThrow(want);
  });
});
