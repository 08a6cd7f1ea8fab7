import { expect, test } from "@jest/globals";
import type { MessageCodec } from "messenger-gen-runtime/codec";
import { planFragment, planText, wsdl } from "../plan/contracts.js";
import { builtOperations, readBack, written } from "./built.js";

const xsi = "http://www.w3.org/2001/XMLSchema-instance";

async function inputOf(text: string, name: string): Promise<MessageCodec<unknown>> {
  const { plan, errors } = planText(text);
  if (plan === undefined) throw new Error(errors.join("\n"));
  const operation = (await builtOperations(plan, name))["Do"];
  if (operation === undefined) throw new Error("No operation Do");
  return operation.input;
}

const message = (inner: string): string => `<Do xmlns="urn:example" xmlns:xsi="${xsi}">${inner}</Do>`;

test("an undeclared type keeps attributes, its type and nil", async () => {
  const input = '<xs:element xmlns:m="urn:missing" name="a" type="m:Missing" nillable="true"/>';
  const codec = await inputOf(wsdl({ input }), "undeclared-type");
  const element = '<a xmlns:t1="urn:missing" xsi:type="t1:Derived" level="1"><b xmlns="">x</b></a>';
  const value = {
    type: { namespace: "urn:missing", name: "Derived" },
    attributes: [{ namespace: "", name: "level", value: "1" }],
    children: [{ namespace: "", name: "b", attributes: [], children: ["x"] }],
  };
  expect(readBack(codec, message(element))).toEqual({ a: value });
  expect(written(codec, { a: value })).toContain(`>${element}</Do>`);
  expect(readBack(codec, message('<a xsi:nil="true" />'))).toEqual({ a: null });
});

test("an abstract type without a concrete one keeps what a message contains", async () => {
  const types =
    '<xs:complexType name="Base" abstract="true"><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType>' +
    '<xs:complexType name="Middle" abstract="true"><xs:complexContent><xs:extension base="tns:Base"/></xs:complexContent></xs:complexType>';
  const input =
    '<xs:element name="a" type="tns:Base" maxOccurs="unbounded"/><xs:element name="c" type="tns:Middle"/>';
  const codec = await inputOf(wsdl({ types, input }), "abstract-type");
  const element = (name: string): string =>
    `<${name} xmlns:t1="urn:other" xsi:type="t1:Derived" level="1"><b>1</b><d>2</d></${name}>`;
  const child = (name: string, text: string) => ({
    namespace: "urn:example",
    name,
    attributes: [],
    children: [text],
  });
  const value = {
    type: { namespace: "urn:other", name: "Derived" },
    attributes: [{ namespace: "", name: "level", value: "1" }],
    children: [child("b", "1"), child("d", "2")],
  };
  const whole = { a: [value, value], c: value };
  expect(readBack(codec, message(element("a").repeat(2) + element("c")))).toEqual(whole);
  expect(written(codec, whole)).toContain(`>${element("a").repeat(2)}${element("c")}</Do>`);
});

test("a value that cannot be written is refused", async () => {
  const codec = await inputOf(
    wsdl({ input: '<xs:element name="a" type="xs:anyType"/>' }),
    "any-type-refused",
  );
  const writing = (a: unknown) => (): string => written(codec, { a });
  expect(writing({ $type: "Missing" })).toThrow('$type names no type: "Missing"');
  expect(writing({ $type: "xs:int", value: 2 ** 31 })).toThrow("int");
  expect(writing({ children: [], namespaces: [{ prefix: "", namespace: "urn:a" }] })).toThrow(RangeError);
  const typed = [{ namespace: xsi, name: "type", value: "a" }];
  expect(writing({ children: [], attributes: typed })).toThrow(RangeError);
});

test("types of the contract that are called like those of the output get other names", () => {
  const named = ["AnyType", "KnownTypes"].map(
    (name) =>
      `<xs:complexType name="${name}"><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType>`,
  );
  const { plan } = planFragment({ types: named.join(""), input: '<xs:element name="a" type="xs:anyType"/>' });
  expect([plan?.openTypes?.anyType?.name, plan?.openTypes?.knownTypes?.name]).toEqual([
    "AnyType$2",
    "KnownTypes$2",
  ]);
  expect(plan?.openTypes?.types.map(({ tag }) => tag)).toEqual(["AnyType", "KnownTypes"]);
});
