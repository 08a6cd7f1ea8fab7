import { expect, test } from "@jest/globals";
import { guessCount, type Guess } from "#server/credentials/guesses.js";

const guess = (network: number, account = "ann"): Guess => ({
  account,
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
