import { describe, expect, test } from "@jest/globals";
import {
  enumeratedNames,
  namesInList,
  namesInUnion,
  qualified,
  type QualifiedType,
} from "#runtime/xml/qualified.js";
import { readAttribute, readAttributeOr } from "#runtime/xml/read-attributes.js";
import { XmlWriter } from "#runtime/xml/writer.js";
import { enumeration, listOf, QName, string, unionOf } from "#runtime/xsd/primitives.js";
import { errorOf, reading } from "./reading.js";

const codes = { Late: "c:Late", Plain: "Plain", Other: "d:Other" } as const;
const PlainCode = enumeration("Code", codes, QName);
const codeNames = enumeratedNames(PlainCode, [
  { prefix: "c", namespace: "urn:codes" },
  { prefix: "", namespace: "urn:plain" },
]);
const Code = qualified(PlainCode, codeNames);
const readAs = <T>(type: QualifiedType<T>, document: string): T | undefined =>
  reading(document, (r) => r.value(type, undefined));
const read = (document: string): string | undefined => readAs(Code, document);

describe("a name is read in its namespace, whatever its prefix is", () => {
  test.each([
    ['<a xmlns:x="urn:codes">x:Late</a>', "c:Late"],
    ['<a xmlns:x="urn:codes"> x:Late </a>', "c:Late"],
    ['<x:a xmlns:x="urn:codes">x:Late</x:a>', "c:Late"],
    ['<a xmlns="urn:codes">Late</a>', "c:Late"],
    ['<a xmlns:x="urn:plain">x:Plain</a>', "Plain"],
    ["<a>Plain</a>", "Plain"],
    ["<a>c:Late</a>", "c:Late"],
    ["<a>d:Other</a>", "d:Other"],
  ])("%s: %s", (document, value) => {
    expect(read(document)).toBe(value);
  });

  test.each([
    [
      '<a xmlns:c="urn:others">c:Late</a>',
      'a: Code: the prefix of "c:Late" is declared for another namespace.',
    ],
    [
      '<a xmlns:x="urn:plain">x:Late</a>',
      'a: Code: not a value of the enumeration: "x:Late"; expected one of "c:Late", "Plain", "d:Other".',
    ],
  ])("%s is refused", (document, message) => {
    expect(errorOf(() => read(document)).message).toBe(message);
  });

  test("a default has the prefixes of the schema, whatever the message declares", () => {
    const code = reading('<a xmlns:c="urn:others"/>', (r) => {
      const value = readAttributeOr(r, Code, "", "code", "c:Late");
      r.skip();
      return value;
    });
    expect(code).toBe("c:Late");
  });

  test("in an attribute", () => {
    const document = '<a code="x:Late" xmlns:x="urn:codes"/>';
    const code = reading(document, (r) => {
      const value = readAttribute(r, Code, "", "code");
      r.skip();
      return value;
    });
    expect(code).toBe("c:Late");
  });
});

test.each([
  ["c:Late", '<a xmlns:_qn="urn:codes" code="_qn:Late">_qn:Late</a>'],
  ["Plain", '<a xmlns:_qn="urn:plain" code="_qn:Plain">_qn:Plain</a>'],
  ["d:Other", '<a code="d:Other">d:Other</a>'],
] as const)("%s is written with its namespace", (value, markup) => {
  const writer = new XmlWriter();
  writer.open("a");
  writer.attribute("code", Code.printIn(writer, value));
  writer.characters(Code.printIn(writer, value));
  writer.close("a");
  expect(String(writer)).toBe(markup);
});

const otherNames = { Lost: "o:Lost" } as const;
const PlainOther = enumeration("Other", otherNames, QName);
const Other = qualified(PlainOther, enumeratedNames(PlainOther, [{ prefix: "o", namespace: "urn:other" }]));
const PlainList = listOf("Codes", PlainCode);
const Codes = qualified(PlainList, namesInList(PlainList, codeNames));
const PlainText = unionOf<string>("CodeOrText", [PlainCode, string]);
const CodeOrText = qualified(PlainText, namesInUnion(PlainText, [codeNames, string]));
const PlainOpen = unionOf<string>("OpenCode", [PlainCode, QName]);
const OpenCode = qualified(PlainOpen, namesInUnion(PlainOpen, [codeNames, QName]));

describe("in a union, only the enumerated names are read in their namespaces", () => {
  test.each([
    [CodeOrText, '<a xmlns="urn:codes">hello</a>', "hello"],
    [CodeOrText, '<a xmlns="urn:codes"> two words </a>', " two words "],
    [CodeOrText, '<a xmlns:x="urn:codes">x:note</a>', "x:note"],
    [CodeOrText, '<a xmlns:x="urn:codes">x:Late</a>', "c:Late"],
    [CodeOrText, "<a/>", ""],
    [OpenCode, '<a xmlns:c="urn:others">c:MyCode</a>', "c:MyCode"],
    [OpenCode, '<a xmlns="urn:codes">Mine</a>', "Mine"],
    [OpenCode, '<a xmlns="urn:codes">Late</a>', "c:Late"],
  ])("%#: %s", (type, document, value) => {
    expect(readAs(type, document)).toBe(value);
  });

  test("a text of a later member that is a value of the enumeration is refused", () => {
    expect(errorOf(() => readAs(OpenCode, '<a xmlns:c="urn:others">c:Late</a>')).message).toBe(
      'a: OpenCode: the prefix of "c:Late" is declared for another namespace.',
    );
  });
});

test("the items of a list are read one by one", () => {
  const document = '<a xmlns:x="urn:codes" xmlns="urn:plain"> x:Late\nPlain </a>';
  expect(readAs(Codes, document)).toEqual(["c:Late", "Plain"]);
  expect(readAs(Codes, "<a/>")).toEqual([]);
});

test("each namespace has one prefix in a start tag", () => {
  const writer = new XmlWriter();
  writer.open("a");
  writer.attribute("code", Code.printIn(writer, "c:Late"));
  writer.attribute("other", Other.printIn(writer, "o:Lost"));
  writer.attribute("codes", Codes.printIn(writer, ["c:Late", "Plain", "d:Other", "c:Late"]));
  writer.attribute("text", CodeOrText.printIn(writer, "c:hello"));
  writer.characters(OpenCode.printIn(writer, "c:MyCode"));
  writer.close("a");
  expect(String(writer)).toBe(
    '<a xmlns:_qn="urn:codes" code="_qn:Late" xmlns:_qn2="urn:other" other="_qn2:Lost" xmlns:_qn3="urn:plain"' +
      ' codes="_qn:Late _qn3:Plain d:Other _qn:Late" text="c:hello">c:MyCode</a>',
  );
});
