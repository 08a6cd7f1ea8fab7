import { expect, test } from "@jest/globals";
import { at, childrenOf, elementsOf, fieldFact, nameOf, type Node, readSchema } from "./contract.js";

const contract = readSchema("messenger.xsd");
const document = readSchema("send-sms.xsd");

function named(schema: Node, kind: string, name: string): Node {
  const found = childrenOf(schema, kind).find((node) => nameOf(node) === name);
  if (found === undefined) throw new Error(`no ${kind} is called ${name}`);
  return found;
}

const fieldsOfDocument = (type: Node): readonly string[] =>
  childrenOf(at(type, "xs:all"), "xs:element").map(fieldFact);

test("the document of SendSmsXml has the fields of SendSmsTransaction, whose codec decodes it", () => {
  const request = at(named(contract, "xs:element", "SendSmsTransaction"), "xs:complexType");
  const type = at(named(document, "xs:element", "SendSms"), "xs:complexType");
  expect(fieldsOfDocument(type)).toEqual(elementsOf(request).map(fieldFact));
});

test("its credentials equal those of other requests", () => {
  const user = elementsOf(named(contract, "xs:complexType", "SoapUser")).map(fieldFact);
  expect(fieldsOfDocument(named(document, "xs:complexType", "SoapUser"))).toEqual(user);
});

test("its message types equal those of the contract", () => {
  const values = (schema: Node): readonly string[] => {
    const restriction = at(named(schema, "xs:simpleType", "MessageType"), "xs:restriction");
    return childrenOf(restriction, "xs:enumeration").map(({ attributes }) => attributes["value"] ?? "");
  };
  expect(values(document)).toEqual(values(contract));
});

test("it has no namespace and can be included in any", () => {
  expect(document.attributes).not.toHaveProperty("targetNamespace");
});
