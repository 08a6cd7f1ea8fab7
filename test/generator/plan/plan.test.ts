import { describe, expect, test } from "@jest/globals";
import { OPERATIONS } from "../../schema/operation-facts.js";
import type { FieldPlan } from "#generator/plan/data/members.js";
import { bodyFields } from "#generator/plan/data/operations.js";
import type { Plan } from "#generator/plan/data/plan.js";
import { namedContract } from "../emit/named-contract.js";
import { planFile, planFragment, planned, planText, type Fragment } from "./contracts.js";

/** Fields as short texts: `name type`, with `?` for optional and `nil` for nillable ones. */
function shown(fields: readonly FieldPlan[]): readonly string[] {
  return fields.map(({ name, value, required, nillable }) => {
    const type =
      value.kind === "simple"
        ? (value.narrowed ?? value.constant)
        : "type" in value
          ? `${value.kind} ${value.type.unique}`
          : value.kind;
    return `${name}${required ? "" : "?"} ${type}${nillable ? " nil" : ""}`;
  });
}

function inputOf(plan: Plan): readonly string[] {
  return shown(plan.operations.slice(0, 1).flatMap(({ input }) => bodyFields(input.body)));
}

describe("fields", () => {
  const cases: readonly (readonly [string, Fragment, readonly string[]])[] = [
    ["required", { input: '<xs:element name="a" type="xs:int"/>' }, ["a int"]],
    ["optional", { input: '<xs:element name="a" type="xs:int" minOccurs="0"/>' }, ["a? int"]],
    ["nillable", { input: '<xs:element name="a" type="xs:int" nillable="true"/>' }, ["a int nil"]],
    [
      "open content",
      {
        input:
          '<xs:element name="a"><xs:complexType mixed="true"><xs:sequence><xs:any/></xs:sequence></xs:complexType></xs:element>',
      },
      ["a content"],
    ],
    [
      "a list",
      {
        types:
          '<xs:complexType name="Ints"><xs:sequence><xs:element name="int" type="xs:int" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>',
        input: '<xs:element name="a" type="tns:Ints"/>',
      },
      ["a list Ints"],
    ],
    [
      "a pattern",
      {
        types:
          '<xs:simpleType name="Zip"><xs:restriction base="xs:string"><xs:pattern value="[0-9]{5}"/></xs:restriction></xs:simpleType>',
        input: '<xs:element name="a" type="tns:Zip"/>',
      },
      ["a Zip"],
    ],
    [
      "an enumeration without a name of its own",
      {
        input:
          '<xs:element name="colour"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="red"/></xs:restriction></xs:simpleType></xs:element>',
      },
      ["colour enum DoColour"],
    ],
    [
      "a record without a name of its own",
      {
        input:
          '<xs:element name="user"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType></xs:element>',
      },
      ["user record DoUser"],
    ],
  ];
  test.each(cases)("%s", (_, fragment, want) => {
    expect(inputOf(planned(fragment))).toEqual(want);
  });
});

const flag = '<xs:element name="flag" type="xs:boolean"/>';
const text = '<xs:element name="DoResult" type="xs:string"/>';

describe("parameters of HTTP bindings", () => {
  test("a part gets type, required and documentation of the SOAP field of its name", () => {
    const documented =
      '<xs:element name="flag" type="xs:boolean" minOccurs="0"><xs:annotation><xs:documentation>Why.</xs:documentation></xs:annotation></xs:element>';
    const plan = planned({
      input: documented,
      output: text,
      parts: '<wsdl:part name="flag" type="xs:string"/>',
    });
    const [parameter] = plan.operations[0]?.http?.parameters ?? [];
    expect(parameter).toMatchObject({ required: false, doc: ["Why."], value: { constant: "boolean" } });
    expect(plan.operations[0]?.bindings).toEqual(["soap11", "httpGet"]);
  });

  const refused: readonly (readonly [string, Fragment, string])[] = [
    [
      "a part without a field",
      { parts: '<wsdl:part name="flag" type="xs:string"/>', output: text },
      "MG3002",
    ],
    [
      "a part for a record",
      {
        types: `<xs:complexType name="R"><xs:sequence>${flag}</xs:sequence></xs:complexType>`,
        input: '<xs:element name="r" type="tns:R"/>',
        parts: '<wsdl:part name="r" type="xs:string"/>',
        output: text,
      },
      "MG3003",
    ],
    ["a required field without a part", { input: flag, parts: "", output: text }, "MG3005"],
    [
      "an answer of another type",
      { parts: "", output: '<xs:element name="DoResult" type="xs:int"/>' },
      "MG3006",
    ],
  ];
  test.each(refused)("%s is refused", (_, fragment, code) => {
    expect(planFragment(fragment).errors.join("\n")).toContain(` error ${code}: `);
  });
});

describe("a number is appended to a name that is taken", () => {
  const enumeration = (name: string): string =>
    `<xs:simpleType name="${name}"><xs:restriction base="xs:string"><xs:enumeration value="x"/></xs:restriction></xs:simpleType>`;
  const cases: readonly (readonly [string, Fragment, readonly string[]])[] = [
    [
      "operations",
      { operations: ["Send_Sms", "SendSms"] },
      ["sendSms SendSmsInput", "sendSms$2 ExampleSendSmsInput"],
    ],
    ["a type and an input", { types: enumeration("DoInput") }, ["do Do$2Input"]],
    ["a type and a client", { types: enumeration("ExampleClient") }, ["do DoInput", "ExampleClient$2"]],
    ["a type and a service", { types: enumeration("Example") }, ["do DoInput", "Example$2"]],
    ["a service and an operation", { operations: ["Example"] }, ["example ExampleInput", "Example$2"]],
    ["a service and a module", { service: "operations" }, ["do DoInput", "operations$2"]],
  ];
  test.each(cases)("%s", (_, fragment, names) => {
    const { operations, services } = planned(fragment);
    const found = operations.map(({ method, input }) => `${method} ${input.typeName}`);
    const [service] = services;
    const all = [...found, service?.constant, service?.clientName, service?.interfaceName];
    expect(all).toEqual(expect.arrayContaining([...names]));
    expect(new Set(all).size).toBe(all.length);
  });
});

