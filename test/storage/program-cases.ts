import { describe, expect, test } from "@jest/globals";
import type { NewApiKey } from "#server/domain/accounts/api-keys.js";
import type { PortalRole } from "#server/domain/accounts/portal-users.js";
import type { Store } from "#server/ports/store.js";
import { giveRole } from "../faces/portal/give-role.js";
import { noon, openAccount } from "./fixtures.js";
import type { Subject } from "./suite.js";

type Parts = "accounts" | "apiKeys" | "portal" | "smpp";

/** What programs of users log in with, and the roles that bound it. */
export function programCases(subject: Subject<Parts>): void {
  describe("weak passwords", () => {
    const weak = { passwordHash: "weak", isWeak: true };
    type Step = (accounts: Store["accounts"], portal: Store["portal"]) => Promise<unknown>;
    const added: Step = (all) => all.addUser({ customerId: 42, name: "kim", ...weak }, noon);
    const removed: Step = (all) => all.removePassword(42, "kim");
    const accepted: Step = (_, portal) =>
      giveRole({ portal }, { customerId: 42, user: "kim", role: "owner", passwordHash: "good" }, noon);
    const set =
      (isWeak: boolean): Step =>
      (all) =>
        all.setPassword(42, "kim", { ...weak, isWeak });

    test.each<{ name: string; steps: readonly Step[]; named: boolean }>([
      { name: "of a new user", steps: [added], named: true },
      { name: "that replace others", steps: [added, set(false), set(true)], named: true },
      {
        name: "with a better hash",
        steps: [added, (all) => all.replaceHash(42, "kim", "weak", "b")],
        named: true,
      },
      {
        name: "of a user with a new name",
        steps: [added, (all) => all.changeUser(42, "kim", { name: "Kim" })],
        named: true,
      },
      { name: "that were replaced", steps: [added, set(false)], named: false },
      { name: "that were removed", steps: [added, (all) => all.removePassword(42, "kim")], named: false },
      { name: "of programs, beside one of the portal", steps: [added, accepted], named: true },
      {
        name: "of programs, removed beside one of the portal",
        steps: [added, accepted, removed],
        named: false,
      },
      {
        name: "of a blocked user",
        steps: [added, (all) => all.setUserState(42, "kim", "blocked")],
        named: false,
      },
      {
        name: "of a blocked customer",
        steps: [added, (all) => all.setCustomerState(42, "blocked")],
        named: false,
      },
    ])("$name are named: $named", async ({ steps, named }) => {
      const store = subject.store();
      await openAccount(store, { user: "Ann" });
      for (const step of steps) await step(store.accounts, store.portal);
      const found = await store.accounts.weakPasswords(10);
      expect(found.map(({ customerId, name }) => `${customerId}/${name.toLowerCase()}`)).toEqual(
        named ? ["42/kim"] : [],
      );
    });
  });

  describe("taking a role away", () => {
    const refused = { ok: false, reason: "boundPrograms" };
    const key: NewApiKey = {
      ...{ id: "0123456789abcdef", customerId: 42, userName: "kim", name: "shop", hash: "hash" },
      ...{ scopes: ["send"], fromAddresses: [], expiresAt: undefined, createdAt: noon },
    };
    type With = "password" | "key" | "both" | "nothing";

    test.each<readonly [role: PortalRole, programs: With, wanted: unknown]>([
      ["reader", "password", refused],
      ["reader", "key", refused],
      ["reader", "both", refused],
      ["reader", "nothing", { ok: true }],
      ["finance", "password", refused],
      ["finance", "key", refused],
      ["finance", "nothing", { ok: true }],
      ["developer", "password", { ok: true }],
      ["developer", "both", { ok: true }],
      ["owner", "both", { ok: true }],
      ["owner", "nothing", { ok: true }],
    ])("%s whose programs have %s", async (role, programs, wanted) => {
      const { accounts, portal, apiKeys } = subject.store();
      await openAccount({ accounts }, { user: "Ann" });
      await giveRole({ portal }, { customerId: 42, user: "Ann", role: "owner", passwordHash: "hash" }, noon);
      await giveRole({ portal }, { customerId: 42, user: "kim", role, passwordHash: "chosen" }, noon);
      if (programs === "password" || programs === "both")
        await accounts.setPassword(42, "kim", { passwordHash: "hash" });
      if (programs === "key" || programs === "both") await apiKeys.add(key);
      for (const by of ["operator", "owner"] as const)
        expect(await portal.setRole(42, "Kim", null, by, noon)).toEqual(wanted);
      expect((await portal.users(42, noon)).find(({ name }) => name === "kim")?.role).toBe(
        wanted === refused ? role : undefined,
      );
    });
  });
}
