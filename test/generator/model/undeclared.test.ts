import { expect, test } from "@jest/globals";
import { assembled } from "./fragments.js";

const schema =
  '<xs:element name="A" type="tns:Gone"/><xs:complexType name="B"><xs:attribute name="c" type="tns:Code"/></xs:complexType>';
const messages =
  '<wsdl:message name="SendIn"><wsdl:part name="p" element="tns:Lost"/></wsdl:message>' +
  '<wsdl:message name="SendOut"><wsdl:part name="p" element="tns:SendResponse"/></wsdl:message>';

test("what is not declared is refused", () => {
  expect(assembled({ schema, messages }).found).toEqual([
    "main.wsdl:4:1 MG2001 the type {urn:example}Gone is not declared",
    "main.wsdl:4:64 MG2001 the type {urn:example}Code is not declared",
    "main.wsdl:8:29 MG2002 the element {urn:example}Lost is not declared",
  ]);
});

test("in a lenient run open content or text stands in for it, with a warning at each place", () => {
  const { model, found } = assembled({ schema, messages }, { lenient: true });
  expect(found).toEqual([
    "main.wsdl:4:1 MG2033 the type {urn:example}Gone is not declared; it is taken as open content",
    "main.wsdl:4:64 MG2033 the type {urn:example}Code is not declared; it is taken as open content",
    "main.wsdl:8:29 MG2033 the element {urn:example}Lost is not declared; it is taken as open content",
  ]);
  expect(model.complexTypes.find(({ name }) => name === "Gone")?.mixed).toBe(true);
  expect(model.simpleTypes.find(({ name }) => name === "Code")?.variety.kind).toBe("restriction");
  expect(model.elements.find(({ name }) => name === "Lost")?.type).toContain("anyType");
});

test("a base cannot be replaced", () => {
  const derived =
    '<xs:complexType name="T"><xs:complexContent><xs:extension base="tns:Gone"/></xs:complexContent></xs:complexType>';
  expect(assembled({ schema: derived }, { lenient: true }).found).toEqual([
    "main.wsdl:4:45 MG2001 the type {urn:example}Gone is not declared",
  ]);
});
