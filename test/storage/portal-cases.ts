import { describe, expect, test } from "@jest/globals";
import type { Invitation, PortalRole } from "#server/domain/accounts/portal-users.js";
import type { Store } from "#server/ports/store.js";
import { giveRole } from "../faces/portal/give-role.js";
import { noon, openAccount } from "./fixtures.js";
import type { Subject } from "./suite.js";

type Parts = "accounts" | "audit" | "portal";

const by = { name: "42/Ann", source: "portal, 192.0.2.7" };
const expiresAt = noon + 1_000;

const invitationOf = (user: string, role: PortalRole): Invitation => ({
  tokenHash: `token of ${user}`,
  customerId: 42,
  user,
  role,
  expiresAt,
});

const invite = ({ portal }: Pick<Store, "portal">, user: string, role: PortalRole) =>
  portal.invite(invitationOf(user, role), noon);

const accept = ({ portal }: Pick<Store, "portal">, user: string) =>
  portal.accept(`token of ${user}`, "chosen", by, noon);

/** Opens a session of a user, whose hash is its token. */
const logIn = ({ portal }: Pick<Store, "portal">, user: string, passwordHash = "hash") =>
  portal.openSession(
    { tokenHash: `session of ${user}`, customerId: 42, user, address: "192.0.2.7", passwordHash },
    ...[by, noon],
  );

/** Adds users of customer 42 with the password of the fixtures; null: of the API alone. */
async function addUsers(
  store: Pick<Store, "accounts" | "portal">,
  users: Readonly<Record<string, PortalRole | null>>,
): Promise<void> {
  const [[first = "", ...rest]] = [Object.keys(users)];
  await openAccount(store, { user: first });
  for (const name of rest) await store.accounts.addUser({ customerId: 42, name, passwordHash: "hash" }, noon);
  for (const [user, role] of Object.entries(users))
    if (role !== null) await giveRole(store, { customerId: 42, user, role, passwordHash: "hash" }, noon);
}

const roles = async ({ portal }: Pick<Store, "portal">) =>
  Object.fromEntries((await portal.users(42, noon)).map(({ name, role }) => [name, role]));