test("types that would have one name are numbered, those without a name of their own last", () => {
  const enumeration = (name: string): string =>
    `<xs:simpleType name="${name}"><xs:restriction base="xs:string"><xs:enumeration value="x"/></xs:restriction></xs:simpleType>`;
  const plan = planned({
    input:
      '<xs:element name="it"><xs:complexType><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType></xs:element>',
    types: enumeration("A-b") + enumeration("AB") + enumeration("DoIt"),
  });
  expect(plan.enums.map(({ type }) => type.name)).toEqual(["AB", "AB$2", "DoIt"]);
  expect(plan.records.map(({ type }) => type.name)).toEqual(["DoIt$2"]);
});

test("lists that hold each other are refused or planned, but never followed without end", () => {
  const list = (name: string, item: string): string =>
    `<xs:complexType name="${name}"><xs:sequence><xs:element name="x" type="tns:${item}" maxOccurs="unbounded"/></xs:sequence></xs:complexType>`;
  const fragment = {
    types: list("A", "B") + list("B", "A"),
    input: '<xs:element name="a" type="tns:A"/>',
  };
  const { plan, errors } = planFragment(fragment);
  expect(plan !== undefined || errors.length > 0).toBe(true);
});

describe("Messenger", () => {
  const { plan, errors } = planFile("schema/messenger.wsdl");

  test("is planned", () => {
    expect(errors).toEqual([]);
    expect(plan?.operations).toHaveLength(OPERATIONS.length);
    expect(plan?.services.map(({ clientName }) => clientName)).toEqual(["MessengerClient"]);
  });

  test("one input serves all bindings", () => {
    const operation = plan?.operations.find(({ name }) => name === "HTTP_SendSms");
    expect(operation?.bindings).toEqual(["soap11", "soap12", "httpGet", "httpPost"]);
    const fields = operation === undefined ? [] : bodyFields(operation.input.body);
    // The contract declares every part as xs:string.
    expect(operation?.http?.parameters).toEqual(fields.map((field) => ({ ...field, typed: false })));
  });

  test("an abstract base is the union of its derived types", () => {
    const base = plan?.records.find(({ type }) => type.name === "AuthResultBase");
    expect(base?.fieldsType.name).toBe("AuthResultBaseFields");
    expect(base?.variants.map(({ type }) => type.name)).toEqual(["AuthResult", "AuthResult2"]);
  });

  test("nothing of the plan can be changed", () => {
    expect(Object.isFrozen(plan?.records[0]?.members[0])).toBe(true);
  });
});

test.each([
  ["none has one of its own", '<xs:element name="wide" type="xs:int" minOccurs="0"/>', ["items"]],
  ["one has a required one of its own", '<xs:element name="wide" type="xs:int"/>', ["items"]],
  ["each has a required one of its own", "", ["choice"]],
])("a choice whose branches share an element: %s", (_, more, want) => {
  const first = more === "" ? '<xs:sequence><xs:element name="low" type="xs:int"/>' : "<xs:sequence>";
  const second = more === "" ? '<xs:element name="wide" type="xs:int"/>' : more;
  const high = '<xs:element name="high" type="xs:int"/>';
  const types =
    `<xs:complexType name="T"><xs:choice>${first}${high}</xs:sequence>` +
    `<xs:sequence>${second}${high}</xs:sequence></xs:choice></xs:complexType>`;
  const record = planned({ types }).records.find(({ type }) => type.unique === "T");
  expect(record?.members.map(({ kind }) => kind)).toEqual(want);
});

test.each([
  ["the first that wants no attributes", "", "Square"],
  ["the first, where all want some", '<xs:attribute name="u" use="required"/>', "Circle"],
])("a nil element of an abstract type is %s", (_, attribute, want) => {
  const derived = (name: string, content: string): string =>
    `<xs:complexType name="${name}"><xs:complexContent><xs:extension base="tns:Shape">${content}</xs:extension></xs:complexContent></xs:complexType>`;
  const types =
    '<xs:complexType name="Shape" abstract="true"/>' +
    '<xs:attributeGroup name="Units"><xs:attribute name="unit" use="required"/></xs:attributeGroup>' +
    derived("Circle", '<xs:attributeGroup ref="tns:Units"/>') +
    derived("Square", attribute);
  const input = '<xs:element name="shape" type="tns:Shape" nillable="true"/>';
  const [shape] = planned({ types, input }).operations.flatMap((each) => bodyFields(each.input.body));
  expect(shape?.value).toMatchObject({ nilType: want });
});

test("operations of two services whose names differ in a capital are two", () => {
  const counts = new Map<string, number>();
  const { plan, errors } = planText(
    namedContract((kind) => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      // The third is bound over SOAP in one service, the fourth over HTTP in the other.
      return kind === "operation"
        ? (["first", "second", "Order", "order"][count - 1] ?? "")
        : `${kind}${count}`;
    }),
  );
  expect(errors).toEqual([]);
  expect(plan?.operations.map(({ name, bindings }) => `${name} ${bindings.join(" ")}`)).toEqual([
    "first soap11 soap12",
    "second soap11 soap12",
    "order httpGet httpPost",
    "Order soap11",
  ]);
});
