import { describe, expect, test } from "@jest/globals";
import type { NewOperatorKey } from "#server/domain/accounts/operator-keys.js";
import type { OperatorLogin } from "#server/domain/accounts/operators.js";
import { maxSessions, sessionTimes } from "#server/domain/accounts/sessions.js";
import { noon } from "./fixtures.js";
import type { Subject } from "./suite.js";

const by = { name: "root", source: "command line" };
const ann: OperatorLogin = { name: "ann", role: "support", passwordHash: "hash", createdAt: noon };
const address = "192.0.2.7";
const login = (tokenHash: string) => ({ tokenHash, operator: "ann", passwordHash: "hash", address });

/** Operators of the console and their sessions. */
export function operatorCases(subject: Subject<"audit" | "operatorKeys" | "operators">): void {
  const actions = async () =>
    (await subject.store().audit.entries(10)).map(({ action, subject: about, before, after }) => ({
      ...{ action, about, before, after },
    }));

  describe("operators", () => {
    test("are stored once, in the order of their names, each change with its audit entry", async () => {
      const { operators } = subject.store();
      expect(await operators.add(ann, by)).toBe(true);
      expect(await operators.add({ ...ann, role: "admin" }, by)).toBe(false);
      await operators.add({ ...ann, name: "Zed" }, by);
      expect((await operators.list()).map(({ name }) => name)).toEqual(["Zed", "ann"]);
      expect(await operators.find("ann")).toEqual(ann);
      expect(await operators.find("Ann")).toBeUndefined();
      expect(await operators.change("ann", { role: "admin" }, by, noon + 1)).toBe(true);
      expect(await operators.change("bob", { role: "admin" }, by, noon + 1)).toBe(false);
      expect(await operators.change("ann", { passwordHash: "new" }, by, noon + 2)).toBe(true);
      const again = (await subject.reopen()).operators;
      expect(await again.find("ann")).toEqual({ ...ann, role: "admin", passwordHash: "new" });
      expect(await again.remove("ann", by, noon + 3)).toBe(true);
      expect(await again.remove("ann", by, noon + 3)).toBe(false);
      const about = { operator: "ann" };
      const [before, role] = [{ role: "support" }, { role: "admin" }];
      expect(await actions()).toEqual([
        { action: "operator remove", about, before: role, after: undefined },
        { action: "operator change", about, before: role, after: { ...role, password: "replaced" } },
        { action: "operator change", about, before, after: role },
        { action: "operator add", about: { operator: "Zed" }, before: undefined, after: before },
        { action: "operator add", about, before: undefined, after: before },
      ]);
    });
  });

  describe("keys of operators", () => {
    const key = (id: string, name: string): NewOperatorKey => ({
      ...{ id, operator: "ann", name, hash: `hash ${id}`, role: "viewer", trusted: false },
      ...{ fromAddresses: ["192.0.2.0/24", "::1"], expiresAt: undefined, createdAt: noon },
    });

    test("are stored once for each name, with the role that their operator has now", async () => {
      const { operators, operatorKeys } = subject.store();
      expect(await operatorKeys.add(key("k1", "billing"))).toEqual({ ok: false, reason: "unknownEntry" });
      await operators.add(ann, by);
      expect(await operatorKeys.add(key("k1", "billing"))).toEqual({ ok: true });
      expect(await operatorKeys.add(key("k2", "billing"))).toEqual({ ok: false, reason: "exists" });
      expect(await operatorKeys.add({ ...key("k3", "other"), trusted: true, expiresAt: noon + 1 })).toEqual({
        ok: true,
      });
      await operators.change("ann", { role: "admin" }, by, noon);
      await operatorKeys.used("k1", noon + 5);
      await operatorKeys.used("k1", noon + 3);
      const again = (await subject.reopen()).operatorKeys;
      const first = { ...key("k1", "billing"), usedAt: noon + 5, operatorRole: "admin" };
      expect(await again.find("k1")).toEqual(first);
      const other = { ...key("k3", "other"), trusted: true, expiresAt: noon + 1, operatorRole: "admin" };
      expect(await again.list()).toEqual([first, other]);
      expect(await again.list("bob")).toEqual([]);
    });

    test("are removed alone, and with their operator", async () => {
      const { operators, operatorKeys } = subject.store();
      await operators.add(ann, by);
      for (const name of ["a", "b"]) await operatorKeys.add(key(name, name));
      expect(await operatorKeys.remove("ann", "a")).toEqual({ ok: true });
      expect(await operatorKeys.remove("ann", "a")).toEqual({ ok: false, reason: "unknownEntry" });
      expect(await operatorKeys.find("a")).toBeUndefined();
      expect(await operators.remove("ann", by, noon)).toBe(true);
      expect(await operatorKeys.find("b")).toBeUndefined();
      expect(await operatorKeys.list()).toEqual([]);
    });
  });

  describe("operators with one-time codes", () => {
    test("open a session with a step later than the last one only", async () => {
      const { operators } = subject.store();
      await operators.add(ann, by);
      await operators.add({ ...ann, name: "bob" }, by);
      expect(await operators.openSession(login("t0"), by, noon)).toBe(true);
      const opens = (token: string, totpStep?: number, totpSecret: string | undefined = "GEZDGNBV") =>
        operators.openSession({ ...login(token), totpSecret, totpStep }, by, noon);
      expect(await operators.change("ann", { totpSecret: "GEZDGNBV" }, by, noon)).toBe(true);
      expect(await operators.session("t0")).toBeUndefined();
      expect((await operators.list()).map(({ name, totp }) => [name, totp])).toEqual([
        ["ann", 1],
        ["bob", 0],
      ]);
      expect(await opens("t1")).toBe(false);
      expect(await opens("t1", 5)).toBe(true);
      expect([await opens("t2", 5), await opens("t2", 4), await opens("t2", 6)]).toEqual([
        false,
        false,
        true,
      ]);
      const both = await Promise.all([opens("t3", 7), opens("t4", 7)]);
      expect(both.filter(Boolean)).toHaveLength(1);
      const again = (await subject.reopen()).operators;
      expect(await again.find("ann")).toEqual({ ...ann, totpSecret: "GEZDGNBV" });
      const withSecret = { ...login("t5"), totpSecret: "GEZDGNBV" };
      expect(await again.openSession({ ...withSecret, totpStep: 7 }, by, noon)).toBe(false);
      expect(await again.change("ann", { totpSecret: null }, by, noon + 1)).toBe(true);
      expect(await again.openSession(login("t6"), by, noon + 1)).toBe(true);
      const changes = (await actions()).filter(({ action }) => action === "operator change");
      expect(changes.map(({ after }) => after)).toEqual([
        { role: "support", totp: "removed" },
        { role: "support", totp: "enrolled" },
      ]);
    });
  });

  describe("a log-in while the one-time codes of the operator change", () => {
    const table = [
      { name: "replaced", verified: "GEZDGNBV", stored: "MZXW6YTB", totpStep: 9 },
      { name: "removed", verified: "GEZDGNBV", stored: null, totpStep: 9 },
      { name: "enrolled", verified: undefined, stored: "MZXW6YTB", totpStep: undefined },
    ];
    test.each(table)("is refused: $name", async ({ verified, stored, totpStep }) => {
      const { operators } = subject.store();
      await operators.add(ann, by);
      await operators.change("ann", { totpSecret: verified ?? null }, by, noon);
      await operators.change("ann", { totpSecret: stored }, by, noon + 1);
      const session = { ...login("t1"), totpSecret: verified, totpStep };
      expect(await operators.openSession(session, by, noon + 2)).toBe(false);
      expect(await operators.session("t1")).toBeUndefined();
    });
  });

  describe("sessions of operators", () => {
    test("open with the stored password only, carry the present role, and close", async () => {
      const { operators } = subject.store();
      await operators.add(ann, by);
      expect(await operators.openSession({ ...login("t1"), passwordHash: "old" }, by, noon)).toBe(false);
      expect(await operators.openSession({ ...login("t1"), operator: "bob" }, by, noon)).toBe(false);
      expect(await operators.openSession(login("t1"), by, noon)).toBe(true);
      const times = { openedAt: noon, usedAt: noon };
      const session = { tokenHash: "t1", operator: "ann", role: "support", address, ...times };
      expect(await operators.session("t1")).toEqual(session);
      await operators.useSession("t1", noon + 5);
      await operators.useSession("t1", noon + 4);
      expect(await (await subject.reopen()).operators.session("t1")).toEqual({
        ...session,
        usedAt: noon + 5,
      });
      await subject.store().operators.closeSession("t1");
      expect(await subject.store().operators.session("t1")).toBeUndefined();
      expect((await actions()).map(({ action }) => action)).toEqual(["operator log-in", "operator add"]);
    });

    test.each(["change", "password", "remove"] as const)("end with a %s", async (what) => {
      const { operators } = subject.store();
      await operators.add(ann, by);
      await operators.openSession(login("t1"), by, noon);
      if (what === "remove") await operators.remove("ann", by, noon);
      else
        await operators.change(
          "ann",
          what === "change" ? { role: "admin" } : { passwordHash: "x" },
          by,
          noon,
        );
      expect(await operators.session("t1")).toBeUndefined();
    });

    test("are listed by one of them, which closes one or all others; recorded", async () => {
      const { operators } = subject.store();
      for (const name of ["ann", "bob"]) await operators.add({ ...ann, name }, by);
      for (const [index, token] of ["t1", "t2", "t3"].entries())
        await operators.openSession(login(token), by, noon + index);
      await operators.openSession({ ...login("other"), operator: "bob" }, by, noon);
      const open = async (token: string) =>
        (await operators.ownSessions(token)).map((each) => each.tokenHash);
      expect([await open("t1"), await open("other"), await open("none")]).toEqual([
        ...[["t3", "t2", "t1"], ["other"], []],
      ]);
      for (const strange of ["other", "t1", "none"])
        expect(await operators.closeOthers("t1", strange, by, noon + 4)).toBe(0);
      expect(await operators.closeOthers("none", undefined, by, noon + 4)).toBe(0);
      expect(await operators.closeOthers("t1", "t3", by, noon + 5)).toBe(1);
      expect(await open("t1")).toEqual(["t2", "t1"]);
      expect(await operators.closeOthers("t1", undefined, by, noon + 6)).toBe(1);
      expect([await open("t1"), await open("other")]).toEqual([["t1"], ["other"]]);
      const ended = { action: "session end", about: { operator: "ann" }, after: { count: 1 } };
      expect((await actions()).slice(0, 2)).toEqual([ended, ended]);
    });

    test("are limited per operator; outdated ones are deleted", async () => {
      const { operators } = subject.store();
      await operators.add(ann, by);
      for (let n = 0; n <= maxSessions; n++) await operators.openSession(login(`t${n}`), by, noon + n);
      expect(await operators.session("t0")).toBeUndefined();
      expect(await operators.session("t1")).toBeDefined();
      await operators.useSession("t2", noon + sessionTimes.idle);
      await operators.openSession(login("late"), by, noon + sessionTimes.idle + maxSessions);
      expect(await operators.session("t1")).toBeUndefined();
      expect(await operators.session("t2")).toBeDefined();
    });
  });
}
