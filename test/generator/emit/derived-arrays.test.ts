/** Types derived from arrays of the SOAP encoding are arrays as well. */
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { MessageCodec } from "messenger-gen-runtime/codec";
import { wsdlOf } from "../model/fragments.js";
import { planFile } from "../plan/contracts.js";
import { folderWith } from "../read/contract-files.js";
import { builtOperations, readBack, written } from "./built.js";

const spaces =
  'xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" xmlns:w="http://schemas.xmlsoap.org/wsdl/"';
const derived = (name: string, by: string, base: string, content = "", more = ""): string =>
  `<xs:complexType name="${name}" ${more}><xs:complexContent><xs:${by} base="${base}" ${spaces}>${content}</xs:${by}></xs:complexContent></xs:complexType>`;
const items = (type: string): string =>
  `<xs:sequence><xs:element name="item" type="${type}" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>`;
const required = '<xs:attribute ref="e:arrayType" use="required"/>';
const typed = (type: string): string => `<xs:attribute ref="e:arrayType" w:arrayType="${type}"/>`;
const names = derived("Names", "restriction", "e:Array", items("xs:string") + required);
const size =
  '<xs:complexType name="Size"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType>';

let count = 0;

async function codecOf(schema: string, type: string): Promise<MessageCodec<unknown>> {
  const fields = `<xs:element name="v" type="tns:${type}"/>`;
  const file = join(folderWith({ "main.wsdl": wsdlOf({ schema: size + schema, fields }) }), "main.wsdl");
  const { plan, errors } = planFile(file);
  if (plan === undefined) throw new Error(errors.join("\n"));
  const operations = await builtOperations(plan, `derived-arrays-${count++}`);
  return operations["Send"]?.input as MessageCodec<unknown>;
}

describe("literal arrays", () => {
  test.each<[string, string, string, readonly unknown[], string | undefined]>([
    [
      "a restriction that adds nothing",
      names + derived("More", "restriction", "tns:Names"),
      "More",
      ["a"],
      "xsd:string[1]",
    ],
    [
      "an extension that adds nothing",
      names + derived("More", "extension", "tns:Names"),
      "More",
      ["a", "b"],
      "xsd:string[2]",
    ],
    ["the base of one", names + derived("More", "restriction", "tns:Names"), "Names", ["a"], "xsd:string[1]"],
    [
      "a restriction with its own items",
      names + derived("More", "restriction", "tns:Names", items("xs:token")),
      "More",
      ["a"],
      "xsd:token[1]",
    ],
    [
      "a restriction with its own type of items",
      derived("Any", "restriction", "e:Array", required) +
        derived("More", "restriction", "tns:Any", typed("tns:Size[]")),
      "More",
      [{ x: 1 }],
      "tns:Size[1]",
    ],
    [
      "the attribute required in the derived one alone",
      derived("Opt", "restriction", "e:Array", items("xs:int")) +
        derived("More", "restriction", "tns:Opt", required),
      "More",
      [1, 2],
      "xsd:int[2]",
    ],
    [
      "required nowhere",
      derived("Opt", "restriction", "e:Array", items("xs:int")) + derived("More", "restriction", "tns:Opt"),
      "More",
      [1],
      undefined,
    ],
    [
      "two steps away",
      names + derived("More", "restriction", "tns:Names") + derived("Most", "extension", "tns:More"),
      "Most",
      ["a"],
      "xsd:string[1]",
    ],
    [
      "declared before its base",
      derived("More", "restriction", "tns:Names") + names,
      "More",
      [],
      "xsd:string[0]",
    ],
    [
      "abstract ones",
      derived("Names", "restriction", "e:Array", items("xs:string") + required, 'abstract="true"') +
        derived("More", "restriction", "tns:Names"),
      "Names",
      ["a"],
      "xsd:string[1]",
    ],
    [
      "of several dimensions",
      derived("Grid", "restriction", "e:Array", typed("xs:int[,]")) +
        derived("More", "restriction", "tns:Grid"),
      "More",
      [[1, 2]],
      "xsd:int[1,2]",
    ],
  ])("%s", async (_title, schema, type, value, want) => {
    const codec = await codecOf(schema, type);
    const text = written(codec, { v: value });
    expect(/ soapenc:arrayType="([^"]*)"/.exec(text)?.[1]).toBe(want);
    expect(readBack(codec, text)).toEqual({ v: value });
  });

  test.each([
    ["with an attribute", '<xs:attribute name="kind" type="xs:string"/>', { kind: "k", name: ["a"] }],
    ["with an element", '<xs:sequence><xs:element name="more" type="xs:string"/></xs:sequence>', undefined],
  ])("an extension %s is a record", async (_title, content, value) => {
    const given = value ?? { name: ["a"], more: "m" };
    const codec = await codecOf(
      names.replaceAll('name="item"', 'name="name"') + derived("More", "extension", "tns:Names", content),
      "More",
    );
    expect(readBack(codec, written(codec, { v: given }))).toEqual({ v: given });
  });

  test.each([
    ["tns:Names", true],
    ["tns:More", true],
    ["e:Array", true],
    ["tns:Size", false],
  ])("xsi:type %s in place of the declared base", async (type, isRead) => {
    const codec = await codecOf(names + derived("More", "restriction", "tns:Names"), "Names");
    const markup = written(codec, { v: ["a"] })
      .replace(/xsi:type="[^"]*"/, `xsi:type="${type}"`)
      .replace(/<(\w+:)?v /, `$&${spaces} `);
    if (isRead) expect(readBack(codec, markup)).toEqual({ v: ["a"] });
    else expect(() => readBack(codec, markup)).toThrow(/does not belong here/);
  });
});

