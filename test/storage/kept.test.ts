import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { join } from "node:path";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { temporaryFolder } from "../cli/messenger.js";
import { eventually } from "../eventually.js";

const customer = { id: 42, name: "Example Ltd", payment: "prepaid", limit: undefined } as const;

let folder: ReturnType<typeof temporaryFolder>;
let [own, other]: Store[] = [];

beforeEach(async () => {
  folder = temporaryFolder();
  const database = `sqlite:${join(folder.path, "messenger.db")}`;
  [own, other] = [await openStore(database), await openStore(database)];
  await own.accounts.addCustomer(customer, 1);
  await own.accounts.addUser({ customerId: 42, name: "api", passwordHash: "none" }, 1);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all([own?.close(), other?.close()]);
  folder.remove();
});

const blocked = async (store: Store | undefined): Promise<boolean> =>
  (await store?.accounts.login(42, "api"))?.user.state === "blocked";
const credit = async (store: Store | undefined): Promise<number | undefined> =>
  (await store?.accounts.balances(42))?.find(({ kind }) => kind === "SMS")?.amount;
const listed = async (store: Store | undefined): Promise<boolean> =>
  (await store?.coverage.blacklisted(42, ["12025550101"]))?.size === 1;

test.each<{ name: string; change: (round: number) => Promise<void> }>([
  {
    name: "the state of a user",
    change: async (round) => {
      const isBlocked = round % 2 === 1;
      await own?.accounts.setUserState(42, "api", isBlocked ? "blocked" : "active");
      expect(await blocked(own)).toBe(isBlocked);
    },
  },
  {
    name: "a balance",
    change: async (round) => {
      await own?.accounts.addCredit(42, "SMS", 1000, round);
      expect(await credit(own)).toBe(round * 1000);
    },
  },
  {
    name: "a blacklist",
    change: async (round) => {
      const scope = round % 2 === 1 ? 42 : undefined;
      expect(await listed(own)).toBe(false);
      await own?.coverage.addToBlacklist(scope, ["12025550101"], round);
      expect(await listed(own)).toBe(true);
      await own?.coverage.removeFromBlacklist(scope, ["12025550101"]);
      expect(await listed(own)).toBe(false);
    },
  },
])("$name: a change of this process counts from the next call on", async ({ change }) => {
  // No time passes: nothing is read again because of its age.
  jest.spyOn(performance, "now").mockReturnValue(performance.now());
  for (let round = 1; round <= 20; round++) await change(round);
});

test("a change of another process counts soon, also for what was read a moment ago", async () => {
  await own?.accounts.addCredit(42, "SMS", 1000, 1);
  expect(await blocked(other)).toBe(false);
  expect(await credit(other)).toBe(1000);
  await own?.accounts.setUserState(42, "api", "blocked");
  await own?.accounts.addCredit(42, "SMS", 1000, 2);
  await eventually(async () => (await blocked(other)) && (await credit(other)) === 2000);
  expect(await listed(other)).toBe(false);
  await own?.coverage.addToBlacklist(42, ["12025550101"], 3);
  await eventually(() => listed(other));
  await own?.coverage.removeFromBlacklist(42, ["12025550101"]);
  await eventually(async () => !(await listed(other)));
});
