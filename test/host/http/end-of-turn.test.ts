import { expect, test } from "@jest/globals";
import { EndOfTurn } from "#host/http/end-of-turn.js";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("steps run in order, after everything that the turn resolves", async () => {
  const [seen, steps] = [[] as string[], new EndOfTurn()];
  steps.add(() => seen.push("first"));
  await Promise.resolve();
  steps.add(() => seen.push("second"));
  seen.push("turn");
  expect(seen).toEqual(["turn"]);
  await turn();
  expect(seen).toEqual(["turn", "first", "second"]);
});

test("a step that is added by a step runs in a later turn", async () => {
  const [seen, steps] = [[] as string[], new EndOfTurn()];
  steps.add(() => {
    seen.push("first");
    steps.add(() => seen.push("later"));
  });
  steps.add(() => seen.push("second"));
  await turn();
  expect(seen).toEqual(["first", "second"]);
  await turn();
  expect(seen).toEqual(["first", "second", "later"]);
});
