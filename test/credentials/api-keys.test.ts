import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { isApiKey, newApiKey } from "#server/credentials/api-keys.js";
import { hashPassword } from "#server/credentials/hash.js";
import { credentials } from "#server/credentials/verify.js";
import type { LoginRecord } from "#server/domain/accounts/accounts.js";
import { type ApiKey, apiKeyId, type KeyScope } from "#server/domain/accounts/api-keys.js";
import { defaultSettings } from "#server/domain/accounts/customer-settings.js";
import type { PortalRole } from "#server/domain/accounts/portal-users.js";
import type { Credentials } from "#server/ports/accounts.js";
import { addressTest } from "./address-test.js";
import { cheap } from "./cheap.js";

const made = newApiKey();
const { key } = made;
const wrong = (at: number): string => `mk_${made.id}_${String(at).padStart(43, "x")}`;

let passwordHash: string;
let stored: ApiKey;
let login: LoginRecord;
let clock: number;
let used: readonly string[];
let checker: Credentials;

beforeAll(async () => {
  passwordHash = await hashPassword("Secret", cheap);
});

beforeEach(() => {
  clock = 0;
  used = [];
  stored = {
    ...{ id: made.id, hash: made.hash, customerId: 42, userName: "Ann", name: "shop", scopes: ["send"] },
    ...{ fromAddresses: [], expiresAt: undefined, createdAt: 0, usedAt: undefined },
  };
  const customer = {
    id: 42,
    name: "Example Ltd",
    state: "active",
    payment: "prepaid",
    limit: undefined,
  } as const;
  login = {
    customer: { ...customer, ...defaultSettings, heldSince: undefined },
    user: { customerId: 42, name: "Ann", state: "active", inboxActive: true },
    ...{ role: undefined, passwordHash, version: 1 },
  };
  checker = credentials({
    ...{ addressTest, cost: cheap, now: () => clock },
    apiKeys: {
      find: async (id) => (id === stored.id ? stored : undefined),
      used: async (id, at) => {
        used = [...used, `${id} ${at}`];
      },
    },
    accounts: {
      login: async (id, name) => (id === 42 && name.toLowerCase() === "ann" ? login : undefined),
      knowsNetwork: async () => false,
      addNetwork: async () => undefined,
      replaceHash: async () => undefined,
    },
  });
});

const verify = (given: string, address = "192.0.2.7", name = "ANN", customerId = 42) =>
  checker.verify(customerId, name, given, address);
const kindOf = async (...given: Parameters<typeof verify>): Promise<string> => (await verify(...given)).kind;