describe("encoded arrays", () => {
  const encoding =
    'use="encoded" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/" namespace="urn:example"';
  test.each<[string, string, readonly unknown[], string]>([
    [names + derived("More", "restriction", "tns:Names"), "More", ["a"], "xsd:string[1]"],
    [names + derived("More", "restriction", "tns:Names"), "Names", ["a"], "xsd:string[1]"],
    [
      derived("Any", "restriction", "e:Array") +
        derived("More", "restriction", "tns:Any", typed("tns:Size[]")),
      "More",
      [{ x: 1 }, null],
      "tns:Size[2]",
    ],
    [
      derived("Any", "restriction", "e:Array") +
        derived("More", "restriction", "tns:Any", typed("tns:Size[]")),
      "Any",
      [],
      "xsd:anyType[0]",
    ],
    [
      derived("Ints", "restriction", "e:Array", typed("xs:int[]")) + derived("More", "extension", "tns:Ints"),
      "More",
      [1, null],
      "xsd:int[2]",
    ],
  ])("%s as %s", async (schema, type, value, want) => {
    const messages = `<wsdl:message name="SendIn"><wsdl:part name="v" type="tns:${type}"/></wsdl:message><wsdl:message name="SendOut"/>`;
    const binding =
      '<soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><wsdl:operation name="Send">' +
      `<soap:operation soapAction="urn:example/Send"/><wsdl:input><soap:body ${encoding}/></wsdl:input><wsdl:output><soap:body ${encoding}/></wsdl:output></wsdl:operation>`;
    const text = wsdlOf({ schema: size + schema, messages, binding });
    const { plan, errors } = planFile(join(folderWith({ "main.wsdl": text }), "main.wsdl"));
    if (plan === undefined) throw new Error(errors.join("\n"));
    const operations = await builtOperations(plan, `derived-arrays-${count++}`);
    const codec = operations["Send"]?.input as MessageCodec<unknown>;
    const markup = written(codec, { v: value });
    expect(/ soapenc:arrayType="([^"]*)"/.exec(markup)?.[1]).toBe(want);
    expect(readBack(codec, markup)).toEqual({ v: value });
  });
});
