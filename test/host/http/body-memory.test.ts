import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { BodyMemory, type BodyHold, type Eviction } from "#host/http/body-memory.js";
import { eventually } from "../../eventually.js";

const limits = { bodyMemory: 100, bodyWait: 60_000, paceBytes: 10, paceTime: 60_000 };

/** A hold that records its result. */
class Body {
  readonly hold: BodyHold;
  granted = 0;
  evicted: Eviction | undefined;

  constructor(memory: BodyMemory, owner: string) {
    this.hold = memory.open(owner, { arrives: true, evict: (why) => (this.evicted = why) });
  }

  take(bytes: number): boolean {
    return this.hold.take(bytes, () => this.granted++);
  }
}

describe("the memory of all bodies", () => {
  test("is divided between callers, half of it for one", () => {
    const memory = new BodyMemory(limits);
    const [first, second, other] = [new Body(memory, "a"), new Body(memory, "a"), new Body(memory, "b")];
    expect([first.take(40), second.take(10), second.take(1)]).toEqual([true, true, false]);
    expect([other.take(50), memory.held, memory.waiting]).toEqual([true, 100, 1]);
  });

  test("is never too little for the oldest body, or for the oldest of a caller within the limit", () => {
    const memory = new BodyMemory(limits);
    const [first, second] = [new Body(memory, "a"), new Body(memory, "b")];
    expect([second.take(80), second.take(30), first.take(300)]).toEqual([true, false, true]);
  });

  test("goes to waiting bodies when it becomes free, first to the caller with the least memory", () => {
    const memory = new BodyMemory(limits);
    const [first, a, b] = [new Body(memory, "a"), new Body(memory, "a"), new Body(memory, "b")];
    expect([first.take(40), b.take(50), a.take(10)]).toEqual([true, true, true]);
    expect([a.take(20), b.take(20)]).toEqual([false, false]);
    first.hold.complete(20);
    expect([a.granted, b.granted]).toEqual([1, 0]);
    first.hold.end();
    expect([a.granted, b.granted]).toEqual([1, 1]);
  });

  test("is free again when a body has ended, whatever it waits for", () => {
    const memory = new BodyMemory(limits);
    const [first, second] = [new Body(memory, "a"), new Body(memory, "a")];
    expect([first.take(60), second.take(60)]).toEqual([true, false]);
    second.hold.end();
    first.hold.end();
    first.hold.complete(30);
    expect([memory.held, memory.waiting, second.granted, first.take(1)]).toEqual([0, 0, 0, false]);
  });
});

describe("while bodies wait", () => {
  test("the slowest one of the caller with most memory is evicted, and no more than needed", async () => {
    const memory = new BodyMemory({ ...limits, paceTime: 1 });
    const bodies = ["a", "a", "b"].map((owner) => new Body(memory, owner));
    const [slow, slowest, other] = bodies;
    const arrives = setInterval(() => slow?.hold.arrived(5), 1);
    expect([slow?.take(30), slowest?.take(20), other?.take(45)]).toEqual([true, true, true]);
    const waiting = new Body(memory, "c");
    expect(waiting.take(15)).toBe(false);
    await eventually(() => waiting.granted === 1);
    clearInterval(arrives);
    expect([slow?.evicted, slowest?.evicted, other?.evicted]).toEqual([undefined, "tooSlow", undefined]);
  });

  test("fast enough bodies are not evicted, and one that waits too long is", async () => {
    const memory = new BodyMemory({ ...limits, bodyWait: 1 });
    const [first, second] = [new Body(memory, "a"), new Body(memory, "b")];
    expect([first.take(100), second.take(10)]).toEqual([true, false]);
    await eventually(() => second.evicted !== undefined);
    expect([first.evicted, second.evicted, memory.waiting, memory.held]).toEqual([
      undefined,
      "noMemory",
      0,
      100,
    ]);
  });
});

test("for any bodies, their memory is counted, and released at their end", () => {
  const act = fc.tuple(
    fc.nat(7),
    fc.constantFrom("take", "take", "complete", "end"),
    fc.integer({ min: 1, max: 40 }),
  );
  fc.assert(
    fc.property(fc.array(act, { size: "max", maxLength: 60 }), (acts) => {
      const memory = new BodyMemory(limits);
      const bodies = Array.from({ length: 8 }, (_, index) => new Body(memory, "abc"[index % 3] ?? ""));
      for (const [index, name, bytes] of acts) {
        const body = bodies[index];
        if (name === "take" && body?.hold.waits === false) body.take(bytes);
        if (name === "complete") body?.hold.complete(bytes);
        if (name === "end") body?.hold.end();
        expect(memory.waiting).toBe(bodies.filter(({ hold }) => hold.waits).length);
      }
      for (const { hold } of bodies) hold.end();
      expect([memory.held, memory.waiting]).toEqual([0, 0]);
    }),
  );
});
