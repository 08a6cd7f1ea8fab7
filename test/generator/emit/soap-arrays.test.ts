import { expect, test } from "@jest/globals";
import type { MessageCodec } from "messenger-gen-runtime/codec";
import { writeSoapArray, writeSoapGrid } from "#runtime/xml/soap-array.js";
import { XmlWriter } from "#runtime/xml/writer.js";
import { planFile } from "../plan/contracts.js";
import { builtOperations, readBack, written } from "./built.js";

const { plan, errors } = planFile("test/golden/soap-arrays/service.wsdl");
if (plan === undefined) throw new Error(errors.join("\n"));
const operations = await builtOperations(plan, "soap-arrays");
const codec = operations["Do"]?.input as MessageCodec<unknown>;

const encoding = "http://schemas.xmlsoap.org/soap/encoding/";

function read(inner: string): unknown {
  const namespaces = `xmlns:t="urn:example:arrays" xmlns:e="${encoding}" xmlns:e2="http://www.w3.org/2003/05/soap-encoding"`;
  return readBack(codec, `<t:Do ${namespaces}>${inner}</t:Do>`);
}

test("arrays of several dimensions and arrays of arrays go both ways", () => {
  const value = {
    numbers: [1, null],
    matrix: [
      [1, 2, null],
      [4, 5, 6],
    ],
    cube: [[[{ x: 1 }], [null]]],
    lines: [["a"], null, [], ["b", null]],
    tables: [[["a", "b"]], [[], []]],
  };
  const text = written(codec, value);
  const types = [...text.matchAll(/arrayType="([^"]*)"/g)].map(([, type]) => type);
  expect(types).toEqual([
    ...["xsd:int[2]", "xsd:int[2,3]", "tns:Point[1,2,1]"],
    ...["xsd:string[][4]", "xsd:string[1]", "xsd:string[0]", "xsd:string[2]"],
    ...["xsd:string[,][2]", "xsd:string[1,2]", "xsd:string[2,0]"],
  ]);
  expect(readBack(codec, text)).toEqual(value);
  expect(written(codec, { matrix: [] })).toContain('arrayType="xsd:int[0,0]"');
});

test.each<readonly [string, string, readonly unknown[], string]>([
  ["a row", "xsd:int", [1, 2], 'soapenc:itemType="xsd:int" soapenc:arraySize="2"'],
  ["rows of arrays", "xsd:int[]", [[1]], 'soapenc:itemType="soapenc:Array" soapenc:arraySize="1"'],
])("SOAP 1.2: %s", (_, type, rows, attributes) => {
  const writer = new XmlWriter();
  writer.encoding = "http://www.w3.org/2003/05/soap-encoding";
  writer.open("a");
  writeSoapArray(writer, type, rows);
  expect(String(writer)).toContain(attributes);
});

test("SOAP 1.2: several dimensions, and a length that is not known", () => {
  const writer = new XmlWriter();
  writer.encoding = "http://www.w3.org/2003/05/soap-encoding";
  writer.open("a");
  writeSoapGrid(writer, "xsd:int", 2, [[1, 2, 3]], () => undefined);
  writer.open("b");
  writeSoapArray(writer, "xsd:int", new Set([1]));
  expect(String(writer)).toMatch(/arraySize="1 3".*arraySize="\*"/);
});

const i = (...values: readonly number[]): string => values.map((value) => `<i>${value}</i>`).join("");

test.each([
  [
    "row by row",
    '<matrix e:arrayType="t:x[2,2]">' + i(1, 2, 3, 4),
    {
      matrix: [
        [1, 2],
        [3, 4],
      ],
    },
  ],
  ["the sizes of SOAP 1.2", '<matrix e2:arraySize="1 2">' + i(1, 2), { matrix: [[1, 2]] }],
  ["without items", "<matrix>", { matrix: [] }],
  [
    "a part from an offset",
    '<matrix e:arrayType="t:x[2,2]" e:offset="[1,0]">' + i(3),
    {
      matrix: [
        [null, null],
        [3, null],
      ],
    },
  ],
  [
    "items at positions",
    '<matrix e:arrayType="t:x[2,2]"><i e:position="[1,1]">4</i><i e:position="[0,1]">2</i>',
    {
      matrix: [
        [null, 2],
        [null, 4],
      ],
    },
  ],
  [
    "a part of one dimension has the stated length",
    '<numbers e:arrayType="t:x[4]" e:offset="[1]">' + i(7),
    { numbers: [null, 7, null, null] },
  ],
  [
    "a sparse one too",
    '<numbers e:arrayType="t:x[3]"><i e:position="[1]">7</i>',
    { numbers: [null, 7, null] },
  ],
  ["all items, with another length", '<numbers e:arrayType="t:x[9]">' + i(7), { numbers: [7] }],
])("read: %s", (_, inner, value) => {
  expect(read(inner + (inner.startsWith("<matrix") ? "</matrix>" : "</numbers>"))).toEqual(value);
});

test.each([
  ["no sizes", "<matrix>" + i(1), "matrix: arrayType does not have 2 sizes"],
  ["sizes left open", '<matrix e:arrayType="t:x[,]">' + i(1), "matrix: arrayType does not have 2 sizes"],
  ["another number of sizes", '<matrix e:arrayType="t:x[1]">' + i(1), "does not have 2 sizes"],
  ["more items than places", '<matrix e:arrayType="t:x[1,1]">' + i(1, 2), "that all items fit into"],
  ["a position outside", '<matrix e:arrayType="t:x[1,2]"><i e:position="[1,0]">1</i>', "outside the array"],
  [
    "a position of one dimension",
    '<matrix e:arrayType="t:x[1,2]"><i e:position="[0]">1</i>',
    "is not an index",
  ],
  ["sizes beyond all reason", '<matrix e:arrayType="t:x[999999999,999999999]">', "leave out too many items"],
  ["many empty rows", '<matrix e:arrayType="t:x[999999999,0]">', "leave out too many items"],
  [
    "a stated length above the limit",
    '<numbers e:arrayType="t:x[99999999]" e:offset="[0]">' + i(1),
    "leave out too many items",
  ],
  ["two sizes for one dimension", '<numbers e:arrayType="t:x[1,1]">' + i(1), "does not have 1 size"],
  ["digits without an end", `<numbers e:offset="[${"1".repeat(5000)}">`, "is not an index"],
])("refused: %s", (_, inner, error) => {
  expect(() => read(inner + (inner.startsWith("<matrix") ? "</matrix>" : "</numbers>"))).toThrow(
    expect.objectContaining({ message: expect.stringContaining(error) }),
  );
});

test("rows of different lengths cannot be written", () => {
  expect(() => written(codec, { matrix: [[1], [1, 2]] })).toThrow(RangeError);
});
