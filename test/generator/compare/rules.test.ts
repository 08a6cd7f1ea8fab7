import { describe, expect, test } from "@jest/globals";
import type { Change } from "#generator/compare/changes.js";
import { compareModels } from "#generator/compare/compare.js";
import { ruleTable, type RuleCode } from "#generator/compare/rules.js";
import { buildModel } from "#generator/model/build.js";
import type { ContractModel } from "#generator/model/types.js";
import { defaults, wsdlOf, type Fragments } from "../model/fragments.js";
import { findings, folderWith, load } from "../read/contract-files.js";
import { ruleCases, type Version } from "./rule-cases.js";

function modelOf({ edits = [], ...fragments }: Version): ContractModel {
  const text = edits.reduce((whole, [from, to]) => {
    if (!whole.includes(from)) throw new Error(`no ${from}`);
    return whole.replaceAll(from, to);
  }, wsdlOf(fragments));
  const { contract, diagnostics } = load(folderWith({ "main.wsdl": text }));
  const model = buildModel(contract, diagnostics);
  if (model === undefined) throw new Error(findings(diagnostics).join("\n"));
  return model;
}

const compared = (old: Version, fresh: Version): readonly Change[] =>
  compareModels(modelOf(old), modelOf(fresh));

describe("each rule reports its change, and no other does", () => {
  const cases = ruleCases.map((each, at) => ({ ...each, at, title: each.codes.join(" ") }));
  test.each(cases)("$title (case $at)", ({ codes, old, new: fresh }) => {
    const changes = compared(old, fresh);
    expect(changes.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
    for (const { code, values } of changes) {
      const { message, hint } = ruleTable[code];
      for (const [, word = ""] of `${message} ${hint}`.matchAll(/\{(\w+)\}/g))
        expect(values).toHaveProperty([word]);
    }
  });

  test.each(cases)("no change of a version with itself (case $at)", ({ old, new: fresh }) => {
    expect([compared(old, old), compared(fresh, fresh)]).toEqual([[], []]);
  });

  test("there is a case for each rule", () => {
    const covered = new Set(ruleCases.map(({ codes: [code] }) => code));
    expect((Object.keys(ruleTable) as RuleCode[]).filter((code) => !covered.has(code))).toEqual([]);
  });
});

test.each([
  ["both", "1001 1010 1011 1016 1017 1018 1019 1024 2003 2006"],
  ["neither", "1002 1005 1008 1009 1022 1023 2007 2008 2013 3019 3024 3028 3029 3115 3120 3121"],
  ["callers", "1003 1006 1012 1014 2001 2004"],
  ["servers", "1004 1007 1013 1015 2002 2005"],
  [
    "fewer",
    "1020 3003 3006 3008 3011 3014 3016 3020 3022 3025 3103 3105 3108 3110 3111 3114 3119 4002 4003 4006 4008 4010 4014",
  ],
  [
    "more",
    "1021 3001 3007 3009 3010 3013 3017 3021 3026 3030 3101 3106 3107 3109 3112 3113 3118 4001 4004 4005 4009 4011 4013",
  ],
  ["other", "2009 2010 2011 2012 3002 3004 3005 3015 3018 3023 3027 3102 3104 3116 3117 4007 4012"],
  ["derived", "3012"],
])("the effect %s is that of the rules %s", (effect, numbers) => {
  const rules = Object.entries(ruleTable).filter(([, rule]) => rule.effect === effect);
  expect(rules.map(([code]) => code.slice(2)).join(" ")).toBe(numbers);
});

describe("a change breaks", () => {
  const inResponse: Fragments = {
    messages: defaults.messages
      .replace('element="tns:Send"', 'element="tns:Nothing"')
      .replace('element="tns:SendResponse"', 'element="tns:Send"'),
    schema: '<xs:element name="Nothing"><xs:complexType/></xs:element>',
  };
  const inBoth: Fragments = { messages: defaults.messages.replace("tns:SendResponse", "tns:Send") };
  const inNone: Fragments = {
    messages: defaults.messages.replace('element="tns:Send"', 'element="tns:Nothing"'),
    schema: '<xs:element name="Nothing"><xs:complexType/></xs:element>',
  };
  const short = '<xs:element name="a" type="xs:string" minOccurs="0"/>';
  const long = `${short}<xs:element name="b" type="xs:string" minOccurs="0"/>`;
  const required = `${short}<xs:element name="b" type="xs:string"/>`;
  test.each([
    ["more in requests", {}, short, long, { callers: false, servers: true }],
    ["fewer in requests", {}, long, short, { callers: true, servers: false }],
    ["other in requests", {}, short, required, { callers: true, servers: true }],
    ["more in responses", inResponse, short, long, { callers: true, servers: false }],
    ["fewer in responses", inResponse, long, short, { callers: false, servers: true }],
    ["other in responses", inResponse, short, required, { callers: true, servers: true }],
    ["more in both", inBoth, short, long, { callers: true, servers: true }],
    ["nothing if no message has it", inNone, short, required, { callers: false, servers: false }],
  ])("%s", (_, fragments, old, fresh, breaks) => {
    const [change] = compared({ ...fragments, fields: old }, { ...fragments, fields: fresh });
    expect(change).toMatchObject(breaks);
  });

  test("what the two types of an element differ in", () => {
    const schema =
      '<xs:simpleType name="Short"><xs:restriction base="xs:string"><xs:maxLength value="5"/></xs:restriction></xs:simpleType>' +
      '<xs:simpleType name="Long"><xs:restriction base="xs:string"><xs:maxLength value="9"/></xs:restriction></xs:simpleType>' +
      '<xs:simpleType name="Same"><xs:restriction base="xs:string"><xs:maxLength value="9"/></xs:restriction></xs:simpleType>';
    const typed = (type: string): Fragments => ({
      schema,
      fields: `<xs:element name="a" type="tns:${type}"/>`,
    });
    const breaks = (from: string, to: string): unknown =>
      compared(typed(from), typed(to)).map(({ code, callers, servers }) => [code, callers, servers]);
    expect(breaks("Short", "Long")).toEqual([["MD3012", false, true]]);
    expect(breaks("Long", "Short")).toEqual([["MD3012", true, false]]);
    expect(breaks("Long", "Same")).toEqual([["MD3012", false, false]]);
  });
});

test("a change of a type that several operations use is one, with their names", () => {
  const schema = (more: string): string =>
    `<xs:complexType name="Item"><xs:sequence><xs:element name="a" type="xs:string"/>${more}</xs:sequence></xs:complexType>`;
  const notify = '<wsdl:operation name="Notify"><wsdl:input message="tns:SendIn"/></wsdl:operation>';
  const version = (more: string): Fragments => ({
    schema: schema(more),
    fields: '<xs:element name="one" type="tns:Item"/><xs:element name="other" type="tns:Item"/>',
    portType: defaults.portType + notify,
  });
  const changes = compared(version(""), version('<xs:element name="b" type="xs:string" minOccurs="0"/>'));
  expect(changes).toMatchObject([
    { code: "MD3001", operations: ["Send", "Notify"], directions: ["request"], new: { line: 4 } },
  ]);
});
