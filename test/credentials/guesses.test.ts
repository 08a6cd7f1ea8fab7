import { describe, expect, test } from "@jest/globals";
import { accountKey, guessCount, type Guess, networkLimits } from "#server/credentials/guesses.js";
import { NetworkBuckets } from "#server/credentials/attempts.js";

const guess = (network: number, account = "ann"): Guess => ({
  account,
  exists: true,
  network: `192.0.2.${network}`,
  trusted: false,
});

/** Number of allowed attempts among that many. */
async function allowed(count: number, take: (index: number) => boolean | Promise<boolean>): Promise<number> {
  const taken = await Promise.all(Array.from({ length: count }, async (_, index) => take(index)));
  return taken.filter(Boolean).length;
}

test("attempts are counted by network, then all together", async () => {
  let clock = 0;
  const guesses = guessCount(() => clock);
  expect(await allowed(20, () => guesses.take(guess(1)))).toBe(10);
  expect(await allowed(20, () => guesses.take(guess(2)))).toBe(10);
  expect(await allowed(200, (index) => guesses.take(guess(index)))).toBe(80);
  expect(await guesses.take(guess(1, "bob"))).toBe(true);
  clock += 1_000;
  expect(await allowed(200, (index) => guesses.take(guess(index)))).toBe(1);
  clock += 5_000;
  expect(await allowed(20, () => guesses.take(guess(1)))).toBe(1);
});

test("a returned attempt does not count", async () => {
  const guesses = guessCount(() => 0);
  for (let index = 0; index < 1_000; index++) {
    expect(await guesses.take(guess(index % 3))).toBe(true);
    await guesses.giveBack(guess(index % 3));
  }
  expect(await allowed(20, () => guesses.take(guess(1)))).toBe(10);
});

describe("names that a caller makes up", () => {
  const madeUp = (index: number, network = 9): Guess => ({
    ...guess(network, `made up ${index}`),
    exists: false,
  });
  const flood = (count: number, network = 9) =>
    [...Array(count).keys()].map((index) => madeUp(index, network));

  test.each<{ name: string; of: readonly Guess[] }>([
    { name: "of the same network", of: flood(30_000) },
    { name: "of another network", of: flood(30_000, 8) },
    { name: "of many networks", of: [...Array(50).keys()].flatMap((network) => flood(600, network + 10)) },
  ])("$name displace no count of an account", async ({ of }) => {
    const guesses = guessCount(() => 0);
    const own = guess(9);
    const trusted = { ...own, account: "bob", trusted: true };
    for (const each of [own, trusted]) expect(await allowed(20, () => guesses.take(each))).toBe(10);
    for (const each of of) await guesses.take(each);
    for (const each of [own, trusted]) expect(await allowed(20, () => guesses.take(each))).toBe(0);
  });

  test("displace no count of an account for all networks", async () => {
    const guesses = guessCount(() => 0);
    expect(await allowed(200, (index) => guesses.take(guess(index)))).toBe(100);
    for (let network = 10; network < 60; network++)
      for (const each of flood(600, network)) await guesses.take(each);
    expect(await guesses.take(guess(201))).toBe(false);
  });

  test("share one bucket once their network has used up its own ones, as existing names do", async () => {
    let clock = 0;
    const guesses = guessCount(() => clock);
    expect(await allowed(2_000, (index) => guesses.take(madeUp(index)))).toBe(networkLimits.names + 10);
    expect(await guesses.take(guess(9))).toBe(false);
    expect(await guesses.take(guess(8))).toBe(true);
    expect(await guesses.take({ ...guess(9), trusted: true })).toBe(true);
    expect(await guesses.take(madeUp(1))).toBe(true);
    clock += 60_000;
    expect(await allowed(20, () => guesses.take(guess(9)))).toBe(10);
  });

  test("take memory for as many buckets as the limit allows, and none when these have refilled", async () => {
    let clock = 0;
    const limits = { burst: 2, interval: 10, names: 3, buckets: 6 };
    const buckets = new NetworkBuckets(limits, () => clock);
    const each = (count: number) => [...Array(count).keys()].map(String);
    for (const network of each(9)) for (const name of each(9)) buckets.take(network, name);
    expect(buckets.size).toBe(4);
    expect(buckets.take("0", "0")).toBe(true);
    expect(buckets.size).toBe(5);
    clock += 20;
    expect(buckets.take("9", "9")).toBe(true);
    expect(buckets.size).toBe(1);
    buckets.giveBack("9", "9");
    expect(buckets.size).toBe(0);
  });
});

test.each([
  { left: accountKey("password", 42, "ann"), right: accountKey("apiKey", 42, "ann") },
  { left: accountKey("operator", "ann", ""), right: accountKey("operator", "ann", "browser") },
  { left: accountKey("password", 4, "2ann"), right: accountKey("password", 42, "ann") },
])("accounts and kinds of secrets have different keys of the same length", ({ left, right }) => {
  expect(left).not.toBe(right);
  expect(left).toHaveLength(right.length);
});