describe("a new key", () => {
  test("is recognized by its form; its hash is that of no other key", () => {
    const other = newApiKey();
    expect(key).toMatch(/^mk_[0-9a-f]{16}_[\w-]{43}$/u);
    expect([apiKeyId(key), apiKeyId(other.key)]).toEqual([made.id, other.id]);
    expect([isApiKey(key, made.hash), isApiKey(other.key, made.hash), isApiKey(key, undefined)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(JSON.stringify(made.hash)).not.toContain(key.slice(20));
  });

  test.each(["", "mk_", "Secret", `${key}x`, key.slice(0, -1), key.toUpperCase(), ` ${key}`])(
    "%p is a password",
    (text) => {
      expect(apiKeyId(text)).toBeUndefined();
    },
  );
});

describe("a key", () => {
  test("is accepted in place of the password, with the rights of its scopes; the password has all", async () => {
    expect(await verify(key)).toMatchObject({ kind: "verified", rights: ["send"] });
    const rights = ["send", "read", "inbox", "credit"];
    expect(await verify("Secret")).toMatchObject({ kind: "verified", rights });
  });

  test.each<{ role: PortalRole | undefined; scopes: readonly KeyScope[]; want: readonly string[] }>([
    { role: undefined, scopes: ["read"], want: ["read", "credit"] },
    { role: undefined, scopes: ["send", "inbox"], want: ["send", "inbox"] },
    { role: "owner", scopes: ["send", "read", "inbox"], want: ["send", "read", "inbox", "credit"] },
    { role: "owner", scopes: ["inbox"], want: ["inbox"] },
    { role: "developer", scopes: ["send"], want: ["send"] },
    { role: "developer", scopes: ["read", "inbox"], want: ["read", "inbox", "credit"] },
    { role: "reader", scopes: ["send"], want: [] },
    { role: "reader", scopes: ["send", "read"], want: ["read", "credit"] },
    { role: "reader", scopes: ["inbox"], want: ["inbox"] },
    { role: "finance", scopes: ["send", "read", "inbox"], want: ["credit"] },
    { role: "finance", scopes: ["read"], want: ["credit"] },
    { role: "finance", scopes: ["send", "inbox"], want: [] },
  ])(
    "of a user with the role $role and the scopes $scopes has the rights $want",
    async ({ role, scopes, want }) => {
      login = { ...login, role };
      stored = { ...stored, scopes };
      expect(await verify(key)).toMatchObject({ kind: "verified", rights: want });
    },
  );

  test.each<{ name: string; change: Partial<ApiKey> }>([
    { name: "of another user", change: { userName: "Bob" } },
    { name: "of a user of the same name of another customer", change: { customerId: 43 } },
    { name: "that is revoked", change: { id: "0123456789abcdef" } },
    { name: "whose hash differs", change: { hash: newApiKey().hash } },
    { name: "that has expired", change: { expiresAt: 0 } },
    { name: "from another address", change: { fromAddresses: ["192.0.2.8", "2001:db8::/32"] } },
  ])("$name is refused like a wrong password", async ({ change }) => {
    stored = { ...stored, ...change };
    expect(await verify(key)).toEqual({ kind: "unknownUser" });
  });

  test.each([
    { ranges: ["192.0.2.0/24"], address: "192.0.2.7", want: "verified" },
    { ranges: ["192.0.2.0/24"], address: "::ffff:192.0.2.7", want: "verified" },
    { ranges: ["192.0.2.0/24"], address: "192.0.3.7", want: "unknownUser" },
    { ranges: ["2001:db8::/32", "192.0.2.7"], address: "2001:db8::1", want: "verified" },
    { ranges: ["2001:db8::/32"], address: "2001:db9::1", want: "unknownUser" },
    { ranges: ["2001:db8::/32"], address: "", want: "unknownUser" },
  ])("of $ranges from $address: $want", async ({ ranges, address, want }) => {
    stored = { ...stored, fromAddresses: ranges };
    expect(await kindOf(key, address)).toBe(want);
    stored = { ...stored, fromAddresses: [] };
    login = { ...login, customer: { ...login.customer, fromAddresses: ranges } };
    expect([await kindOf(key, address), await kindOf("Secret", address)]).toEqual([want, want]);
  });

  test("is accepted until it expires", async () => {
    stored = { ...stored, expiresAt: 100 };
    clock = 99;
    expect(await kindOf(key)).toBe("verified");
    clock = 100;
    expect(await kindOf(key)).toBe("unknownUser");
  });

  test("reports a blocked user and customer as a password does", async () => {
    login = { ...login, user: { ...login.user, state: "blocked" } };
    expect(await kindOf(key)).toBe("userBlocked");
  });

  test("that is wrong counts as an attempt, apart from wrong passwords; a correct one is never refused for that", async () => {
    for (let at = 0; at < 10; at++) expect(await kindOf(wrong(at))).toBe("unknownUser");
    expect([await kindOf(wrong(10)), await kindOf("Secret")]).toEqual(["tooManyLogins", "verified"]);
    for (let at = 0; at < 10; at++) await kindOf(`wrong ${at}`, "198.51.100.1");
    expect(await kindOf("wrong 10", "198.51.100.1")).toBe("tooManyLogins");
    expect([await kindOf(key), await kindOf(key, "198.51.100.1")]).toEqual(["verified", "verified"]);
    expect(await kindOf(wrong(1), "192.0.2.8")).toBe("unknownUser");
  });

  test("has its uses recorded, at most one a minute", async () => {
    for (const at of [0, 59_999, 60_000, 60_001]) {
      clock = at;
      await verify(key);
      await verify(wrong(1), "198.51.100.1");
    }
    expect(used).toEqual([`${made.id} 0`, `${made.id} 60000`]);
  });
});
