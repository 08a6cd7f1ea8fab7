import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { isOver, type RetentionRow } from "#server/domain/delivery/retention.js";

const before = 100;
const plain: RetentionRow = {
  ...{
    txn: 1,
    createdAt: 50,
    dueAt: 99,
    open: 0,
    blocks: 0,
    campaign: undefined,
    status: undefined,
    completedAt: undefined,
  },
};
const billed: RetentionRow = { ...plain, campaign: 2, status: "CompletedAndBilled", completedAt: 99 };

test.each<{ name: string; row: RetentionRow; want: boolean }>([
  { name: "with final states only", row: plain, want: true },
  { name: "due later", row: { ...plain, dueAt: before }, want: false },
  { name: "with a recipient that has no final state", row: { ...plain, open: 1 }, want: false },
  { name: "that waits in blocks", row: { ...plain, blocks: 1 }, want: false },
  { name: "of a billed campaign", row: billed, want: true },
  { name: "of a campaign that completed later", row: { ...billed, completedAt: before }, want: false },
  { name: "of a campaign that is not billed", row: { ...billed, status: "Completed" }, want: false },
  {
    name: "of a campaign that goes on",
    row: { ...billed, status: "Running", completedAt: undefined },
    want: false,
  },
  { name: "of a billed campaign, with open recipients", row: { ...billed, open: 1 }, want: false },
])("a transaction $name is over: $want", ({ row, want }) => {
  expect(isOver(row, before)).toBe(want);
});

test("a transaction that is over stays so, and is over only after its due time and its campaign's end", () => {
  const time = fc.integer({ min: 0, max: 200 });
  const flag = fc.constantFrom(0, 1);
  const row = fc.record<RetentionRow>({
    txn: fc.constant(1),
    createdAt: fc.constant(0),
    dueAt: time,
    open: flag,
    blocks: flag,
    campaign: fc.constantFrom(undefined, 2),
    status: fc.constantFrom("Running", "Completed", "CompletedAndBilled"),
    completedAt: fc.option(time, { nil: undefined }),
  });
  fc.assert(
    fc.property(row, time, time, (given, first, more) => {
      if (!isOver(given, first)) return;
      expect(isOver(given, first + more)).toBe(true);
      expect(isOver({ ...given, dueAt: first }, first)).toBe(false);
      expect(given.open + given.blocks).toBe(0);
      if (given.campaign === undefined) return;
      expect(given.status).toBe("CompletedAndBilled");
      expect(given.completedAt ?? first).toBeLessThan(first);
    }),
  );
});
