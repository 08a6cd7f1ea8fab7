import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { encodePdu } from "#server/networks/smpp/codec/codec.js";
import { FrameReader } from "#server/networks/smpp/codec/frame-reader.js";
import { PduError } from "#server/networks/smpp/codec/pdu-error.js";
import { pdus } from "./pdus.js";

/** Output of a reader for a stream in pieces of some lengths, the last of which is for the rest. */
function readIn(
  stream: Buffer,
  lengths: readonly number[],
): { readonly frames: readonly string[]; readonly started: boolean } {
  const reader = new FrameReader();
  const frames: string[] = [];
  let at = 0;
  for (const length of [...lengths, stream.length]) {
    const piece = Buffer.from(stream.subarray(at, at + length));
    at += piece.length;
    reader.read(piece, (pdu) => frames.push(pdu.toString("hex")));
  }
  return { frames, started: reader.started };
}

describe("a stream of PDUs", () => {
  const streams = fc.array(pdus.map(encodePdu), { minLength: 1, maxLength: 6 });

  test("is cut right, whatever pieces it comes in", () => {
    fc.assert(
      fc.property(
        streams,
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 60, size: "max" }),
        (all, lengths) => {
          const want = all.map((pdu) => pdu.toString("hex"));
          expect(readIn(Buffer.concat(all), lengths)).toEqual({ frames: want, started: false });
        },
      ),
      { numRuns: 300 },
    );
  });

  test("is cut right octet by octet", () => {
    fc.assert(
      fc.property(streams, (all) => {
        const stream = Buffer.concat(all);
        const { frames } = readIn(
          stream,
          Array.from({ length: stream.length }, () => 1),
        );
        expect(frames).toEqual(all.map((pdu) => pdu.toString("hex")));
      }),
      { numRuns: 30 },
    );
  });

  test("that ends inside a PDU has started one", () => {
    const pdu = encodePdu({ command: "enquire_link", status: 0, sequence: 1 });
    for (let length = 1; length < pdu.length; length++)
      expect(readIn(Buffer.concat([pdu, pdu.subarray(0, length)]), [3])).toMatchObject({ started: true });
  });
});

const lengths: readonly { readonly length: number; readonly good: boolean }[] = [
  { length: 0, good: false },
  { length: 3, good: false },
  { length: 15, good: false },
  { length: 16, good: true },
  { length: 131_072, good: true },
  { length: 131_073, good: false },
  { length: 0x47455420, good: false },
  { length: 0xffffffff, good: false },
];

describe.each([1, 4, 100])("in pieces of %d", (size) => {
  test.each(lengths)("a command_length of $length: good is $good", ({ length, good }) => {
    const octets = Buffer.alloc(100);
    octets.writeUInt32BE(length, 0);
    const reader = new FrameReader();
    const read = (): void => {
      for (let at = 0; at < 16; at += size)
        reader.read(octets.subarray(at, Math.min(16, at + size)), () => undefined);
    };
    if (good) expect(read).not.toThrow();
    else expect(read).toThrow(PduError);
  });
});

test("a PDU of 128 KiB comes whole octet by octet", () => {
  const reader = new FrameReader();
  const head = Buffer.alloc(4);
  head.writeUInt32BE(131_072, 0);
  reader.read(head, () => undefined);
  const octet = Buffer.alloc(1);
  const whole: number[] = [];
  for (let left = 131_068; left > 0; left--) reader.read(octet, (pdu) => whole.push(pdu.length));
  expect(whole).toEqual([131_072]);
});
