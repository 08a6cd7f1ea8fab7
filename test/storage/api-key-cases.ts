import { describe, expect, test } from "@jest/globals";
import type { NewApiKey } from "#server/domain/accounts/api-keys.js";
import { noon, openAccount } from "./fixtures.js";
import type { Subject } from "./suite.js";

const key = (change: Partial<NewApiKey> = {}): NewApiKey => ({
  ...{
    id: "0123456789abcdef",
    customerId: 42,
    userName: "Ann",
    name: "shop",
    hash: "h",
    scopes: ["send", "inbox"],
  },
  ...{ fromAddresses: ["192.0.2.0/24", "2001:db8::1"], expiresAt: noon + 9, createdAt: noon },
  ...change,
});

/** API keys of users, and the addresses of customers. */
export function apiKeyCases(subject: Subject<"accounts" | "apiKeys">): void {
  describe("API keys", () => {
    test("are found by their id and listed by customer, until they are removed", async () => {
      const { apiKeys } = subject.store();
      for (const id of [42, 43]) await openAccount(subject.store(), { id });
      expect(await apiKeys.find(key().id)).toBeUndefined();
      expect(await apiKeys.add(key({ userName: "ANN" }))).toEqual({ ok: true });
      const other = key({ id: "1123456789abcdef", customerId: 43, fromAddresses: [], expiresAt: undefined });
      expect(await apiKeys.add(other)).toEqual({ ok: true });
      const stored = (await subject.reopen()).apiKeys;
      expect(await stored.find(key().id)).toEqual({ ...key(), usedAt: undefined });
      expect(await stored.list()).toEqual([key(), other].map((each) => ({ ...each, usedAt: undefined })));
      expect(await stored.list(43)).toEqual([{ ...other, usedAt: undefined }]);

      expect(await stored.remove(42, "ann", "shop")).toEqual({ ok: true });
      expect([await stored.find(key().id), (await stored.list()).length]).toEqual([undefined, 1]);
    });

    test("have names of their own for each user, and users that exist", async () => {
      const { apiKeys } = subject.store();
      await openAccount(subject.store());
      await apiKeys.add(key());
      const refused = (reason: string) => ({ ok: false, reason });
      expect(await apiKeys.add(key({ id: "1123456789abcdef" }))).toEqual(refused("exists"));
      expect(await apiKeys.add(key({ userName: "Bob" }))).toEqual(refused("unknownUser"));
      expect(await apiKeys.add(key({ customerId: 43 }))).toEqual(refused("unknownCustomer"));
      expect(await apiKeys.remove(42, "Ann", "other")).toEqual(refused("unknownEntry"));
      expect(await apiKeys.remove(42, "Bob", "shop")).toEqual(refused("unknownUser"));
    });

    test("keep the time of their last use", async () => {
      const { apiKeys } = subject.store();
      await openAccount(subject.store());
      await apiKeys.add(key());
      for (const at of [noon + 5, noon + 3]) await apiKeys.used(key().id, at);
      expect((await apiKeys.list())[0]?.usedAt).toBe(noon + 5);
    });

    test("the addresses of a customer are part of the log-in", async () => {
      const { accounts } = subject.store();
      await openAccount(subject.store());
      const allowed = async () => (await accounts.login(42, "ann"))?.customer.fromAddresses;
      expect(await allowed()).toEqual([]);
      await accounts.changeCustomer(42, { fromAddresses: ["192.0.2.0/24", "2001:db8::/32"] });
      expect(await allowed()).toEqual(["192.0.2.0/24", "2001:db8::/32"]);
      await accounts.changeCustomer(42, { fromAddresses: [] });
      expect(await allowed()).toEqual([]);
    });
  });
}