/** Users of the portal, their invitations and sessions. */
export function portalCases(subject: Subject<Parts>): void {
  describe("invitations to the portal", () => {
    test("give their role and password when they are accepted, once", async () => {
      const store = subject.store();
      await addUsers(store, { Ann: "owner", api: null });
      for (const user of ["api", "Bob"]) expect(await invite(store, user, "owner")).toEqual({ ok: true });
      expect(await roles(store)).toEqual({ Ann: "owner", api: undefined, Bob: undefined });
      const [, api] = await store.portal.users(42, noon);
      expect(api).toMatchObject({ invitedUntil: expiresAt, invitedRole: "owner" });
      expect([await store.portal.find(42, "api"), await logIn(store, "api")]).toEqual([undefined, false]);
      const found = await store.portal.invitation("token of api", noon);
      expect(found).toEqual(invitationOf("api", "owner"));
      expect(await accept(store, "api")).toBe(true);
      expect(await accept(store, "api")).toBe(false);
      expect(await roles(store)).toEqual({ Ann: "owner", api: "owner", Bob: undefined });
      expect([await logIn(store, "api"), await logIn(store, "api", "chosen")]).toEqual([false, true]);
    });

    test("change nothing when they expire", async () => {
      const store = subject.store();
      await addUsers(store, { Ann: "owner", kim: "reader" });
      await invite(store, "kim", "owner");
      expect(await store.portal.invitation("token of kim", expiresAt)).toBeUndefined();
      expect(await store.portal.accept("token of kim", "late", by, expiresAt)).toBe(false);
      expect(await roles(store)).toEqual({ Ann: "owner", kim: "reader" });
      expect(await logIn(store, "kim")).toBe(true);
    });

    test("have the role that was given last", async () => {
      const store = subject.store();
      await addUsers(store, { Ann: "owner" });
      await invite(store, "kim", "owner");
      await store.portal.setRole(42, "kim", "reader", "owner", noon);
      await accept(store, "kim");
      expect(await roles(store)).toEqual({ Ann: "owner", kim: "reader" });
    });

    test("never take the role from the last owner, not when they are accepted either", async () => {
      const store = subject.store();
      await addUsers(store, { Ann: "owner", Bob: "owner" });
      expect(await invite(store, "Bob", "reader")).toEqual({ ok: true });
      await store.portal.setRole(42, "Ann", "reader", "owner", noon);
      expect(await accept(store, "Bob")).toBe(false);
      expect(await invite(store, "bob", "reader")).toEqual({ ok: false, reason: "lastOwner" });
      expect(await invite(store, "Bob", "owner")).toEqual({ ok: true });
      expect(await accept(store, "Bob")).toBe(true);
      expect(await roles(store)).toEqual({ Ann: "reader", Bob: "owner" });
      expect(await logIn(store, "Bob", "chosen")).toBe(true);
    });

    test.each(["owner", "operator"] as const)(
      "are the only way by which an %s gives a program's user a role",
      async (changer) => {
        const store = subject.store();
        await addUsers(store, { Ann: "owner", api: null });
        const give = (at = noon) => store.portal.setRole(42, "api", "developer", changer, at);
        expect(await give()).toEqual({ ok: false, reason: "uninvited" });
        await invite(store, "api", "reader");
        expect(await give(expiresAt)).toEqual({ ok: false, reason: "uninvited" });
        const later = (await store.portal.users(42, expiresAt)).find(({ name }) => name === "api");
        expect(later).toMatchObject({ invitedUntil: undefined, invitedRole: undefined });
        expect(await give()).toEqual({ ok: true });
        expect(await roles(store)).toEqual({ Ann: "owner", api: undefined });
        await accept(store, "api");
        expect(await roles(store)).toEqual({ Ann: "owner", api: "developer" });
        expect(await store.portal.setRole(42, "api", "reader", "owner", noon)).toEqual({ ok: true });
      },
    );

    test("end with a new password in the portal", async () => {
      const store = subject.store();
      await addUsers(store, { Ann: "owner", kim: "reader" });
      await logIn(store, "kim");
      await invite(store, "kim", "reader");
      expect(await store.portal.setPassword("session of kim", "new")).toBe(true);
      expect(await accept(store, "kim")).toBe(false);
    });

    type Program = (accounts: Store["accounts"]) => Promise<unknown>;
    const passwordOf = (accounts: Store["accounts"]) =>
      accounts.setPassword(42, "KIM", { passwordHash: "new" });
    test.each<{ name: string; role: PortalRole | null; changes: readonly Program[] }>([
      { name: "a first password of the programs of a reader", role: "reader", changes: [passwordOf] },
      { name: "a password of the programs of an owner", role: "owner", changes: [passwordOf, passwordOf] },
      { name: "a password of the programs of a user without a role", role: null, changes: [passwordOf] },
      { name: "the removal of that password", role: null, changes: [(all) => all.removePassword(42, "kim")] },
      {
        name: "another hash of it",
        role: null,
        changes: [(all) => all.replaceHash(42, "kim", "hash", "better")],
      },
      {
        name: "a new spelling of the name",
        role: "reader",
        changes: [(all) => all.changeUser(42, "kim", { name: "Kim" })],
      },
      {
        name: "a block that has ended",
        role: "reader",
        changes: [
          (all) => all.setUserState(42, "kim", "blocked"),
          (all) => all.setUserState(42, "kim", "active"),
        ],
      },
    ])("stay with $name", async ({ role, changes }) => {
      const store = subject.store();
      await addUsers(store, { Ann: "owner", kim: role });
      await invite(store, "kim", "developer");
      for (const change of changes) await change(store.accounts);
      expect(await accept(store, "kim")).toBe(true);
    });
  });

  describe("the password of programs", () => {
    /** Passwords by which a user of programs is known, and opens a session. */
    const passwordsOf = async ({ accounts, portal }: Pick<Store, "accounts" | "portal">, user: string) => ({
      programs: (await accounts.login(42, user))?.passwordHash,
      portal: (await portal.find(42, user))?.passwordHash,
      kind: (await portal.users(42, noon)).find(({ name }) => name === user)?.programs,
    });

    type Step = (store: Pick<Store, "accounts" | "portal">) => Promise<unknown>;
    const invited: Step = async (store) => [await invite(store, "kim", "reader"), await accept(store, "kim")];
    const added: Step = ({ accounts }) =>
      accounts.addUser({ customerId: 42, name: "kim", passwordHash: "hash" }, noon);
    const set: Step = ({ accounts }) => accounts.setPassword(42, "KIM", { passwordHash: "set" });
    const removed: Step = ({ accounts }) => accounts.removePassword(42, "Kim");
    const withoutRole: Step = ({ portal }) => portal.setRole(42, "kim", null, "operator", noon);
    const developer: Step = ({ portal }) => portal.setRole(42, "kim", "developer", "operator", noon);
    const replaced: Step = ({ accounts }) => accounts.replaceHash(42, "kim", "hash", "better");

    test.each<{ name: string; steps: readonly Step[]; want: object }>([
      {
        name: "none after an invitation",
        steps: [invited],
        want: { programs: "invited", portal: "chosen", kind: "none" },
      },
      {
        name: "stays after an invitation",
        steps: [added, invited],
        want: { programs: "hash", portal: "chosen", kind: "own" },
      },
      {
        name: "is set beside the one in the portal",
        steps: [invited, set],
        want: { programs: "set", portal: "chosen", kind: "own" },
      },
      {
        name: "is replaced alone",
        steps: [added, invited, set],
        want: { programs: "set", portal: "chosen", kind: "own" },
      },
      {
        name: "is removed alone",
        steps: [added, invited, removed],
        want: { programs: "invited", portal: "chosen", kind: "none" },
      },
      {
        name: "is removed without one in the portal",
        steps: [added, removed],
        want: { programs: "invited", portal: undefined, kind: "none" },
      },
      {
        name: "is set after its removal",
        steps: [added, removed, set],
        want: { programs: "set", portal: undefined, kind: "own" },
      },
      {
        name: "stays without a role that may send",
        steps: [added, invited, developer, withoutRole],
        want: { programs: "hash", portal: undefined, kind: "own" },
      },
      {
        name: "stays with a role that may not",
        steps: [added, invited, withoutRole],
        want: { programs: "hash", portal: "chosen", kind: "own" },
      },
      {
        name: "is none without the role, if there was none",
        steps: [invited, withoutRole],
        want: { programs: "invited", portal: undefined, kind: "none" },
      },
      {
        name: "has another hash, of it alone",
        steps: [added, invited, replaced],
        want: { programs: "better", portal: "chosen", kind: "own" },
      },
      {
        name: "is that of a user of programs alone",
        steps: [added],
        want: { programs: "hash", portal: undefined, kind: "own" },
      },
    ])("$name", async ({ steps, want }) => {
      const store = subject.store();
      await addUsers(store, { Ann: "owner" });
      for (const step of steps) await step(store);
      expect(await passwordsOf(store, "kim")).toEqual(want);
    });

    test("a new one in the portal closes the sessions there; one of programs does not", async () => {
      const store = subject.store();
      await addUsers(store, { Ann: "owner" });
      await invited(store);
      expect(await logIn(store, "kim", "chosen")).toBe(true);
      await set(store);
      expect(await store.portal.session("session of kim")).toBeDefined();
      expect(await store.portal.setPassword("session of kim", "other")).toBe(true);
      expect(await store.portal.session("session of kim")).toBeUndefined();
      expect(await store.portal.setPassword("session of kim", "again")).toBe(false);
      expect(await passwordsOf(store, "kim")).toEqual({ programs: "set", portal: "other", kind: "own" });
    });
  });

  describe("owners", () => {
    type Change = (store: Pick<Store, Parts>, user: string) => Promise<unknown>;
    const block: Change = ({ accounts }, user) => accounts.setUserState(42, user, "blocked", "owner");
    const demote: Change = ({ portal }, user) => portal.setRole(42, user, "reader", "owner", noon);

    test.each([
      { name: "block each other", changes: [block, block] },
      { name: "take the role of each other", changes: [demote, demote] },
      { name: "block and take the role", changes: [block, demote] },
    ])("who $name at the same moment leave one", async ({ changes }) => {
      const store = subject.store();
      await addUsers(store, { Ann: "owner", Bob: "owner" });
      const names = ["Ann", "Bob"];
      const results = await Promise.all(changes.map((change, index) => change(store, names[index] ?? "")));
      expect(results).toHaveLength(2);
      expect(results).toContainEqual({ ok: true });
      expect(results).toContainEqual({ ok: false, reason: "lastOwner" });
      const left = (await store.portal.users(42, noon)).filter(
        ({ role, state }) => role === "owner" && state === "active",
      );
      expect(left).toHaveLength(1);
    });

    test("are blocked by operators, the last one too", async () => {
      const store = subject.store();
      await addUsers(store, { Ann: "owner", Bob: "reader" });
      expect(await store.accounts.setUserState(42, "Bob", "blocked", "owner")).toEqual({ ok: true });
      expect(await store.accounts.setUserState(42, "Ann", "blocked")).toEqual({ ok: true });
    });
  });

  describe("sessions of the portal", () => {
    const users = { Ann: "owner", Bob: "reader" } as const;
    const left = async ({ portal }: Pick<Store, "portal">) => {
      const found = await Promise.all(Object.keys(users).map((user) => portal.session(`session of ${user}`)));
      return found.flatMap((session) => session?.user ?? []);
    };

    test.each<{
      name: string;
      change: (accounts: Store["accounts"], state: "active" | "blocked") => Promise<unknown>;
      want: readonly string[];
    }>([
      {
        name: "user",
        change: (accounts, state) => accounts.setUserState(42, "BOB", state),
        want: ["Ann"],
      },
      { name: "customer", change: (accounts, state) => accounts.setCustomerState(42, state), want: [] },
    ])("end when the $name is blocked, and none is opened until it is not", async ({ change, want }) => {
      const store = subject.store();
      await addUsers(store, users);
      for (const user of Object.keys(users)) await logIn(store, user);
      expect(await left(store)).toEqual(["Ann", "Bob"]);
      await change(store.accounts, "blocked");
      expect(await logIn(store, "Bob")).toBe(false);
      await change(store.accounts, "active");
      expect(await left(store)).toEqual(want);
      expect(await logIn(store, "Bob")).toBe(true);
    });
  });
}
