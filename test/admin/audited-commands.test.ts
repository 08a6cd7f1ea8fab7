import { userInfo } from "node:os";
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { auditActions } from "#server/domain/audit.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { CommandRunner } from "../command-runner.js";
import { temporaryFolder } from "../storage/fixtures.js";
import { newDatabase, storeKind } from "../storage/new-database.js";

const folder = temporaryFolder();
const database = await newDatabase();
const password = join(folder.path, "password.txt");
const numbers = join(folder.path, "numbers.csv");
const prices = join(folder.path, "prices.csv");

let store: Store;
let runner: CommandRunner;

beforeAll(async () => {
  writeFileSync(password, "kr7vTq2m\n");
  writeFileSync(numbers, "phone\n12025550101\n12025550102\n");
  writeFileSync(prices, "prefix,price\n44,1\n");
  store = await openStore(database);
  runner = new CommandRunner("messenger", { MESSENGER_DATABASE: database });
});

afterAll(async () => {
  runner.end();
  await store.close();
  folder.remove();
});

/** Commands with their actions in the audit log, unless that is the name of the command. */
const commands: readonly (readonly [line: string, action?: string])[] = [
  ["customer add 42 --name A"],
  ["customer block 42"],
  ["customer unblock 42"],
  ["customer change 42 --rate 5"],
  ["customer change 42 --callback-url https://shop.example.com/states?key=s3cret"],
  [`user add 42 Ann --password-file ${password}`],
  [`user password 42 Ann --password-file ${password}`],
  ["user change 42 Ann --inbox-active off"],
  ["user block 42 Ann"],
  ["user unblock 42 Ann"],
  ["tube set 42 Ann --validity 60", "tube change"],
  ["smpp add 42/Ann --system-id shop01"],
  ["smpp change shop01 --window 50"],
  ["smpp password shop01"],
  ["smpp remove shop01"],
  ["originator add 42 Shop"],
  ["originator remove 42 Shop"],
  ["price set 49 0.1 --customer 42"],
  ["price remove 49 --customer 42"],
  [`price import ${prices}`, "price set"],
  ["blacklist add 12025550101"],
  ["blacklist remove 12025550101"],
  [`link add north smpp://shop@smsc.example.com:2775 --password-file ${password}`],
  [`link change north --set rate=5 --password-file ${password}`],
  ["link stop north"],
  ["link start north"],
  ["route add 1 north"],
  ["route change 1 --weight 20"],
  ["route remove 1"],
  ["note set link north --text later"],
  ["note remove link north"],
  ["link remove north"],
  ["search save Failed --page messages --condition state=failed"],
  ["search rename 1 --to Bad"],
  ["search remove 1"],
  [`list import 42 Clients ${numbers}`],
  ["list change 42 Clients --category Retail"],
  ["list create 42 Shops", "list import"],
  ["list number add 42 Shops 12025550101", "list change"],
  [`list number import 42 Shops ${numbers}`, "list change"],
  ["list number remove 42 Shops 12025550101", "list change"],
  ["list remove 42 Clients"],
  ["location add Station"],
  [`location import 1 ${numbers}`],
  ["location change 1 --description Hall"],
  ["location close 1"],
  ["location open 1"],
  ["inbox number add 42 4477", "inbox number add"],
  ["opt-out set 42 --number 4477 --stop raus"],
  ["opt-out remove 42 --number 4477"],
  ["inbox number remove 4477", "inbox number remove"],
  ["inbox forward set 42 https://shop.example.com/in?key=s3cret", "inbox forward set"],
  ["inbox forward set 42 https://shop.example.com/in?key=s3cret2", "inbox forward set"],
  ["inbox forward remove 42", "inbox forward remove"],
  ["inbox add 42 --from 12025550101 --to 4477 --text s3cret"],
  // PostgreSQL has tools of its own for copies.
  ...(storeKind === "sqlite" ? [[`database backup ${join(folder.path, "copy.db")}`] as const] : []),
];

test("each change by the command line is in the audit log, with the user of the system and without secrets", async () => {
  for (const [line] of commands) expect([line, (await runner.run(line.split(" "))).code]).toEqual([line, 0]);
  // A command that is refused changes nothing.
  for (const line of [
    ...["route remove 9", "route change 9 --rank 2", "link stop none", "user block 42 Bob"],
    ...["list remove 42 None", "location open 9"],
  ])
    expect((await runner.run(line.split(" "))).code).toBe(1);
  const entries = (await store.audit.entries(1_000)).toReversed();
  expect(entries.map(({ action }) => action)).toEqual(
    commands.map(([line, action = line.split(" ", 2).join(" ")]) => action),
  );
  expect(auditActions).toEqual(expect.arrayContaining(entries.map(({ action }) => action)));
  const { SUDO_USER: name = userInfo().username } = process.env;
  for (const { actor } of entries)
    expect(actor).toEqual({ name, source: expect.stringMatching(/^command line/u) });
  expect(JSON.stringify(entries)).not.toMatch(/s3cret|whsec_|12025550101/u);
}, 600_000);
