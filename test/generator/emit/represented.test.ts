import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { MessageCodec } from "messenger-gen-runtime/codec";
import { Diagnostics } from "#generator/diagnostics.js";
import { emitAll } from "#generator/emit/all.js";
import { buildModel } from "#generator/model/build.js";
import type { Plan } from "#generator/plan/data/plan.js";
import { plan } from "#generator/plan/plan.js";
import type { Representations } from "#generator/plan/rules/contract/named-contract.js";
import { loadContract } from "#generator/read/load.js";
import { planFile, wsdl } from "../plan/contracts.js";
import { folderWith } from "../read/contract-files.js";
import { builtOperations, readBack, written } from "./built.js";
import { compilerErrors } from "./compiled.js";

const optional = 'minOccurs="0"';
const types =
  '<xs:simpleType name="Count"><xs:restriction base="xs:long"><xs:maxInclusive value="9223372036854775806"/></xs:restriction></xs:simpleType>' +
  '<xs:simpleType name="Counts"><xs:list itemType="xs:long"/></xs:simpleType>' +
  `<xs:complexType name="Row"><xs:sequence><xs:element name="price" type="xs:decimal" default="1.5" ${optional}/>` +
  `<xs:element name="times" type="xs:dateTime" nillable="true" ${optional} maxOccurs="unbounded"/></xs:sequence>` +
  '<xs:attribute name="id" type="xs:integer"/></xs:complexType>';
const input =
  '<xs:element name="count" type="tns:Count"/><xs:element name="row" type="tns:Row"/>' +
  `<xs:element name="counts" type="tns:Counts" ${optional}/><xs:element name="any" type="xs:anyType" ${optional}/>`;

function planned(representations: Representations): Plan {
  const diagnostics = new Diagnostics();
  const file = folderWith({ "service.wsdl": wsdl({ types, input }) });
  const model = buildModel(loadContract({ wsdls: [`${file}/service.wsdl`] }, diagnostics), diagnostics);
  const result = model && plan(model, diagnostics, representations);
  if (result === undefined) throw new Error(JSON.stringify(diagnostics.all));
  return result;
}

const message = (inner: string): string =>
  `<Do xmlns="urn:example" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${inner}</Do>`;

const others: Representations = { long: "number", decimal: "string", dates: "Date" };
const inner =
  '<count>7</count><row id="8"><price>2.50</price><times>2026-01-31T12:00:00Z</times><times xsi:nil="true" /></row><counts>1 2</counts>';

test("values have the chosen types, in elements, attributes, arrays and restrictions", async () => {
  const codec = (await builtOperations(planned(others), "represented"))["Do"]?.input as MessageCodec<unknown>;
  const value = {
    count: 7,
    row: { id: 8, price: "2.50", times: [new Date("2026-01-31T12:00:00Z"), null] },
    counts: [1n, 2n],
  };
  expect(readBack(codec, message(inner))).toEqual(value);
  expect(written(codec, value)).toBe(message(inner));
  expect(readBack(codec, message("<count>7</count><row><price/></row>"))).toEqual({
    count: 7,
    row: { price: "1.5" },
  });
  expect(() => readBack(codec, message("<count>9007199254740993</count><row/>"))).toThrow("no exact number");
  expect(() => readBack(codec, message("<count>9223372036854775807</count><row/>"))).toThrow("not at most");
});

test("plain values are numbers and dates at every depth, rounded and cut", async () => {
  const codec = (await builtOperations(planned({ values: "plain" }), "plain"))["Do"]
    ?.input as MessageCodec<unknown>;
  const value = {
    count: 7,
    row: { id: 8, price: 2.5, times: [new Date("2026-01-31T12:00:00Z"), null] },
    counts: [1, 2],
  };
  expect(written(codec, readBack(codec, message(inner)))).toBe(message(inner.replace("2.50", "2.5")));
  expect(readBack(codec, message(inner))).toEqual(value);
  const local = message(
    '<count>7</count><row><times>2026-01-31T12:00:00.1239</times></row><any xsi:type="Counts">1 2</any>',
  );
  expect(readBack(codec, local)).toEqual({
    count: 7,
    row: { times: [new Date("2026-01-31T12:00:00.123Z")] },
    any: { $type: "Counts", value: [1, 2] },
  });
  expect(() => readBack(codec, message("<count>7</count><row/><counts>9007199254740993</counts>"))).toThrow(
    "no exact number",
  );
});

test("an option for one type takes precedence over plain values", async () => {
  const options: Representations = { values: "plain", long: "bigint", decimal: "string" };
  const codec = (await builtOperations(planned(options), "plain-but"))["Do"]?.input as MessageCodec<unknown>;
  expect(readBack(codec, message(inner))).toEqual({
    count: 7n,
    row: { id: 8n, price: "2.50", times: [new Date("2026-01-31T12:00:00Z"), null] },
    counts: [1n, 2n],
  });
});

const facets = (name: string, base: string, inner: string): string =>
  `<xs:simpleType name="${name}"><xs:restriction base="xs:${base}">${inner}</xs:restriction></xs:simpleType>`;

/** Facets of a type, and the warning about it. */
test.each<[string, string, string | undefined]>([
  ["decimal", '<xs:totalDigits value="15"/>', undefined],
  ["decimal", '<xs:totalDigits value="16"/>', "MG3020"],
  ["decimal", '<xs:maxInclusive value="1000000000000000.50"/>', "MG3020"],
  ["decimal", '<xs:maxInclusive value="0000001.500000000000000000"/>', undefined],
  ["integer", '<xs:totalDigits value="18"/>', "MG3021"],
  ["long", '<xs:maxInclusive value="9007199254740991"/>', undefined],
  ["long", '<xs:maxInclusive value="9007199254740992"/>', "MG3021"],
  ["int", '<xs:totalDigits value="18"/>', undefined],
  ["dateTime", '<xs:pattern value="[-0-9T:]+"/>', "MG3022"],
  ["dateTime", '<xs:pattern value=".*Z"/>', undefined],
  ["dateTime", '<xs:pattern value=".*[.][0-9]{6}Z"/>', "MG3022"],
  ["dateTime", '<xs:minInclusive value="2026-01-01T00:00:00"/>', "MG3022"],
  ["dateTime", '<xs:minInclusive value="2026-01-01T00:00:00Z"/>', undefined],
])("xs:%s with %s: %s", (base, inner, code) => {
  const text = wsdl({ types: facets("T", base, inner), input: '<xs:element name="t" type="tns:T"/>' });
  const file = join(folderWith({ "service.wsdl": text }), "service.wsdl");
  const codes = (options: Representations): readonly (string | undefined)[] =>
    planFile(file, options).warnings.map((each) => /MG\d+/.exec(each)?.[0]);
  expect(codes({ values: "plain" })).toEqual(code === undefined ? [] : [code]);
  expect(codes({ values: "plain", long: "bigint", decimal: "Decimal", dates: "XsdDateTime" })).toEqual([]);
  expect(codes({})).toEqual([]);
});

test.each<[string, Representations]>([
  ["plain values", { values: "plain" }],
  ["plain values and names", { values: "plain", qnames: "resolved" }],
  ["numbers", { long: "number", decimal: "number" }],
  ["texts", { long: "string", decimal: "string" }],
  ["all others", others],
])("the output compiles, with %s", (_, representations) => {
  const files = emitAll(planned(representations))
    .filter(({ path }) => path.endsWith(".ts"))
    .map(({ path, text }): [string, string] => [`test/golden/represented/output/${path}`, text]);
  expect(compilerErrors(new Map(files))).toEqual([]);
});
