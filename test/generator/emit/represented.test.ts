import { expect, test } from "@jest/globals";
import type { MessageCodec } from "messenger-gen-runtime";
import { Diagnostics } from "#generator/diagnostics.js";
import { emitAll } from "#generator/emit/all.js";
import { buildModel } from "#generator/model/build.js";
import type { Plan } from "#generator/plan/data/plan.js";
import { plan } from "#generator/plan/plan.js";
import type { Representations } from "#generator/plan/rules/contract/named-contract.js";
import { loadContract } from "#generator/read/load.js";
import { wsdl } from "../plan/contracts.js";
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

test.each<[string, Representations]>([
  ["numbers", { long: "number", decimal: "number" }],
  ["texts", { long: "string", decimal: "string" }],
  ["all others", others],
])("the output compiles, with %s", (_, representations) => {
  const files = emitAll(planned(representations))
    .filter(({ path }) => path.endsWith(".ts"))
    .map(({ path, text }): [string, string] => [`test/golden/represented/output/${path}`, text]);
  expect(compilerErrors(new Map(files))).toEqual([]);
});
