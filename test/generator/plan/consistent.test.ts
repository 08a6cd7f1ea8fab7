import { describe, expect, test } from "@jest/globals";
import { planFragment, type Fragment } from "./contracts.js";

const type = (name: string, content: string): string =>
  `<xs:complexType name="${name}">${content}</xs:complexType>`;
const sequence = (content: string): string => `<xs:sequence>${content}</xs:sequence>`;
const choice = (content: string): string => `<xs:choice>${content}</xs:choice>`;
const extension = (base: string, content: string): string =>
  `<xs:complexContent><xs:extension base="tns:${base}">${content}</xs:extension></xs:complexContent>`;
const dup = (rest: string, name = "dup"): string => `<xs:element name="${name}" ${rest}/>`;
const int = dup('type="xs:int"');
const text = dup('type="xs:string"');
const own = '<xs:element name="dup"><xs:complexType><xs:sequence/></xs:complexType></xs:element>';
const group = `<xs:group name="G">${sequence(text)}</xs:group>`;

/** Contracts in which one name has two meanings. */
const refused: readonly (readonly [string, Fragment, string])[] = [
  ["in one sequence", { input: int + text }, "of string, and one of int at service.wsdl:5:"],
  ["in a nested sequence", { input: int + sequence(sequence(text)) }, "of string, and one of int"],
  [
    "in a repeated one",
    { input: int + text.replace("/>", ' maxOccurs="unbounded"/>') },
    "of string, and one of int",
  ],
  ["in branches of a choice", { input: choice(int + text) }, "of string, and one of int"],
  [
    "in branches that are sequences",
    { input: choice(sequence(int) + sequence(text)) },
    "of string, and one of int",
  ],
  ["in a group", { types: group, input: `${int}<xs:group ref="tns:G"/>` }, "of string, and one of int"],
  [
    "in an extension",
    {
      types: type("A", sequence(int)) + type("B", extension("A", sequence(text))),
      input: dup('type="tns:B"', "b"),
    },
    "the content of B has an element dup of string, and one of int",
  ],
  [
    "in an extension of an extension, once",
    {
      types:
        type("A", sequence(int)) +
        type("B", extension("A", sequence(text))) +
        type("C", extension("B", sequence(dup('type="xs:int"', "other")))),
      input: dup('type="tns:C"', "c"),
    },
    "the content of B has an element dup of string, and one of int",
  ],
  [
    "in mixed content",
    {
      types: type("M", sequence(int + text)).replace("<xs:complexType", '<xs:complexType mixed="true"'),
      input: dup('type="tns:M"', "m"),
    },
    "of string, and one of int",
  ],
  [
    "with types without a name",
    { input: own + own },
    "of a type without a name, and one of a type without a name",
  ],
  [
    "for an element and a member of a substitution group",
    {
      types: dup('type="xs:int"', "head") + dup('type="xs:int" substitutionGroup="tns:head"'),
      input: `<xs:element ref="tns:head"/>${text}`,
    },
    "of string, and one of int",
  ],
  [
    "with two defaults",
    { input: choice(dup('type="xs:int" default="1"') + dup('type="xs:int" default="2"')) },
    "MG3011",
  ],
  ["with two fixed values", { input: dup('type="xs:int" fixed="1"') + dup('type="xs:int"') }, "MG3011"],
];

test.each(refused)("two types of one element name are refused %s", (_, fragment, wanted) => {
  const { plan, errors } = planFragment(fragment);
  expect({ plan, errors: errors.length, text: errors.join() }).toEqual({
    plan: undefined,
    errors: 1,
    text: expect.stringContaining(wanted),
  });
});

describe("accepted", () => {
  test.each<readonly [string, Fragment]>([
    ["one type in two places", { input: int + dup('type="xs:int"', "x") + int }],
    [
      "one group in two places",
      {
        types: `<xs:group name="G">${sequence(own)}</xs:group>`,
        input: '<xs:group ref="tns:G"/><xs:group ref="tns:G"/>',
      },
    ],
    [
      "one global element in two places",
      { types: own, input: '<xs:element ref="tns:dup"/><xs:element ref="tns:dup"/>' },
    ],
    ["one name in two namespaces", { input: int + dup('type="xs:string" form="unqualified"') }],
    [
      "two types in two contents",
      { types: type("A", sequence(text)), input: int + dup('type="tns:A"', "a") },
    ],
  ])("%s", (_, fragment) => {
    expect(planFragment(fragment).errors).toEqual([]);
  });
});

const attribute = (rest: string): string => `<xs:attribute name="x" ${rest}/>`;
const ofInt = attribute('type="xs:int"');
const ofText = attribute('type="xs:string"');
const groupOf = (content: string): string => `<xs:attributeGroup name="AG">${content}</xs:attributeGroup>`;
const inGroup = '<xs:attributeGroup ref="tns:AG"/>';
const restriction = (base: string, content: string): string =>
  extension(base, content).replaceAll("extension", "restriction");

describe("attributes of one name", () => {
  test.each([
    ["of two types", type("T", ofInt + ofText), 1],
    ["required and not", type("T", ofInt + attribute('type="xs:int" use="required"')), 1],
    ["with two defaults", type("T", ofInt + attribute('type="xs:int" default="1"')), 1],
    ["beside a group", groupOf(ofText) + type("T", ofInt + inGroup), 1],
    ["beside that of the base", type("A", ofInt) + type("T", extension("A", ofText)), 1],
    ["that say the same", groupOf(ofInt) + type("T", ofInt + inGroup), 0],
    ["that say the same, and the base", type("A", ofInt) + type("T", extension("A", ofInt)), 0],
    ["of a restriction", type("A", ofText) + type("T", restriction("A", ofInt)), 0],
    ["in two namespaces", type("T", ofInt + attribute('type="xs:string" form="qualified"')), 0],
  ])("%s", (_, types, count) => {
    const { errors } = planFragment({ types, input: dup('type="tns:T"', "t") });
    expect(errors.length).toBe(count);
    for (const error of errors) expect(error).toContain("MG3012: T has an attribute x that differs");
  });
});
