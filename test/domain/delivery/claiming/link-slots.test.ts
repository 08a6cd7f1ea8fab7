import { expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  assign,
  fairShare,
  type LinkSlots,
  type OwnedSlot,
} from "#server/domain/delivery/claiming/link-slots.js";

test.each([
  { slots: 8, processes: 2, want: [4, 4] },
  { slots: 7, processes: 3, want: [2, 2, 3] },
  { slots: 1, processes: 4, want: [0, 0, 0, 1] },
  { slots: 0, processes: 2, want: [0, 0] },
])("$slots slots are divided among $processes processes: $want", ({ slots, processes, want }) => {
  const live = Array.from({ length: processes }, (_, index) => `process ${index}`);
  for (let linkId = 1; linkId < 50; linkId++)
    expect(live.map((owner) => fairShare(slots, linkId, owner, live)).sort()).toEqual(want);
});

test("links with one slot are spread over all processes", () => {
  const live = ["a", "b", "c", "d"];
  const links = Array.from({ length: 400 }, (_, index) => index + 1);
  for (const owner of live) {
    const own = links.filter((linkId) => fairShare(1, linkId, owner, live) === 1);
    expect(own.length).toBeGreaterThan(60);
    expect(own.length).toBeLessThan(140);
  }
});

test("a process that starts takes slots from the others, and no others change hands", () => {
  const links = Array.from({ length: 100 }, (_, index) => index + 1);
  for (const linkId of links) {
    const [before, after] = [
      ["a", "b"],
      ["a", "b", "c"],
    ].map((live) => live.find((owner) => fairShare(1, linkId, owner, live) === 1));
    expect([before, "c"]).toContain(after);
  }
});

/** A store of slots, and processes that use what they are given. */
class Model {
  owned: OwnedSlot[] = [];
  readonly live = new Set<string>();
  /** Slots in use by process and link. */
  readonly used = new Map<string, Map<number, number>>();

  /** A process that is `slow` still uses what it has to give up. */
  renew(owner: string, slotsOf: ReadonlyMap<number, number>, slow = false): void {
    this.live.add(owner);
    const use = this.used.get(owner) ?? new Map<number, number>();
    this.used.set(owner, use);
    const wanted: LinkSlots[] = [...slotsOf].map(([linkId, slots]) => ({
      ...{ linkId, slots, used: use.get(linkId) ?? 0 },
    }));
    const { released, taken, shares } = assign({ owner, live: [...this.live], wanted, owned: this.owned });
    this.owned = [...this.owned.filter((slot) => !released.includes(slot)), ...taken];
    for (const { linkId, held, target } of shares)
      use.set(linkId, Math.max(slow ? (use.get(linkId) ?? 0) : 0, Math.min(held, target)));
  }

  /** The slots of an ended process are free, and it uses none. */
  end(owner: string): void {
    this.live.delete(owner);
    this.used.delete(owner);
    this.owned = this.owned.filter((slot) => slot.owner !== owner);
  }

  usedOf(linkId: number): number {
    return [...this.used.values()].reduce((sum, use) => sum + (use.get(linkId) ?? 0), 0);
  }
}

test("in any order of renewals and ends, no slot is used twice, and in the end all are used", () => {
  const owners = ["a", "b", "c", "d"];
  const step = fc.record({
    owner: fc.constantFrom(...owners),
    kind: fc.constantFrom("renew", "renew", "slow", "end"),
    changed: fc.option(fc.record({ linkId: fc.constantFrom(1, 2, 3), slots: fc.nat(9) })),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const model = new Model();
      const slotsOf = new Map([
        [1, 1],
        [2, 2],
        [3, 7],
      ]);
      let most = new Map(slotsOf);
      for (const { owner, kind, changed } of steps) {
        if (changed !== null) {
          slotsOf.set(changed.linkId, changed.slots);
          // A process that has not renewed since then keeps its previous number.
          most.set(changed.linkId, Math.max(most.get(changed.linkId) ?? 0, changed.slots));
        }
        if (kind === "end") model.end(owner);
        else model.renew(owner, slotsOf, kind === "slow");
        for (const [linkId, slots] of most) expect(model.usedOf(linkId)).toBeLessThanOrEqual(slots);
        expect(new Set(model.owned.map(({ linkId, slot }) => `${linkId} ${slot}`)).size).toBe(
          model.owned.length,
        );
      }
      if (model.live.size === 0) return;
      for (let round = 0; round < 3; round++) for (const owner of model.live) model.renew(owner, slotsOf);
      most = slotsOf;
      for (const [linkId, slots] of most) expect(model.usedOf(linkId)).toBe(slots);
    }),
  );
});
