import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { Gathered } from "../../../server/http/gathered.js";

test("the bytes are those of all pieces, in order", () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 5_000, size: "max" }), { minLength: 1 });
  fc.assert(
    fc.property(pieces, (all) => {
      const [first = new Uint8Array(), ...others] = all;
      const gathered = new Gathered(Buffer.from(first));
      for (const piece of others) gathered.add(Buffer.from(piece));
      expect(gathered.bytes().equals(Buffer.concat(all))).toBe(true);
    }),
  );
});

test("the first piece is not copied, and never written to", () => {
  const memory = Buffer.from("one, two");
  const first = memory.subarray(0, 3);
  const gathered = new Gathered(first);
  expect(gathered.bytes().buffer).toBe(memory.buffer);
  gathered.add(Buffer.from("!"));
  expect(gathered.bytes().toString()).toBe("one!");
  expect(memory.toString()).toBe("one, two");
});
