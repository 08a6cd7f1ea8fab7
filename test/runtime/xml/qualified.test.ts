import { describe, expect, test } from "@jest/globals";
import { qualified } from "#runtime/xml/qualified.js";
import { readAttribute } from "#runtime/xml/read-attributes.js";
import { XmlWriter } from "#runtime/xml/writer.js";
import { enumeration, QName } from "#runtime/xsd/primitives.js";
import { errorOf, reading } from "./reading.js";

const codes = { Late: "c:Late", Plain: "Plain", Other: "d:Other" } as const;
const Code = qualified(enumeration("Code", codes, QName), [
  { prefix: "c", namespace: "urn:codes" },
  { prefix: "", namespace: "urn:plain" },
]);
const read = (document: string): string | undefined => reading(document, (r) => r.value(Code, undefined));

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
      'a: Code: not a value of the enumeration: "Late"; expected one of "c:Late", "Plain", "d:Other".',
    ],
  ])("%s is refused", (document, message) => {
    expect(errorOf(() => read(document)).message).toBe(message);
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
