import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { countBinaryParts, splitBinary, splitHeader } from "#server/domain/message/binary-message.js";

const none = new Uint8Array();
const ports = Uint8Array.of(6, 5, 4, 0x0b, 0x84, 0x23, 0xf0);
const octets = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => index % 251);

test.each([
  { header: none, length: 0, parts: 1 },
  { header: none, length: 140, parts: 1 },
  { header: none, length: 141, parts: 2 },
  { header: none, length: 268, parts: 2 },
  { header: none, length: 269, parts: 3 },
  { header: none, length: 134 * 255, parts: 255 },
  { header: none, length: 134 * 255 + 1, parts: undefined },
  { header: ports, length: 133, parts: 1 },
  { header: ports, length: 134, parts: 2 },
  { header: ports, length: 256, parts: 2 },
  { header: ports, length: 257, parts: 3 },
  { header: ports, length: 128 * 255 + 1, parts: undefined },
])(
  "$length octets after a header of $header.length octets form $parts parts",
  ({ header, length, parts }) => {
    expect(countBinaryParts({ header, body: octets(length) })).toBe(parts);
  },
);

describe("parts", () => {
  test("a single part equals the message", () => {
    expect(splitBinary({ header: ports, body: Uint8Array.of(1, 2) }, 9)).toEqual([
      Uint8Array.of(...ports, 1, 2),
    ]);
  });

  test("multiple parts keep the header and add a concatenation element", () => {
    const parts = splitBinary({ header: ports, body: octets(134) }, 9);
    expect(parts.map((part) => [...part.subarray(0, 12)])).toEqual([
      [11, 5, 4, 0x0b, 0x84, 0x23, 0xf0, 0, 3, 9, 2, 1],
      [11, 5, 4, 0x0b, 0x84, 0x23, 0xf0, 0, 3, 9, 2, 2],
    ]);
  });

  test("contain the whole body in order and respect the size limit", () => {
    const sizes = fc.record({ header: fc.constantFrom(none, ports), length: fc.nat({ max: 3000 }) });
    fc.assert(
      fc.property(sizes, ({ header, length }) => {
        const body = octets(length);
        const parts = splitBinary({ header, body }, 255);
        expect(parts).toHaveLength(countBinaryParts({ header, body }) ?? -1);
        const bodies = parts.map((part) => {
          expect(part.length).toBeLessThanOrEqual(140);
          const own = parts.length > 1 || header.length > 0;
          return own ? (splitHeader(part)?.body ?? none) : part;
        });
        expect(Uint8Array.from(bodies.flatMap((chunk) => [...chunk]))).toEqual(body);
      }),
    );
  });
});

test.each<[string, readonly number[], number | undefined]>([
  ["ports and a body", [...ports, 1, 2], 7],
  ["a header and nothing else", [5, 0, 3, 1, 2, 1], 6],
  ["two elements", [8, 0x24, 1, 1, 0, 3, 1, 2, 1, 65], 9],
  ["an empty header", [0, 1], 1],
  ["nothing", [], undefined],
  ["a length beyond the data", [6, 5, 4, 0x0b, 0x84, 0x23], undefined],
  ["an element beyond the header", [3, 5, 4, 0x0b, 1, 1, 1], undefined],
  ["an element without a length", [1, 5, 1], undefined],
])("header of %s", (_, data, length) => {
  const split = splitHeader(Uint8Array.from(data));
  expect(split?.header).toEqual(length === undefined ? undefined : Uint8Array.from(data.slice(0, length)));
  if (length !== undefined) expect(split?.body).toEqual(Uint8Array.from(data.slice(length)));
});
