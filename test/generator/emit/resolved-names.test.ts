import { describe, expect, test } from "@jest/globals";
import type { QualifiedName } from "messenger-gen-runtime";
import { listOf, unionOf } from "messenger-gen-runtime/xsd";
import {
  type MessageCodec,
  QName,
  resolved,
  resolvedList,
  resolvedName,
  resolvedUnion,
  string,
} from "messenger-gen-runtime/codec";
import { emitAll } from "#generator/emit/all.js";
import type { Plan } from "#generator/plan/data/plan.js";
import { planFile, wsdl } from "../plan/contracts.js";
import { folderWith } from "../read/contract-files.js";
import { builtOperations, readBack, written } from "./built.js";
import { compilerErrors } from "./compiled.js";
import { parseParameter } from "#runtime/forms/parse-parameter.js";

const fixture = "test/golden/qualified-names/service.wsdl";

function planOf(path: string): Plan {
  const { plan, errors } = planFile(path);
  if (plan === undefined) throw new Error(errors.join("\n"));
  return plan;
}

const inputOf = async (plan: Plan, name: string): Promise<MessageCodec<unknown>> =>
  (await builtOperations(plan, name))["Do"]?.input as MessageCodec<unknown>;

const name = (local: string, namespace = "urn:a"): QualifiedName => ({ namespace, name: local });

describe("a value that no message has is refused", () => {
  const codec = inputOf(planOf(fixture), "resolved-refused");

  test.each<[string, object, string]>([
    ["a text", { name: "a:b" }, "not a name with its namespace"],
    ["a local name that is none", { name: name("b c") }, "not a name with its namespace"],
    ["a name without a namespace", { name: name("b", "") }, "messages have a default namespace"],
    [
      "a name in the namespace of declarations",
      { name: name("b", "http://www.w3.org/2000/xmlns/") },
      "no prefix can be declared",
    ],
    ["a list of too many", { two: [name("b"), name("c"), name("d")] }, "the length is 3, more than 2"],
    ["a name that a pattern excludes", { lower: name("B") }, "LowerName"],
    ["a text that is read as a name", { text: "word" }, "would be read as another member"],
    ["a text that may be read as a name", { text: "a:b" }, "would be read as another member"],
    [
      "a name that is read as a value of an enumeration",
      { code: name("Late", "http://example.com/codes") },
      "would be read as another member",
    ],
  ])("%s", async (_, value, error) => {
    const input = await codec;
    expect(() => written(input, { name: name("b"), ...value })).toThrow(error);
  });

  test("xml: needs no declaration", async () => {
    const input = await codec;
    const value = { name: name("lang", "http://www.w3.org/XML/1998/namespace") };
    expect(written(input, value)).toContain("<name>xml:lang</name>");
    expect(readBack(input, written(input, value))).toEqual(value);
  });
});

describe("a contract whose messages have prefixes only", () => {
  const types =
    '<xs:element name="Plain" type="xs:string"/><xs:simpleType name="Old"><xs:restriction base="xs:NOTATION"/></xs:simpleType>';
  const input =
    '<xs:element name="name" type="xs:QName"/><xs:element name="old" type="tns:Old" form="unqualified" minOccurs="0"/>' +
    '<xs:element xmlns:q="urn:fixed" name="only" type="xs:QName" fixed="q:Only" minOccurs="0"/>';
  const path = folderWith({
    "service.wsdl": wsdl({ types, input }),
    "options.json": '{ "qnames": "resolved" }',
  });
  const plan = planOf(`${path}/service.wsdl`);

  test("has names without a namespace, and those of xs:NOTATION", async () => {
    const codec = await inputOf(plan, "resolved-prefixed");
    const value = { name: name("b", ""), old: name("c") };
    const xml = written(codec, value);
    expect(xml).toContain('<tns:name>b</tns:name><old xmlns:_qn="urn:a">_qn:c</old>');
    expect(readBack(codec, xml)).toEqual(value);
  });

  test("has fixed values, which compare by their namespaces", async () => {
    const codec = await inputOf(plan, "resolved-fixed");
    const value = { name: name("b"), only: name("Only", "urn:fixed") };
    const xml = written(codec, value);
    expect(xml).toContain('<tns:only xmlns:_qn="urn:fixed">_qn:Only</tns:only>');
    expect(readBack(codec, xml)).toEqual(value);
    expect(readBack(codec, xml.replace(/(<tns:only) .*<\/tns:only>/, "$1/>"))).toEqual(value);
    const refused = 'not the fixed value "q:Only"';
    expect(() => written(codec, { ...value, only: name("Only") })).toThrow(refused);
    expect(() => readBack(codec, xml.replace('"urn:fixed"', '"urn:other"'))).toThrow(refused);
  });

  test("compiles", () => {
    const sources = emitAll(plan).filter(({ path: file }) => file.endsWith(".ts"));
    const files = sources.map(({ path: file, text }): [string, string] => [
      `test/golden/names/out/${file}`,
      text,
    ]);
    expect(compilerErrors(new Map(files))).toEqual([]);
  });
});

test("without the option, names are texts with the prefix of the message", async () => {
  const input = '<xs:element name="name" type="xs:QName"/>';
  const path = folderWith({ "service.wsdl": wsdl({ input }) });
  const codec = await inputOf(planOf(`${path}/service.wsdl`), "unresolved");
  expect(readBack(codec, '<Do xmlns="urn:example"><name>p:b</name></Do>')).toEqual({ name: "p:b" });
});

describe("an item of a list", () => {
  const word = unionOf<unknown>("Word", [QName, string]);
  const words = resolvedList(listOf("Words", word), resolvedUnion(word, [resolvedName(QName), string]));

  test.each(["", "b c"])("%j is refused, and the error has it", (item) => {
    const error = `Words: an item is empty or holds white space: "${item}"`;
    expect(() => words.write([name("b"), item], () => "a")).toThrow(error);
  });
});

describe("a form, which declares no prefixes,", () => {
  const type = resolved(QName, resolvedName(QName));

  test("has names without a namespace", () => {
    expect(parseParameter(type, "b", false)).toEqual({ namespace: "", name: "b" });
    expect(type.print({ namespace: "", name: "b" })).toBe("b");
  });

  test("has no others", () => {
    expect(() => parseParameter(type, "p:b", false)).toThrow('the prefix of "p:b" is not declared');
    expect(() => type.print(name("b"))).toThrow("a form cannot declare the namespace of a name");
  });
});
