import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { addToBlacklist, removeFromBlacklist } from "#server/actions/blacklist.js";
import { addInboxNumber } from "#server/actions/inbox-routes.js";
import { importList } from "#server/actions/list-import.js";
import { addToList, importNumbers, removeFromList } from "#server/actions/list-members.js";
import { machine } from "#server/actions/rights.js";
import { blacklistBegin } from "#server/domain/credit/coverage.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { messenger } from "../cli/messenger.js";
import { noon, openAccount, temporaryFolder } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

/** Numbers as they are dialed inside a country, of a customer with a country: commands read them as calls do. */

const folder = temporaryFolder();
const use = { by: { name: "ann", source: "test" }, now: noon, caller: machine };
const customer = "42";
let store: Store;
let database: string;

beforeEach(async () => {
  database = await newDatabase();
  store = await openStore(database);
  await openAccount(store);
  await store.accounts.changeCustomer(42, { countryCode: "44" });
});

afterEach(async () => {
  await store.close();
});

afterAll(() => {
  folder.remove();
});

async function members(): Promise<readonly string[]> {
  const [list] = await store.lists.all();
  const found: string[] = [];
  const selection = {
    ...{ filters: [], offset: 0, count: 1e6, listId: list?.id ?? "" },
    type: "DistributionList",
  } as const;
  await store.lists.select({ customerId: 42, userName: "Ann" }, selection, (slice) => found.push(...slice));
  return found;
}

const listed = async () =>
  (await store.coverage.blacklist("all", blacklistBegin, 9)).map(({ phone }) => phone);

describe("a list", () => {
  test("is imported, grows and shrinks", async () => {
    const file = "phone,name\n07700 900123,Ann\n(07700) 900124,Bob\n+12025550101,Cid\n";
    const { row } = await importList.run(store, { customer, name: "Clients", file }, use);
    expect(row).toMatchObject({ accepted: 3, invalid: 0 });
    const list = "Clients";
    await addToList.run(store, { customer, list, numbers: ["07700 900125", "447700900123"] }, use);
    expect((await importNumbers.run(store, { customer, list, file: "07700900126\n" }, use)).row.invalid).toBe(
      0,
    );
    await removeFromList.run(store, { customer, list, numbers: ["07700900124"] }, use);
    expect([...(await members())].sort()).toEqual([
      "12025550101",
      "447700900123",
      "447700900125",
      "447700900126",
    ]);
  });
});

describe("a blacklist", () => {
  const numbers = ["07700 900123"];

  test("of the customer has the whole number", async () => {
    await addToBlacklist.run(store, { numbers, customer }, use);
    expect(await listed()).toEqual(["447700900123"]);
    await removeFromBlacklist.run(store, { numbers, customer }, use);
    expect(await listed()).toEqual([]);
  });

  test("of the customer is imported", async () => {
    const file = join(folder.path, "numbers.txt");
    writeFileSync(file, '07700 900123\n="+447700900124"\n');
    const args = ["blacklist", "import", file, "--customer", customer];
    expect(await messenger(args, { MESSENGER_DATABASE: database }).ended()).toBe(0);
    expect(await listed()).toEqual(["447700900123", "447700900124"]);
  });

  test("gives up the opt-out of a number without a country", async () => {
    const at = noon;
    const part = { from: "07700900123", to: "12025550199", text: "STOP", linkId: 1, at };
    await store.incoming.addNumber({ number: "12025550199", customerId: 42 }, at);
    await store.optOuts.setRule({
      ...{ customerId: 42, number: "", languages: [], stopWords: [], startWords: [] },
      ...{ stopText: "", startText: "", helpText: "" },
    });
    await store.incoming.receive([part]);
    expect(await listed()).toEqual(["07700900123"]);
    await removeFromBlacklist.run(store, { numbers, customer }, use);
    expect(await listed()).toEqual([]);
  });

  test("of all customers has no country", async () => {
    await expect(addToBlacklist.run(store, { numbers }, use)).rejects.toThrow("invalid number");
    await expect(removeFromBlacklist.run(store, { numbers }, use)).rejects.toThrow("no blacklisted number");
  });
});

test.each([
  { typed: "07700 900199", want: "447700900199" },
  { typed: "+12025550199", want: "12025550199" },
  { typed: "12345", want: "12345" },
  { typed: "Shop", want: "Shop" },
])("the number $typed of an inbox is $want", async ({ typed, want }) => {
  await addInboxNumber.run(store, { customer, number: typed }, use);
  expect(await store.incoming.numbers()).toEqual([{ number: want, customerId: 42 }]);
});
