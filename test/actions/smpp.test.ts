import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Given } from "#server/actions/fields.js";
import { machine } from "#server/actions/rights.js";
import {
  addSmppAccount,
  changeSmppAccount,
  listSmppAccounts,
  removeSmppAccount,
  setSmppPassword,
} from "#server/actions/smpp-accounts.js";
import { kickSmppSessions, listSmppSessions } from "#server/actions/smpp-sessions.js";
import { isPassword } from "#server/credentials/hash.js";
import type { Store } from "#server/ports/store.js";
import { openStore } from "#server/storage/index.js";
import { noon, openAccount } from "../storage/fixtures.js";
import { newDatabase } from "../storage/new-database.js";

let store: Store;
const by = { by: { name: "ann", source: "test" }, now: noon, caller: machine };

type Settings = Readonly<Record<string, Given>>;

beforeAll(async () => {
  store = await openStore(await newDatabase());
  await openAccount(store);
  await openAccount(store, { id: 43 });
});

afterAll(async () => {
  await store.close();
});

test("an account gets a random password of eight characters, which binds", async () => {
  const { row: added } = await addSmppAccount.run(store, { user: "42/ann", systemId: "shop01" }, by);
  expect(added).toMatchObject({ systemId: "shop01", user: "42/ann" });
  expect(added.password).toMatch(/^[a-zA-Z2-9]{8}$/);
  const account = await store.smpp.account("shop01");
  expect(account).toMatchObject({ customerId: 42, userName: "Ann", window: 10, alphabet: "gsm" });
  expect(await isPassword(added.password ?? "", account?.passwordHash)).toBe(true);
  const { row: other } = await setSmppPassword.run(store, { systemId: "shop01" }, by);
  expect(await isPassword(other.password ?? "", (await store.smpp.account("shop01"))?.passwordHash)).toBe(
    true,
  );
});

test.each<{ given: Settings; want: object }>([
  { given: { window: "50" }, want: { window: 50, receipts: "any" } },
  {
    given: { fromAddresses: ["192.0.2.0/24", "2001:db8::1"] },
    want: { fromAddresses: ["192.0.2.0/24", "2001:db8::1"] },
  },
  { given: { fromAddresses: ["none"] }, want: { fromAddresses: [], window: 50 } },
  {
    given: { receipts: "same-bind", interim: "on", incoming: "off" },
    want: { receipts: "same-bind", interim: true, incoming: false },
  },
  {
    given: { alphabet: "latin1", creditStatus: "0x400", receiptId: "hex-decimal" },
    want: { receiptId: "hex-decimal", alphabet: "latin1", creditStatus: "0x400" },
  },
])("change $given", async ({ given, want }) => {
  await changeSmppAccount.run(store, { systemId: "shop01", ...given }, by);
  expect(await listSmppAccounts.rows(store, { customer: "42" }, by)).toMatchObject([
    { systemId: "shop01", sessions: 0, waiting: 0, ...want },
  ]);
});

test.each<{ password: string; allowLong?: boolean; want: RegExp | undefined }>([
  { password: "a", want: undefined },
  { password: "s3cr3t 8", want: undefined },
  { password: "123456789", want: /1 to 8 printable/ },
  { password: "123456789", allowLong: true, want: undefined },
  { password: "x".repeat(64), want: /1 to 8 printable.*up to 64.*allowed/ },
  { password: "x".repeat(64), allowLong: true, want: undefined },
  { password: "x".repeat(65), allowLong: true, want: /1 to 64 printable/ },
  { password: "", want: /1 to 8/ },
  { password: "geheim\u00fc", want: /ASCII/ },
  { password: "a\tb", want: /printable/ },
])(
  "the chosen password $password (long allowed: $allowLong): refused with $want",
  async ({ password, allowLong, want }) => {
    const hashOf = async () => (await store.smpp.account("shop01"))?.passwordHash;
    const before = await hashOf();
    const values = { systemId: "shop01", password, allowLong: allowLong === true ? "on" : "off" };
    const set = setSmppPassword.run(store, values, by);
    if (want === undefined) {
      expect(await set).toMatchObject({ row: { password: null } });
      expect(await isPassword(password, await hashOf())).toBe(true);
      expect(await hashOf()).toMatch(/^\$scrypt\$/u);
      return;
    }
    await expect(set).rejects.toThrow(want);
    expect(await hashOf()).toBe(before);
  },
);

