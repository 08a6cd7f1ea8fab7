import { describe, expect, test } from "@jest/globals";
import { RefusedCallsTally } from "#server/domain/usage/refused-calls.js";

const day = 86_400_000;

describe("refused calls", () => {
  const text = ({ customerId, day: on, code, calls }: ReturnType<RefusedCallsTally["take"]>[number]) =>
    `${customerId} ${on} ${code} ${calls}`;
  const texts = (tally: RefusedCallsTally) => tally.take().map(text);

  test("are counted by customer, day and code until they are taken; other results are not", () => {
    const tally = new RefusedCallsTally();
    for (const [customer, code, at] of [
      [42, "403.4", day],
      [42, "403.4", 2 * day - 1],
      [42, "403.4", 2 * day],
      [43, "403.4", day],
      [42, "404.2", day],
      [42, "OK", day],
      [42, "constructor", day],
    ] as const)
      tally.refused(customer, code, at);
    const counted = ["42 1 403.4 2", "42 1 404.2 1", "42 2 403.4 1", "43 1 403.4 1"];
    expect(texts(tally).toSorted()).toEqual(counted);
    expect(texts(tally)).toEqual([]);
  });

  test("that could not be stored are added again", () => {
    const tally = new RefusedCallsTally();
    tally.refused(42, "403.4", day);
    const rows = tally.take();
    tally.refused(42, "403.4", day);
    tally.add(rows);
    expect(texts(tally)).toEqual(["42 1 403.4 2"]);
  });

  test("of log-ins that failed are few, and take no place of other customers", () => {
    const tally = new RefusedCallsTally();
    for (let customer = 1; customer <= 5_000; customer++) tally.refused(customer, "404.2", day);
    tally.refused(1, "404.2", day);
    tally.refused(6_000, "403.4", day);
    const rows = tally.take();
    expect([
      rows.length,
      rows.map(text).includes("1 1 404.2 2"),
      rows.map(text).includes("6000 1 403.4 1"),
    ]).toEqual([1_001, true, true]);
  });
});
