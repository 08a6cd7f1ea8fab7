import { join } from "node:path";
import { expect, test } from "@jest/globals";
import type { MessageCodec } from "messenger-gen-runtime/codec";
import { wsdlOf } from "../model/fragments.js";
import { planFile } from "../plan/contracts.js";
import { folderWith } from "../read/contract-files.js";
import { builtOperations, readBack, written } from "./built.js";

const encoding = "http://schemas.xmlsoap.org/soap/encoding/";
const wsdl = "http://schemas.xmlsoap.org/wsdl/";
const array = (item: string, attribute: string): string =>
  `<xs:complexType name="Names"><xs:complexContent><xs:restriction base="e:Array" xmlns:e="${encoding}"><xs:sequence>` +
  `<xs:element name="name" type="${item}" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>${attribute}` +
  "</xs:restriction></xs:complexContent></xs:complexType>";
const required = '<xs:attribute ref="e:arrayType" use="required"/>';
const size =
  '<xs:complexType name="Size"><xs:sequence><xs:element name="x" type="xs:int"/><xs:element name="y" type="xs:int"/></xs:sequence></xs:complexType>';

let count = 0;

test.each<readonly [string, string, readonly unknown[], string | undefined]>([
  ["xs:string", required, ["a", "b"], "xsd:string[2]"],
  ["xs:string", required, [], "xsd:string[0]"],
  ["tns:Size", required, [{ x: 1, y: 2 }], "tns:Size[1]"],
  [
    "xs:string",
    `<xs:attribute ref="e:arrayType" use="required" w:arrayType="xs:string[]" xmlns:w="${wsdl}"/>`,
    ["a"],
    "xsd:string[1]",
  ],
  ["xs:anyType", required, [], "xsd:anyType[0]"],
  ["xs:string", '<xs:attribute ref="e:arrayType"/>', ["a"], undefined],
  ["xs:string", '<xs:attribute ref="e:arrayType" use="optional"/>', ["a"], undefined],
  ["xs:string", "", ["a"], undefined],
])("a literal array of %s with %j", async (item, attribute, value, type) => {
  const schema = size + array(item, attribute);
  const fields = '<xs:element name="names" type="tns:Names"/>';
  const file = join(folderWith({ "main.wsdl": wsdlOf({ schema, fields }) }), "main.wsdl");
  const { plan, errors } = planFile(file);
  if (plan === undefined) throw new Error(errors.join("\n"));
  const operations = await builtOperations(plan, `literal-arrays-${count++}`);
  const codec = operations["Send"]?.input as MessageCodec<unknown>;
  const text = written(codec, { names: value });
  expect(/ soapenc:arrayType="([^"]*)"/.exec(text)?.[1]).toBe(type);
  expect(readBack(codec, text)).toEqual({ names: value });
});
