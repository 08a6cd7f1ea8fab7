import fc from "fast-check";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { JsonError, jsonErrorTable, parseJson, printJson } from "messenger-gen-runtime/json";
import { planned } from "../../generator/plan/contracts.js";
import { builtForms, type BothForms } from "../../generator/json/json-built.js";

const types = `
<xs:simpleType name="Color"><xs:restriction base="xs:string"><xs:enumeration value="red"/><xs:enumeration value="green"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Share"><xs:restriction base="xs:decimal"><xs:maxInclusive value="100"/><xs:fractionDigits value="2"/></xs:restriction></xs:simpleType>
<xs:complexType name="Base" abstract="true"><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType>
<xs:complexType name="Leaf"><xs:complexContent><xs:extension base="tns:Base"><xs:sequence>
  <xs:element name="next" type="tns:Base" minOccurs="0"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;

const input = `
<xs:element name="text" type="xs:string" minOccurs="0"/>
<xs:element name="color" type="tns:Color" minOccurs="0"/>
<xs:element name="share" type="tns:Share" minOccurs="0"/>
<xs:element name="whole" type="xs:int" minOccurs="0"/>
<xs:element name="long" type="xs:long" minOccurs="0"/>
<xs:element name="real" type="xs:double" minOccurs="0"/>
<xs:element name="flag" type="xs:boolean" minOccurs="0"/>
<xs:element name="when" type="xs:dateTime" minOccurs="0" nillable="true"/>
<xs:element name="rows" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>
<xs:element name="tree" type="tns:Base" minOccurs="0"/>
<xs:choice minOccurs="0"><xs:element name="left" type="xs:int"/><xs:sequence><xs:element name="right" type="xs:int"/>
  <xs:element name="more" type="xs:int" minOccurs="0"/></xs:sequence></xs:choice>`;

let message: BothForms["json"][string]["input"];
beforeAll(async () => {
  const { json } = await builtForms(planned({ types, input }), "json-hostile");
  const found = json["Do"]?.input;
  if (found === undefined) throw new Error("There is no operation Do.");
  message = found;
});

/** The document as it is written again, or code and pointer of the error. */
function outcome(document: string | Uint8Array): string {
  try {
    return printJson(message, parseJson(message, document).value);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return `${error.code} ${error.pointer}`;
  }
}

const refused: readonly (readonly [given: string, want: string])[] = [
  ["", "NotJson "],
  ["{", "NotJson "],
  ["{} {}", "NotJson "],
  ["{'text':''}", "NotJson "],
  ["[]", "WrongKind "],
  ["null", "WrongKind "],
  ['{"text":"a","text":"b"}', "DuplicateMember /text"],
  ['{"text":"a","te\\u0078t":"b"}', "DuplicateMember /text"],
  ['{"tree":{"$type":"Leaf","$type":"Leaf","id":1}}', "DuplicateMember /tree/$type"],
  ['{"text":"a \\" ,{","color":"red","color":"red"}', "DuplicateMember /color"],
  ['{"__proto__":{"text":"a"}}', "UnknownMember /__proto__"],
  ['{"constructor":1}', "UnknownMember /constructor"],
  ['{"a/b~c":1}', "UnknownMember /a~1b~0c"],
  ['{"text":1}', "WrongKind /text"],
  ['{"text":null}', "WrongKind /text"],
  ['{"text":"\\ud800"}', "WrongValue /text"],
  ['{"text":"\\u0000"}', "WrongValue /text"],
  ['{"text":"\\uffff"}', "WrongValue /text"],
  ['{"color":"blue"}', "WrongValue /color"],
  ['{"color":"Red"}', "WrongValue /color"],
  ['{"share":12.5}', "WrongKind /share"],
  ['{"share":"100.01"}', "WrongValue /share"],
  ['{"share":"1.001"}', "WrongValue /share"],
  ['{"share":"1e2"}', "WrongValue /share"],
  ['{"whole":"1"}', "WrongKind /whole"],
  ['{"whole":1.5}', "WrongValue /whole"],
  ['{"whole":2147483648}', "WrongValue /whole"],
  ['{"whole":1e400}', "WrongValue /whole"],
  ['{"long":9007199254740993}', "WrongValue /long"],
  ['{"long":"9223372036854775808"}', "WrongValue /long"],
  ['{"long":1.5}', "WrongValue /long"],
  ['{"real":"1"}', "WrongKind /real"],
  ['{"real":1e400}', "WrongValue /real"],
  ['{"flag":"true"}', "WrongKind /flag"],
  ['{"flag":1}', "WrongKind /flag"],
  ['{"when":"2026-02-30T00:00:00"}', "WrongValue /when"],
  ['{"rows":1}', "WrongKind /rows"],
  ['{"rows":[1,null]}', "WrongKind /rows/1"],
  ['{"tree":{"id":1}}', "UnknownType /tree/$type"],
  ['{"tree":{"$type":"Base","id":1}}', "UnknownType /tree/$type"],
  ['{"tree":{"$type":"toString","id":1}}', "UnknownType /tree/$type"],
  ['{"tree":{"$type":"Leaf"}}', "MissingMember /tree/id"],
  ['{"tree":{"$type":"Leaf","id":1,"next":{"$type":"Leaf","id":"1"}}}', "WrongKind /tree/next/id"],
  ['{"left":1,"right":2}', "WrongChoice "],
  ['{"left":1,"more":2}', "WrongChoice "],
  ['{"more":2}', "WrongChoice "],
];

test.each(refused)("refuses %s", (given, want) => {
  expect(outcome(given)).toBe(want);
});

const exact: readonly (readonly [given: string, want: string])[] = [
  ["{}", '{"rows":[]}'],
  ['\ufeff{"rows":[]}'.slice(1), '{"rows":[]}'],
  ['{"text":"__proto__ \\" \\\\ \\ud83d\\ude00"}', '{"text":"__proto__ \\" \\\\ \ud83d\ude00","rows":[]}'],
  ['{"text":"{\\"text\\":1,\\"text\\":2}"}', '{"text":"{\\"text\\":1,\\"text\\":2}","rows":[]}'],
  ['{"share":"12.50"}', '{"share":"12.50","rows":[]}'],
  ['{"long":9007199254740991}', '{"long":"9007199254740991","rows":[]}'],
  ['{"long":"-9223372036854775808"}', '{"long":"-9223372036854775808","rows":[]}'],
  ['{"real":-0}', '{"real":-0,"rows":[]}'],
  ['{"real":"-INF"}', '{"real":"-INF","rows":[]}'],
  ['{"real":1e21}', '{"real":1e+21,"rows":[]}'],
  ['{"when":null}', '{"when":null,"rows":[]}'],
  ['{"when":"2026-01-31T12:00:00.500+02:00"}', '{"when":"2026-01-31T12:00:00.500+02:00","rows":[]}'],
  ['{"rows":[1]}', '{"rows":[1]}'],
  ['{"tree":{"id":1,"$type":"Leaf"}}', '{"rows":[],"tree":{"$type":"Leaf","id":1}}'],
  ['{"right":1,"more":2}', '{"rows":[],"right":1,"more":2}'],
];

test.each(exact)("reads %s exactly", (given, want) => {
  expect(outcome(given)).toBe(want);
});

describe("limits", () => {
  test("of depth", () => {
    const nested = (count: number): string =>
      `{"tree":${'{"$type":"Leaf","id":1,"next":'.repeat(count - 1)}{"$type":"Leaf","id":1}${"}".repeat(count)}`;
    expect(outcome(nested(191))).toMatch(/^\{/);
    expect(outcome(nested(192))).toBe("DepthLimit ");
    expect(outcome("[".repeat(1_000_000))).toBe("DepthLimit ");
  });

  test("of members and items", () => {
    const most = { depth: 10, members: 100, shapes: 10 };
    const rows = (count: number): string =>
      `{"rows":[${Array.from({ length: count }, () => "1").join(",")}]}`;
    expect(parseJson(message, rows(101), most).value).toMatchObject({ rows: { length: 101 } });
    expect(() => parseJson(message, rows(102), most)).toThrow(
      expect.objectContaining({ code: "MemberLimit" }),
    );
  });

  const many = 60_000;
  const joined = (print: (index: number) => string, count = many): string =>
    Array.from({ length: count }, (_, index) => print(index)).join(",");

  test.each<{ name: string; given: string; want: string }>([
    { name: "different names in an object", given: `{${joined((n) => `"m${n}":1`)}}`, want: "MemberLimit " },
    { name: "one name again and again", given: `{${joined(() => '"text":""')}}`, want: "MemberLimit " },
    { name: "the same name in escapes", given: `{${joined(() => '"\\u0074ext":""')}}`, want: "MemberLimit " },
    {
      name: "different names in many objects",
      given: `{"tree":[${joined((n) => `{"m${n}":1}`)}]}`,
      want: "MemberLimit ",
    },
    {
      name: "different sequences of few names",
      given: `{"tree":[${joined((n) => `{${joined((at) => `"m${(n >> (at * 2)) & 3}${at}":1`, 8)}}`)}]}`,
      want: "MemberLimit ",
    },
    {
      name: "long names",
      given: `{${joined((n) => `"${"m".repeat(300)}${n}":1`, 12_000)}}`,
      want: "MemberLimit ",
    },
    { name: "empty names", given: `{${joined(() => '"":1')}}`, want: "MemberLimit " },
    { name: "names of objects", given: `{${joined(() => '"__proto__":1')}}`, want: "MemberLimit " },
    { name: "numbers as names", given: `{${joined((n) => `"${n}":1`)}}`, want: "MemberLimit " },
    { name: "arrays without items", given: `[${"[]".repeat(800_000)}]`, want: "MemberLimit " },
    {
      name: "arrays in arrays",
      given: `[${`${"[".repeat(180)}${"]".repeat(180)}`.repeat(5_000)}]`,
      want: "MemberLimit ",
    },
    { name: "many objects alike", given: `{"tree":[${joined(() => '{"id":1}')}]}`, want: "WrongKind /tree" },
    {
      name: "one name less than the limit",
      given: `{${joined((n) => `"member${n}":1`, 9_999)}}`,
      want: "UnknownMember /member0",
    },
  ])("of different objects: $name", ({ given, want }) => {
    expect(outcome(given)).toBe(want);
  });
});

test("bytes are read as UTF-8, other encodings are refused", () => {
  expect(outcome(new TextEncoder().encode('\ufeff{"text":"\u00e4"}'))).toBe('{"text":"\u00e4","rows":[]}');
  expect(outcome(Uint8Array.of(123, 34, 0xe4, 34, 125))).toBe("NotJson ");
  expect(outcome(Uint8Array.of(0xff, 0xfe, 123, 0, 125, 0))).toBe("NotJson ");
});

test("any other document is refused, or is equal when it is read again", () => {
  const documents = fc.oneof(
    fc.json(),
    fc.string(),
    fc.json().map((text) => `{"tree":${text},"text":${text}}`),
  );
  fc.assert(
    fc.property(documents, (document) => {
      const once = outcome(document);
      if (once.startsWith("{")) expect(outcome(once)).toBe(once);
      else expect(once).toMatch(/^[A-Z][A-Za-z]+ /);
    }),
  );
});

test.each([
  [400, ["NotJson", "DuplicateMember"]],
  [413, ["DepthLimit", "MemberLimit"]],
  [422, ["UnknownMember", "MissingMember", "WrongKind", "WrongValue", "WrongChoice", "UnknownType"]],
])("errors of documents with the status %d: %j", (status, want) => {
  const errors = Object.entries(jsonErrorTable).filter(([, error]) => error.status === status);
  expect(errors.map(([code]) => code)).toEqual(want);
});

test("a duplicate behind a text of many megabytes is found", () => {
  const text = "A".repeat(20_000_000);
  expect(outcome(`{"text":"${text}","whole":1,"whole":2}`)).toBe("DuplicateMember /whole");
});
