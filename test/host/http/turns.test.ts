import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { Turns } from "#host/http/turns.js";
import { eventually } from "../../eventually.js";

/** Keeps the event loop busy for longer than the work between two turns. */
function work(): void {
  const until = performance.now() + 10;
  while (performance.now() < until);
}

const mebibyte = 1_048_576;

test("the first work runs at once", () => {
  const turns = new Turns();
  let ran = false;
  turns.run("a", mebibyte, () => (ran = true));
  expect(ran).toBe(true);
  expect(turns.waiting).toBe(0);
});

test("small work of another caller comes before further large work", async () => {
  const turns = new Turns();
  const ran: string[] = [];
  const add = (owner: string, bytes: number, name: string): void => {
    turns.run(owner, bytes, () => {
      work();
      ran.push(name);
    });
  };
  for (const name of ["a1", "a2", "a3"]) add("a", 4 * mebibyte, name);
  expect(ran).toEqual(["a1"]);
  add("b", 1_000, "b1");
  await eventually(() => ran.length === 4);
  expect(ran).toEqual(["a1", "b1", "a2", "a3"]);
});

test("the next piece of work that has begun waits for small work of another caller only", async () => {
  const turns = new Turns();
  const ran: string[] = [];
  const pieces = (name: string, left: number) => (): void => {
    work();
    ran.push(name);
    if (left > 0) turns.continue("a", mebibyte, pieces(name, left - 1));
  };
  turns.run("a", mebibyte, pieces("a1", 2));
  turns.run("a", mebibyte, pieces("a2", 1));
  turns.run("b", 1_000, () => ran.push("b1"));
  await eventually(() => ran.length === 6);
  expect(ran).toEqual(["a1", "b1", "a1", "a1", "a2", "a2"]);
});

test("waiting work of a caller that has disconnected is dropped", async () => {
  const turns = new Turns();
  const ran: string[] = [];
  turns.run("a", 1, work);
  turns.run("a", 1, () => ran.push("gone"), { destroyed: true });
  turns.run("a", 1, () => ran.push("there"), { destroyed: false });
  await eventually(() => ran.length > 0 && turns.waiting === 0);
  expect(ran).toEqual(["there"]);
});

test("other events have their turn between long pieces of work", async () => {
  const turns = new Turns();
  let ran = 0;
  for (let index = 0; index < 20; index++) turns.run("a", mebibyte, () => (work(), ran++));
  await nextTurn();
  await nextTurn();
  expect(ran).toBeLessThan(20);
  await eventually(() => ran === 20);
  expect(turns.waiting).toBe(0);
});
