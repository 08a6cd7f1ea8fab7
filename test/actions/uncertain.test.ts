import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { mostMessages } from "#server/actions/message-filter.js";
import { machine } from "#server/actions/rights.js";
import { failUncertain, resendUncertain } from "#server/actions/uncertain.js";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { claimDue, loseClaimed } from "../storage/claims.js";
import { noon, openAccount, submission } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

const use = { by: { name: "ann", source: "test" }, caller: machine, now: noon + 200_000 };

let store: Store;
let commits: number;

beforeEach(async () => {
  commits = 0;
  store = await openStore(await newDatabase(), { onCommit: () => (commits += 1) });
  await openAccount(store, { credit: 1_000_000_000 });
});
afterEach(() => store.close());

/** Messages of which it is unconfirmed whether the network accepted them. */
async function loseMessages(count: number): Promise<void> {
  const all = Array.from({ length: count }, (_, n) => String(12025550000 + n));
  for (let from = 0; from < count; from += 100)
    await store.outbox.submit(submission(`t${from}`, { recipients: all.slice(from, from + 100) }));
  while ((await claimDue(store, noon, 1_000)).length > 0);
  await loseClaimed(store, noon + 100_000);
}

const countIn = async (state: RecipientState): Promise<number> => {
  const rows = await store.desk.candidates({ kind: "time", until: undefined }, undefined, 10_000);
  return rows.filter((row) => row.state === state && row.claimed === 0).length;
};

describe("all uncertain messages", () => {
  test.each([0, 1, 999, 1_000, 1_001, 2_000, 2_103])("are decided in short commits: %i", async (count) => {
    await loseMessages(count);
    const before = commits;
    const { row } = await resendUncertain.run(store, { all: "on" }, use);
    expect(row).toEqual({ messages: count });
    expect([await countIn(RecipientState.Queued), (await store.links.uncertain(1)).length]).toEqual([
      count,
      0,
    ]);
    expect(commits - before).toBeGreaterThanOrEqual(Math.ceil(count / mostMessages));
    const entries = await store.audit.entries(100);
    expect(entries.every(({ action }) => action === "uncertain resend")).toBe(true);
    expect(entries.every(({ subject }) => subject["messages"] === "all")).toBe(true);
    expect(entries.map(({ after }) => Number(after?.["count"])).reduce((sum, each) => sum + each, 0)).toBe(
      count,
    );
    expect(entries).toHaveLength(Math.ceil(count / mostMessages));
  });

  test("are given up once", async () => {
    await loseMessages(700);
    expect((await failUncertain.run(store, { all: "on" }, use)).row).toEqual({ messages: 700 });
    expect(await countIn(RecipientState.Unknown)).toBe(700);
    expect((await failUncertain.run(store, { all: "on" }, use)).row).toEqual({ messages: 0 });
  });

  test("are decided in the order of their ids, with the place to go on", async () => {
    await loseMessages(5);
    const ids = (await store.links.uncertain(9)).map(({ id }) => id);
    expect(await store.links.resolveBehind(0, 2, "resend", noon)).toMatchObject({ changed: 2, next: ids[1] });
    expect((await store.links.uncertain(9)).map(({ id }) => id)).toEqual(ids.slice(2));
    expect(await store.links.resolveBehind(ids[2] ?? 0, 2, "fail", noon)).toMatchObject({
      changed: 2,
      next: ids[4],
    });
    expect(await store.links.resolveBehind(ids[4] ?? 0, 2, "fail", noon)).toMatchObject({
      changed: 0,
      next: null,
    });
    expect((await store.links.uncertain(9)).map(({ id }) => id)).toEqual([ids[2]]);
  });
});
