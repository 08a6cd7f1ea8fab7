import { expect, test } from "@jest/globals";
import { FairSlots } from "messenger-gen-host/listener";

/** The order in which the tasks of these owners begin, one after the other, all waiting since the first one. */
async function order(parallel: number, owners: readonly string[]): Promise<string> {
  const slots = new FairSlots(parallel, 1);
  const begun: string[] = [];
  await Promise.all(
    owners.map((owner) =>
      slots.resultOf(owner, 1, async () => {
        begun.push(owner);
        await Promise.resolve();
      }),
    ),
  );
  return begun.join("");
}

test.each([
  { owners: ["a", "b"], latest: 1 },
  { owners: ["a", "a", "b"], latest: 2 },
  { owners: ["a", "a", "a", "a", "a", "a", "b"], latest: 2 },
  { owners: [...Array.from({ length: 32 }, () => "a"), "b"], latest: 2 },
])("an owner with one task waits for a turn of the other: $owners", async ({ owners, latest }) => {
  expect((await order(1, owners)).indexOf("b")).toBeLessThanOrEqual(latest);
});

test("the result of a task, or its failure, is that of the call", async () => {
  const slots = new FairSlots(2, 1);
  const failing = slots.resultOf("a", 1, async () => {
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await slots.resultOf("a", 1, async () => 7)).toBe(7);
});