describe("refuses", () => {
  test.each<{ user?: string; systemId?: string; given?: Settings; want: RegExp }>([
    { user: "42", want: /CUSTOMER\/USER/ },
    { user: "42/Bob", systemId: "shop02", want: /no user Bob/ },
    { user: "99/Ann", systemId: "shop02", want: /no customer 99/ },
    { user: "43/Ann", systemId: "shop01", want: /system_id shop01.*exists/ },
    { user: "42/Ann", systemId: "shop02", want: /an account of user Ann, exists/ },
    { systemId: "a".repeat(16), want: /1 to 15/ },
    { systemId: "my shop", want: /without spaces/ },
    { given: { window: "0" }, want: /from 1 to 1000/ },
    { given: { window: "1001" }, want: /from 1 to 1000/ },
    { given: { fromAddresses: ["shop.example.com"] }, want: /CIDR/ },
    { given: { receipts: "all" }, want: /any or same-bind/ },
    { given: { receiptId: "hex" }, want: /same or hex-decimal/ },
    { given: { alphabet: "ucs2" }, want: /gsm or latin1/ },
    { given: { interim: "yes" }, want: /on or off/ },
    { given: { creditStatus: "0" }, want: /such as 0x45/ },
  ])("$user $systemId $given", async ({ user = "43/Ann", systemId = "shop03", given = {}, want }) => {
    await expect(addSmppAccount.run(store, { user, systemId, ...given }, by)).rejects.toThrow(want);
  });

  test("an unknown account, and no change", async () => {
    await expect(changeSmppAccount.run(store, { systemId: "none", window: "5" }, by)).rejects.toThrow(
      /no SMPP account none/,
    );
    await expect(changeSmppAccount.run(store, { systemId: "shop01" }, by)).rejects.toThrow(
      /nothing to change/,
    );
    await expect(removeSmppAccount.run(store, { systemId: "none" }, by)).rejects.toThrow(
      /no SMPP account none/,
    );
    await expect(setSmppPassword.run(store, { systemId: "none" }, by)).rejects.toThrow(
      /no SMPP account none/,
    );
    await expect(kickSmppSessions.run(store, { session: "shop01" }, by)).rejects.toThrow(
      /no SMPP session of shop01/,
    );
  });
});

test("sessions are listed, kicked by id or account, and limited by kind; those that are not confirmed are forgotten", async () => {
  const { userId = 0, passwordHash = "" } = (await store.smpp.account("shop01")) ?? {};
  const now = await store.processes.time();
  const bind = (id: string) => ({
    id,
    userId,
    passwordHash,
    process: "p",
    kind: "receiver" as const,
    address: "192.0.2.7",
    since: now,
  });
  const id = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";
  expect(await store.smpp.open(bind(id), 2, now, true)).toBe("open");
  expect(await store.smpp.open(bind("b"), 2, now, true)).toBe("open");
  const over = (asks: boolean) => store.smpp.open(bind("c"), 2, now, asks);
  expect([await over(true), await store.smpp.asked("p")].flat().sort()).toEqual(["asked", "b", id].sort());
  await store.smpp.proven(id);
  expect([await over(false), await store.smpp.asked("p")]).toEqual(["asked", ["b"]]);
  await store.smpp.proven("b");
  expect([await over(false), await store.smpp.asked("p")]).toEqual(["full", []]);
  expect(await store.smpp.open({ ...bind("d"), kind: "transmitter" }, 2, now, true)).toBe("open");
  const counts = { submitted: 3, refused: 2, throttled: 1, delivered: 4 };
  expect(
    await store.smpp.confirm(
      [
        { id, ...counts },
        { id: "x", ...counts },
      ],
      now,
    ),
  ).toEqual({ alive: [id], barred: [] });
  expect((await listSmppSessions.rows(store, {}, { ...by, now }))[0]).toMatchObject({
    id,
    systemId: "shop01",
    kind: "receiver",
    ...counts,
  });
  expect(await kickSmppSessions.run(store, { session: id }, by)).toMatchObject({ row: { kicked: 1 } });
  expect(await store.smpp.confirm([{ id, ...counts }], now)).toEqual({ alive: [], barred: [] });
  expect(await kickSmppSessions.run(store, { session: "shop01" }, by)).toMatchObject({ row: { kicked: 3 } });
  await store.smpp.close(id);
  expect(await store.smpp.open(bind("e"), 2, now, true)).toBe("open");
  await setSmppPassword.run(store, { systemId: "shop01" }, by);
  expect(await store.smpp.open(bind("f"), 2, now, true)).toBe("replaced");
});

test("entries of the audit log name the customer and the user of the account", async () => {
  await addSmppAccount.run(store, { user: "43/ann", systemId: "shop43" }, by);
  await changeSmppAccount.run(store, { systemId: "shop43", window: "5" }, by);
  await setSmppPassword.run(store, { systemId: "shop43" }, by);
  const { userId = 0, passwordHash = "" } = (await store.smpp.account("shop43")) ?? {};
  const id = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5c";
  const place = { process: "p", kind: "receiver", address: "192.0.2.7", since: noon } as const;
  await store.smpp.open({ id, userId, passwordHash, ...place }, undefined, noon, true);
  await kickSmppSessions.run(store, { session: id }, by);
  await kickSmppSessions.run(store, { session: "shop43" }, by);
  await removeSmppAccount.run(store, { systemId: "shop43" }, by);
  const entries = await store.audit.entries(6, undefined, { customer: 43 });
  const subject = { customer: 43, user: "Ann", systemId: "shop43" };
  expect(entries.map((entry) => [entry.action, entry.subject])).toEqual([
    ["smpp remove", subject],
    ["smpp kick", subject],
    ["smpp kick", { ...subject, session: id }],
    ["smpp password", subject],
    ["smpp change", subject],
    ["smpp add", { ...subject, user: "ann" }],
  ]);
});

test("the removal of an account removes its sessions and what waits for it", async () => {
  await removeSmppAccount.run(store, { systemId: "shop01" }, by);
  expect(await listSmppAccounts.rows(store, {}, by)).toEqual([]);
  const now = await store.processes.time();
  expect(await listSmppSessions.rows(store, {}, { ...by, now })).toEqual([]);
});
