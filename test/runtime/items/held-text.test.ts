import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { HeldText } from "#runtime/items/held-text.js";
import { heap } from "../../heap.js";

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("append" as const), text: fc.string({ maxLength: 20 }) }),
    fc.record({ kind: fc.constant("forget" as const), offset: fc.nat() }),
    fc.record({ kind: fc.constant("slice" as const), offset: fc.nat(), length: fc.nat({ max: 60 }) }),
  ),
  { maxLength: 40 },
);

/** A piece that counts the uses of its text. */
function counted(text: string, used: () => void): string {
  const get = (target: object, key: string | symbol): unknown => {
    used();
    const value: unknown = Reflect.get(target, key);
    return typeof value === "function" ? (value.bind(target) as unknown) : value;
  };
  return new Proxy(Object(text) as object, { get }) as unknown as string;
}

describe("the held text", () => {
  test("is the end of the document from the forgotten offset", () => {
    fc.assert(
      fc.property(steps, (each) => {
        const held = new HeldText();
        let document = "";
        let start = 0;
        for (const step of each) {
          if (step.kind === "append") {
            held.append(step.text);
            document += step.text;
          } else if (step.kind === "forget") {
            start += step.offset % (document.length - start + 1);
            held.forget(start);
          } else {
            const from = start + (step.offset % (document.length - start + 1));
            expect(held.slice(from, from + step.length)).toBe(document.slice(from, from + step.length));
          }
          expect(held.end).toBe(document.length);
          expect(held.length).toBe(document.length - start);
        }
      }),
    );
  });

  test("is searched without a look at the other pieces", () => {
    let uses = 0;
    const held = new HeldText();
    const count = 2_000;
    const length = 300;
    for (let at = 0; at < count; at++) {
      held.append(counted("<a/>".padEnd(length), () => uses++));
      expect(held.slice(at * length, at * length + 4)).toBe("<a/>");
    }
    expect(uses).toBeLessThan(count * 10);
  });

  test("of single characters needs little memory", () => {
    const held = new HeldText();
    const before = heap();
    const count = 1_000_000;
    for (let at = 0; at < count; at++) held.append(" ");
    expect(heap() - before).toBeLessThan(8 * 1024 * 1024);
    expect(held.slice(0, count)).toBe(" ".repeat(count));
  });
});
