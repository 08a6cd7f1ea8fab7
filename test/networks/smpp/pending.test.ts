import { beforeEach, expect, test } from "@jest/globals";
import { type Pending, PendingRequests } from "#server/networks/smpp/session/pending.js";

let requests: PendingRequests;

beforeEach(() => {
  requests = new PendingRequests();
});

function add(): Pending {
  const sequence = requests.nextSequence();
  const pending: Pending = { sequence, command: "submit_sm", deadline: 0, write: 1, settle: () => undefined };
  requests.add(pending);
  return pending;
}

test("numbers requests from 1, without those that wait for a response", () => {
  expect([add(), add(), add()].map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
});

test("finds a request by its number alone, until it is deleted", () => {
  const [first, second] = [add(), add()];
  expect(requests.get(first.sequence)).toBe(first);
  requests.delete(first);
  expect(requests.get(first.sequence)).toBeUndefined();
  expect(requests.get(first.sequence + 0x10000)).toBeUndefined();
  expect(requests.all()).toEqual([second]);
});

test("a request without a response keeps its number, and no other one matches it", () => {
  const lost = add();
  const numbers = Array.from({ length: 10_000 }, () => {
    const pending = add();
    requests.delete(pending);
    return pending.sequence;
  });
  expect(new Set(numbers).size).toBe(numbers.length);
  for (const sequence of numbers) expect(requests.get(sequence)).toBeUndefined();
  expect(requests.get(lost.sequence)).toBe(lost);
  expect(requests.all()).toEqual([lost]);
});

test("has room for as many requests as are in flight", () => {
  const all = Array.from({ length: 5_000 }, add);
  expect(new Set(all.map(({ sequence }) => sequence)).size).toBe(all.length);
  for (const pending of all) expect(requests.get(pending.sequence)).toBe(pending);
  expect(requests.all()).toHaveLength(all.length);
});

test("begins again at 1 after the largest number", () => {
  requests = new PendingRequests(0x7ffffffe);
  expect([add(), add()].map(({ sequence }) => sequence)).toEqual([0x7fffffff, 1]);
});
