import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { finished } from "messenger-gen-runtime/host";
import { chunkSize, Gathered } from "#host/http/gathered-body.js";

const pieces = fc.array(
  fc.oneof(
    fc.uint8Array({ maxLength: 5_000, size: "max" }),
    fc.nat(150_000).map((size) => new Uint8Array(size).fill(size)),
  ),
  { minLength: 1 },
);

test("the bytes are those of all pieces, in order", () => {
  fc.assert(
    fc.property(pieces, (all) => {
      const gathered = new Gathered();
      for (const piece of all) gathered.add(Buffer.from(piece));
      expect(finished(gathered.bytes()).equals(Buffer.concat(all))).toBe(true);
    }),
  );
});

test.each([
  { size: 1_048_576, steps: 1 },
  { size: 1_048_577, steps: 2 },
  { size: 16_777_217, steps: 17 },
])("a step copies at most 1 MiB: $size bytes, $steps steps", ({ size, steps }) => {
  const gathered = new Gathered();
  for (let at = 0; at < size; at += chunkSize)
    gathered.add(Buffer.alloc(Math.min(chunkSize, size - at), at >> 16));
  expect([...gathered.bytes()]).toHaveLength(steps - 1);
});

test("chunks are asked for before they are filled, and no more than the bytes need", () => {
  fc.assert(
    fc.property(pieces, (all) => {
      const gathered = new Gathered();
      let size = 0;
      let taken = 0;
      for (const piece of all) {
        taken += gathered.needs(piece.length);
        gathered.add(Buffer.from(piece));
        size += piece.length;
      }
      expect(taken % chunkSize).toBe(0);
      expect(taken).toBeLessThan(size + chunkSize);
      if (taken > 0) expect(taken).toBeGreaterThanOrEqual(size);
    }),
  );
});

test("the first piece is not copied, and never written to", () => {
  const memory = Buffer.from("one, two");
  const first = memory.subarray(0, 3);
  const gathered = new Gathered();
  gathered.add(first);
  expect(finished(gathered.bytes()).buffer).toBe(memory.buffer);
  gathered.add(Buffer.from("!"));
  expect(finished(gathered.bytes()).toString()).toBe("one!");
  expect(memory.toString()).toBe("one, two");
});
