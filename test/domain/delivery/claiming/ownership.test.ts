import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Ownership, ownership, type OwnerRow } from "#server/domain/delivery/claiming/ownership.js";

const row = (change: Partial<OwnerRow> = {}): OwnerRow => ({
  ...{ owner: "a", aliveUntil: 100, locked: true },
  ...change,
});

test.each<{ title: string; row: OwnerRow | undefined; now?: number; hasLock?: boolean; want: Ownership }>([
  { title: "that nobody has", row: undefined, want: "taken" },
  { title: "of its own", row: row({ owner: "b" }), want: "kept" },
  { title: "of its own that has run out", row: row({ owner: "b" }), now: 200, want: "kept" },
  { title: "of another worker", row: row(), want: "denied" },
  { title: "of another worker until the last moment", row: row(), now: 99, want: "denied" },
  { title: "of another worker that is silent", row: row(), now: 100, want: "taken" },
  { title: "of a process that has ended", row: row(), hasLock: true, want: "taken" },
  {
    title: "of another worker that never had the lock",
    row: row({ locked: false }),
    hasLock: true,
    want: "denied",
  },
])("delivery $title: $want", ({ row: stored, now = 50, hasLock = false, want }) => {
  expect(ownership(stored, "b", now, hasLock)).toBe(want);
});

const lease = 50;
const renewals = fc.array(
  fc.record({ owner: fc.constantFrom("a", "b", "c"), pass: fc.nat(40), ends: fc.boolean() }),
  { maxLength: 60 },
);

test("delivery has one owner at a time, which loses it only by ending or by an expired lease", () => {
  fc.assert(
    fc.property(renewals, fc.boolean(), (steps, lockWorks) => {
      let stored: OwnerRow | undefined;
      let holder: string | undefined;
      let now = 0;
      const renewedAt = new Map<string, number>();
      for (const { owner, pass, ends } of steps) {
        now += pass;
        if (ends) {
          if (holder === owner) holder = undefined;
          continue;
        }
        if (lockWorks) holder ??= owner;
        const before = stored;
        const result = ownership(before, owner, now, holder === owner);
        if (result === "denied") {
          if (holder === owner) holder = undefined;
          expect(before?.owner).not.toBe(owner);
          expect(now - (renewedAt.get(before?.owner ?? "") ?? -Infinity)).toBeLessThan(lease);
          continue;
        }
        if (result === "taken" && before !== undefined) {
          const silent = now - (renewedAt.get(before.owner) ?? -Infinity) >= lease;
          expect(silent || !lockWorks || holder === owner).toBe(true);
          if (!silent) expect(before.locked).toBe(true);
        }
        stored = { owner, aliveUntil: now + lease, locked: holder === owner };
        renewedAt.set(owner, now);
      }
    }),
    { numRuns: 1000 },
  );
});
