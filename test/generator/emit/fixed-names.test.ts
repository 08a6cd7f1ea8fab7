/** Fixed values that are names: a message declares their prefixes, whatever those of the schema are. */
import { describe, expect, test } from "@jest/globals";
import type { MessageCodec } from "messenger-gen-runtime/codec";
import { planned } from "../plan/contracts.js";
import { builtOperations, readBack, written } from "./built.js";

const x = 'xmlns:x="urn:x"';
const types = `
<xs:simpleType name="Names"><xs:list itemType="xs:QName"/></xs:simpleType>
<xs:simpleType name="NameOrNumber"><xs:union memberTypes="xs:int xs:QName"/></xs:simpleType>
<xs:simpleType name="Short"><xs:restriction base="xs:QName"><xs:maxLength value="9"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Kind"><xs:restriction base="xs:QName"><xs:enumeration value="x:a" ${x}/><xs:enumeration value="x:b" ${x}/></xs:restriction></xs:simpleType>
<xs:complexType name="Port"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="of" type="xs:QName" fixed="x:n" ${x}/></xs:extension></xs:simpleContent></xs:complexType>
<xs:complexType name="Both"><xs:sequence/><xs:attribute name="one" type="xs:QName" fixed="x:n" ${x}/><xs:attribute name="two" type="xs:QName" fixed="x:n" xmlns:x="urn:y"/></xs:complexType>`;

let count = 0;

async function codecOf(declaration: string): Promise<MessageCodec<unknown>> {
  const plan = planned({ types, input: `<xs:element name="v" ${declaration}/>` });
  const operation = (await builtOperations(plan, `fixed-names-${count++}`))["Do"];
  if (operation === undefined) throw new Error("No operation Do");
  return operation.input;
}

describe("fixed names", () => {
  const n = 'xmlns:_qn="urn:x">_qn:n</';
  test.each<[string, unknown, string]>([
    [`type="xs:QName" fixed="x:n" ${x}`, "x:n", n],
    [`type="xs:QName" fixed=" x:n " ${x}`, "x:n", n],
    [`type="tns:Short" fixed="x:n" ${x}`, "x:n", n],
    [`type="xs:QName" fixed="n" xmlns="urn:x"`, "n", n],
    [`type="xs:QName" fixed="tns:n"`, "tns:n", 'xmlns:_qn="urn:example">_qn:n</'],
    [`type="xs:QName" fixed="n"`, "n", ">n</"],
    [`type="tns:Names" fixed="x:n x:m" ${x}`, ["x:n", "x:m"], 'xmlns:_qn="urn:x">_qn:n _qn:m</'],
    [
      `type="tns:Names" fixed="x:n y:n" ${x} xmlns:y="urn:y"`,
      ["x:n", "y:n"],
      'xmlns:_qn="urn:x" xmlns:_qn2="urn:y">_qn:n _qn2:n</',
    ],
    [`type="tns:NameOrNumber" fixed="x:n" ${x}`, "x:n", n],
    [`type="tns:NameOrNumber" fixed="7" ${x}`, 7, ">7</"],
    [`type="tns:Kind" fixed="x:b" ${x}`, "x:b", 'xmlns:_qn="urn:x">_qn:b</'],
    [`type="tns:Port"`, { of: "x:n", value: "a" }, '<v xmlns:_qn="urn:x" of="_qn:n">a</'],
    [
      `type="tns:Both"`,
      { one: "x:n", two: "x:n" },
      '<v xmlns:_qn="urn:x" one="_qn:n" xmlns:_qn2="urn:y" two="_qn2:n"',
    ],
    [`type="xs:QName" fixed="x:n" ${x} maxOccurs="2"`, ["x:n", "x:n"], `${n}v><v ${n}`],
    [`type="xs:QName" fixed="x:n" ${x} nillable="true"`, "x:n", n],
  ])("%s", async (declaration, value, want) => {
    const codec = await codecOf(declaration);
    const markup = written(codec, { v: value });
    expect(markup).toContain(want);
    expect(readBack(codec, markup)).toEqual({ v: value });
    expect(readBack(codec, markup.replaceAll("_qn", "other"))).toEqual({ v: value });
  });

  test.each<[string, string]>([
    [`type="xs:QName" fixed="x:n" ${x}`, "x:m"],
    [`type="xs:QName" fixed="x:n" ${x}`, "n"],
    [`type="tns:Names" fixed="x:n x:m" ${x}`, "x:n"],
  ])("%s: other values are refused, %s too", async (declaration, other) => {
    const codec = await codecOf(declaration);
    expect(() => written(codec, { v: declaration.includes("Names") ? [other] : other })).toThrow(
      "fixed value",
    );
    const markup = `<Do xmlns="urn:example" ${x}><v>${other}</v></Do>`;
    expect(() => readBack(codec, markup)).toThrow(/fixed value/);
  });

  test("the name in another namespace is refused, although its text is the same", async () => {
    const codec = await codecOf(`type="xs:QName" fixed="x:n" ${x}`);
    const markup = '<Do xmlns="urn:example" xmlns:x="urn:y"><v>x:n</v></Do>';
    expect(() => readBack(codec, markup)).toThrow(/declared for another namespace/);
  });
});
