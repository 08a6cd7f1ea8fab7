import { expect, test } from "@jest/globals";
import { newTransactionId } from "#server/transaction-id.js";

test("an id is a version 7 UUID in lower case that starts with its time", () => {
  expect(newTransactionId(Date.UTC(2030, 0, 15))).toMatch(
    /^01b922de-bc00-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(newTransactionId(0)).toMatch(/^00000000-0000-7/);
});

test("ids of one moment differ, ids of later moments sort behind", () => {
  const ids = Array.from({ length: 1000 }, (_, index) => newTransactionId(1_000_000 + Math.floor(index / 2)));
  expect(new Set(ids).size).toBe(ids.length);
  const times = ids.map((id) => id.slice(0, 13));
  expect(times).toEqual([...times].sort());
});
