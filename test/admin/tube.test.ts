import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { problemsIn } from "#server/admin/health.js";
import { storeFacts } from "#server/admin/health-facts.js";
import { Refusal } from "#server/admin/refusal.js";
import { machine } from "#server/actions/rights.js";
import { setTubeUser, showTubeUser } from "#server/actions/tube.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { messenger } from "../cli/messenger.js";
import { noon, openAccount, stoppedLoopback } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";
const database = await newDatabase();
let store: Store;

beforeAll(async () => {
  store = await openStore(database);
  await openAccount(store);
});

afterAll(async () => {
  await store.close();
});

const provider = "0f8fad5b-d9cb-469f-a165-70867728950e";

const by = { by: { name: "ann", source: "test" }, now: noon, caller: machine };

type TubeOptions = Readonly<Record<string, string>>;

test.each<{ given: TubeOptions; want: object }>([
  { given: { priority: "3" }, want: { customerPriority: 0, userPriority: 3 } },
  { given: { provider: provider.toUpperCase() }, want: { provider, userPriority: 3 } },
  { given: { validity: "60", powerAds: "on" }, want: { validity: 60, powerAds: "on", provider } },
  { given: { connections: "1, 2,0" }, want: { connections: "1,2,0", validity: 60 } },
  { given: { powerAds: "off" }, want: { connections: "1,2,0", powerAds: "off" } },
  { given: { connections: "none" }, want: { connections: null, powerAds: "off" } },
])("set $given", async ({ given, want }) => {
  const { row } = await setTubeUser.run(store, { customer: "42", user: "ann", ...given }, by);
  expect(row).toMatchObject(want);
  expect(await showTubeUser.row(store, { customer: "42", user: "Ann" }, by)).toMatchObject(want);
});

test.each<{ user?: string; given: TubeOptions; want: RegExp }>([
  { user: "Bob", given: { priority: "1" }, want: /no user Bob/ },
  { given: { priority: "256" }, want: /0 to 255/ },
  { given: { priority: "-1" }, want: /0 to 255/ },
  { given: { provider: "none" }, want: /GUID/ },
  { given: { validity: "0" }, want: /from 1/ },
  { given: { powerAds: "yes" }, want: /on or off/ },
  { given: { connections: "1,2" }, want: /RX,TX,TRX/ },
  { given: { connections: "1,2,65536" }, want: /0 to 65535/ },
])("refuses $given", async ({ user = "Ann", given, want }) => {
  const refusal: unknown = await setTubeUser
    .run(store, { customer: "42", user, ...given }, by)
    .catch((e: unknown) => e);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(String(refusal)).toMatch(want);
});

test("the commands", async () => {
  const run = async (args: readonly string[]): Promise<unknown> => {
    const command = messenger(["--database", database, "--json", "tube", ...args]);
    expect([await command.ended(), command.stderr()]).toEqual([0, ""]);
    return JSON.parse(command.stdout());
  };
  const options = ["--power-ads", "on", "--connections", "4,4,2"];
  const set = await run(["set", "42", "Ann", ...options]);
  expect(set).toMatchObject({ customerPriority: 0, powerAds: "on", connections: "4,4,2" });
  expect(await run(["show", "42", "Ann"])).toEqual(set);
});

test("messenger doctor reports a provider that no link has", async () => {
  const lost = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
  await store.tube.change(42, "Ann", { defaultProvider: lost });
  const problems = async (): Promise<readonly string[]> => {
    const facts = await storeFacts(store, { now: Date.now(), version: "1.0.0" });
    return problemsIn({ now: Date.now(), lostProviders: facts.lostProviders }).map(({ text }) => text);
  };
  expect(await problems()).toEqual([`customer 42 has user Ann with the provider ${lost}, which no link has`]);
  await store.links.add(
    { ...stoppedLoopback, name: "carrier", settings: { provider: lost.toUpperCase() } },
    0,
  );
  expect(await problems()).toEqual([]);
});
