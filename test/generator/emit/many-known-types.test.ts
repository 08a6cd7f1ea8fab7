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

/** As a list, the compiler refuses them from 1,010 on: a union type that is too complex. */
test("the table of 1,100 types that an element of type xs:anyType may have compiles", () => {
  const plan = planned({ types: types(1100), input: '<xs:element name="any" type="xs:anyType"/>' });
  const used = [enumsEmitter, recordsEmitter, messagesEmitter].map((emitter) => emitter.emit(plan));
  const sources = [...used, ...emitCodecs(plan, longestCodecs)];
  const table = "test/golden/many/output/codecs/known-types.ts";
  const outputs = new Map(sources.map(({ path, text }) => [`test/golden/many/output/${path}`, text]));
  expect(outputs.get(table)).toContain("T1099Type");
  expect(compilerErrors(outputs, table)).toEqual([]);
});
