import { expect, test } from "@jest/globals";
import { emitCodecs, longestCodecs } from "#generator/emit/codecs.js";
import { enumsEmitter } from "#generator/emit/enums.js";
import { messagesEmitter } from "#generator/emit/messages.js";
import { recordsEmitter } from "#generator/emit/records.js";
import { planned } from "../plan/contracts.js";
import { compilerErrors } from "./compiled.js";

/** Types of different contents; every seventh extends the one before it, every tenth is a list. */
function types(count: number): string {
  const field = (at: number): string =>
    `<xs:element name="field${at}" type="xs:${at % 2 === 0 ? "int" : "string"}" minOccurs="0"/>`;
  return Array.from({ length: count }, (_, at) => {
    const content = `<xs:sequence>${field(at)}</xs:sequence>`;
    if (at % 10 === 9)
      return `<xs:complexType name="T${at}"><xs:sequence><xs:element name="item" type="tns:T${at - 1}" maxOccurs="unbounded"/></xs:sequence></xs:complexType>`;
    if (at % 7 === 6)
      return `<xs:complexType name="T${at}"><xs:complexContent><xs:extension base="tns:T0">${content}</xs:extension></xs:complexContent></xs:complexType>`;
    return `<xs:complexType name="T${at}">${content}</xs:complexType>`;
  }).join("");
}

const table = "test/golden/many/output/codecs/known-types.ts";

/** The table, and the files that it needs. */
function filesOf(declared: string): ReadonlyMap<string, string> {
  const plan = planned({ types: declared, input: '<xs:element name="any" type="xs:anyType"/>' });
  const used = [enumsEmitter, recordsEmitter, messagesEmitter].map((emitter) => emitter.emit(plan));
  const sources = [...used, ...emitCodecs(plan, longestCodecs)];
  return new Map(sources.map(({ path, text }) => [`test/golden/many/output/${path}`, text]));
}

/** As a list, the compiler refuses them from 1,010 on: a union type that is too complex. */
test("the table of 1,100 types that an element of type xs:anyType may have compiles", () => {
  const outputs = filesOf(types(1100));
  expect(outputs.get(table)).toContain("T1099Type");
  expect(compilerErrors(outputs, table)).toEqual([]);
});

/** In an object literal, the compiler widens literals below a property that every object has. */
test("the table compiles with types that are called like properties of every object", () => {
  const names = ["hasOwnProperty", "toString", "valueOf", "constructor", "isPrototypeOf", "__proto__"];
  const list = '<xs:sequence><xs:element name="item" type="xs:int" maxOccurs="unbounded"/></xs:sequence>';
  const outputs = filesOf(
    names.map((name) => `<xs:complexType name="${name}">${list}</xs:complexType>`).join(""),
  );
  expect([...outputs.values()].join("")).toContain("wrapped: true");
  expect(compilerErrors(outputs)).toEqual([]);
});
