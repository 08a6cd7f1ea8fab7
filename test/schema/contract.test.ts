import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import {
  at,
  childOf,
  childrenOf,
  documentationOf,
  elementsOf,
  everyNode,
  fieldFact,
  local,
  nameOf,
  readSchema,
  recordFact,
  SCHEMA_FOLDER,
} from "./contract.js";
import type { Node } from "./contract.js";
import { ENUMERATIONS, GUID_NAMESPACE, LISTS, NAMESPACE, RECORDS, ROOTS } from "./facts.js";
import type { FieldFact } from "./facts.js";
import { OPERATIONS } from "./operation-facts.js";

const wsdl = readSchema("messenger.wsdl");
const xsd = readSchema("messenger.xsd");
const guid = readSchema("guid.xsd");

const httpOperations = OPERATIONS.filter((operation) => operation.http);
const operationNames = OPERATIONS.map((operation) => operation.name);
const httpOperationNames = httpOperations.map((operation) => operation.name);

describe("records and enumerations", () => {
  const complexTypes = childrenOf(xsd, "xs:complexType");
  const isList = (type: Node): boolean => nameOf(type).startsWith("ArrayOf");

  test("every record has the fields of the facts (facts.ts), in wire order", () => {
    const records = complexTypes.filter((type) => !isList(type));
    expect(Object.fromEntries(records.map((type) => [nameOf(type), recordFact(type)]))).toEqual(RECORDS);
  });

  test("every list type repeats exactly one element", () => {
    const lists = complexTypes.filter(isList).map((type) => [nameOf(type), recordFact(type)]);
    expect(Object.fromEntries(lists)).toEqual(
      Object.fromEntries(Object.entries(LISTS).map(([name, field]) => [name, { fields: [field] }])),
    );
  });

  test("every enumeration has the values of the facts, in order", () => {
    const values = (type: Node): readonly string[] =>
      childrenOf(at(type, "xs:restriction"), "xs:enumeration").map((value) => value.attributes["value"] ?? "");
    const enumerations = childrenOf(xsd, "xs:simpleType").map((type) => [nameOf(type), values(type)]);
    expect(Object.fromEntries(enumerations)).toEqual(ENUMERATIONS);
    expect(ENUMERATIONS["ServiceTypes"]).toHaveLength(59);
  });

  test("a guid accepts upper and lower case and no surrounding characters", () => {
    const restriction = at(guid, "xs:simpleType", "xs:restriction");
    const pattern = new RegExp(`^(?:${at(restriction, "xs:pattern").attributes["value"] ?? ""})$`);
    expect("0f8FAD5b-d9cb-469f-a165-70867728950e").toMatch(pattern);
    expect("{0f8fad5b-d9cb-469f-a165-70867728950e}").not.toMatch(pattern);
    expect("0f8fad5bd9cb469fa16570867728950e").not.toMatch(pattern);
  });

  test("elements are qualified, in the namespaces that existing clients use", () => {
    expect([xsd, guid].map((schema) => schema.attributes["targetNamespace"])).toEqual([NAMESPACE, GUID_NAMESPACE]);
    expect([xsd, guid].map((schema) => schema.attributes["elementFormDefault"])).toEqual(["qualified", "qualified"]);
  });
});

describe("messages", () => {
  const globals = new Map(childrenOf(xsd, "xs:element").map((element) => [nameOf(element), element]));
  const fieldsOf = (element: string): readonly FieldFact[] =>
    elementsOf(at(globals.get(element) ?? xsd, "xs:complexType")).map(fieldFact);

  test.each(OPERATIONS)("$name has the input and result of the facts", ({ name, input, result }) => {
    expect(fieldsOf(name)).toEqual(input);
    expect(fieldsOf(`${name}Response`)).toEqual([`${name}Result ${result}`]);
  });

  test("the other global elements are the roots of GET and POST responses", () => {
    const wrappers = new Set(operationNames.flatMap((name) => [name, `${name}Response`]));
    const roots = [...globals.values()].filter((element) => !wrappers.has(nameOf(element)));
    expect(roots.map(fieldFact)).toEqual(Object.entries(ROOTS).map(([name, type]) => `${name} ${type} nil`));
  });

  test("every WSDL message has the name and parts of the facts (operation-facts.ts)", () => {
    const soap = OPERATIONS.flatMap(({ name }) => [
      [`${name}SoapIn`, [`parameters element=${name}`]],
      [`${name}SoapOut`, [`parameters element=${name}Response`]],
    ]);
    const http = ["HttpGet", "HttpPost"].flatMap((binding) =>
      httpOperations.flatMap(({ name, input, result }) => [
        [`${name}${binding}In`, input.map((field) => `${field.split(" ")[0] ?? ""} type=string`)],
        [`${name}${binding}Out`, [result === "xml" ? "Body type=anyType" : `Body element=${result}`]],
      ]),
    );
    const part = ({ attributes: { name = "", element, type } }: Node): string =>
      element === undefined ? `${name} type=${local(type)}` : `${name} element=${local(element)}`;
    const messages = childrenOf(wsdl, "wsdl:message").map((message) => [
      nameOf(message),
      childrenOf(message, "wsdl:part").map(part),
    ]);
    expect(messages).toEqual([...soap, ...http]);
  });
});

describe("port types", () => {
  test.each([
    ["MessengerSoap", "Soap", operationNames],
    ["MessengerHttpGet", "HttpGet", httpOperationNames],
    ["MessengerHttpPost", "HttpPost", httpOperationNames],
  ])("%s", (portType, suffix, names) => {
    const operations = childrenOf(named("wsdl:portType", portType), "wsdl:operation");
    expect(operations.map(nameOf)).toEqual(names);
    for (const operation of operations) {
      expect(at(operation, "wsdl:input").attributes).toEqual({ message: `tns:${nameOf(operation)}${suffix}In` });
      expect(at(operation, "wsdl:output").attributes).toEqual({ message: `tns:${nameOf(operation)}${suffix}Out` });
      expect(childOf(operation, "wsdl:fault")).toBeUndefined();
    }
  });
});

describe("bindings", () => {
  const operationsOf = (binding: Node): readonly Node[] => childrenOf(binding, "wsdl:operation");

  test.each([
    ["MessengerSoap", "soap"],
    ["MessengerSoap12", "soap12"],
  ])("%s is document/literal; its actions are namespace plus operation", (name, prefix) => {
    const binding = named("wsdl:binding", name);
    expect(binding.attributes["type"]).toBe("tns:MessengerSoap");
    expect(at(binding, `${prefix}:binding`).attributes).toEqual({
      transport: "http://schemas.xmlsoap.org/soap/http",
      style: "document",
    });
    expect(operationsOf(binding).map(nameOf)).toEqual(operationNames);
    for (const operation of operationsOf(binding)) {
      expect(at(operation, `${prefix}:operation`).attributes).toEqual({
        soapAction: NAMESPACE + nameOf(operation),
        style: "document",
      });
      expect(at(operation, "wsdl:input", `${prefix}:body`).attributes).toEqual({ use: "literal" });
      expect(at(operation, "wsdl:output", `${prefix}:body`).attributes).toEqual({ use: "literal" });
    }
  });

  test.each([
    ["MessengerHttpGet", "GET", "http:urlEncoded", {}],
    ["MessengerHttpPost", "POST", "mime:content", { type: "application/x-www-form-urlencoded" }],
  ])("%s takes plain parameters and returns XML", (name, verb, inputElement, inputAttributes) => {
    const binding = named("wsdl:binding", name);
    expect(binding.attributes["type"]).toBe(`tns:${name}`);
    expect(at(binding, "http:binding").attributes).toEqual({ verb });
    expect(operationsOf(binding).map(nameOf)).toEqual(httpOperationNames);
    for (const operation of operationsOf(binding)) {
      expect(at(operation, "http:operation").attributes).toEqual({ location: `/${nameOf(operation)}` });
      expect(at(operation, "wsdl:input", inputElement).attributes).toEqual(inputAttributes);
      const isXml = OPERATIONS.find((fact) => fact.name === nameOf(operation))?.result === "xml";
      expect(at(operation, "wsdl:output").children.map((child) => [child.name, child.attributes])).toEqual(
        isXml ? [["mime:content", { part: "Body", type: "text/xml" }]] : [["mime:mimeXml", { part: "Body" }]],
      );
    }
  });

  test("the service has one port per binding, all at one address", () => {
    const service = named("wsdl:service", "Messenger");
    const ports = childrenOf(service, "wsdl:port").map((port) => {
      const address = port.children.find((child) => child.name.endsWith(":address"));
      return [nameOf(port), port.attributes["binding"], address?.name, address?.attributes["location"]];
    });
    const location = "http://localhost/bms/Soap/Messenger.asmx";
    expect(ports).toEqual([
      ["MessengerSoap", "tns:MessengerSoap", "soap:address", location],
      ["MessengerSoap12", "tns:MessengerSoap12", "soap12:address", location],
      ["MessengerHttpGet", "tns:MessengerHttpGet", "http:address", location],
      ["MessengerHttpPost", "tns:MessengerHttpPost", "http:address", location],
    ]);
  });
});

describe("documentation", () => {
  const undocumented = (nodes: readonly Node[]): readonly string[] =>
    nodes.filter((node) => !/^\S[^]*\.$/.test(documentationOf(node))).map(nameOf);

  test("every operation is documented once, in the port type that lists all of them", () => {
    expect(undocumented(childrenOf(named("wsdl:portType", "MessengerSoap"), "wsdl:operation"))).toEqual([]);
    expect(undocumented(childrenOf(wsdl, "wsdl:service"))).toEqual([]);
  });

  test("every record and enumeration is documented", () => {
    const records = childrenOf(xsd, "xs:complexType").filter((type) => nameOf(type) in RECORDS);
    expect(undocumented([...records, ...childrenOf(xsd, "xs:simpleType"), at(guid, "xs:simpleType")])).toEqual([]);
  });

  test("every request and result field is documented unless its name is self-explanatory", () => {
    const requests = childrenOf(xsd, "xs:element").filter((element) => operationNames.includes(nameOf(element)));
    expect(undocumented(requests.flatMap((element) => elementsOf(at(element, "xs:complexType"))))).toEqual([]);
    const records = childrenOf(xsd, "xs:complexType").filter((type) => nameOf(type) in RECORDS);
    const fields = records.flatMap((type) => undocumented(elementsOf(type)).map((field) => `${nameOf(type)}.${field}`));
    expect(fields).toEqual([
      "DistributionListDescription.Name",
      "AdZoneLocationApiData.Name",
      "AdZoneCampaignStatisticsApiData.CampaignName",
      "AdZoneCampaignStatisticsApiData.MessageText",
    ]);
  });
});

describe("external references", () => {
  const nodes = [wsdl, xsd, guid].flatMap(everyNode);

  test("every import is a file in the same folder", () => {
    const imports = nodes.filter((node) => /:(import|include|redefine)$/.test(node.name));
    const files = imports.map((node) => node.attributes["schemaLocation"] ?? "");
    expect(files).toEqual(["messenger.xsd", "guid.xsd"]);
    expect(files.filter((file) => !existsSync(join(SCHEMA_FOLDER, file)))).toEqual([]);
    const shown = ["README.md", "guid.xsd", "messenger.wsdl", "messenger.xsd", "send-sms.xsd", "v1"];
    expect(readdirSync(SCHEMA_FOLDER).sort()).toEqual(shown);
  });

  test("no SOAP encoding, and no hosts except known namespaces and localhost", () => {
    const values = nodes.flatMap((node) => Object.values(node.attributes));
    const addresses = new Set(values.flatMap((value) => /^https?:\/\/[^/]+\//.exec(value)?.[0] ?? []));
    expect([...addresses].sort()).toEqual([
      "http://localhost/",
      "http://microsoft.com/",
      "http://pmmsoapmessenger.com/",
      "http://schemas.xmlsoap.org/",
      "http://www.w3.org/",
    ]);
    expect(values.filter((value) => value.includes("soap/encoding"))).toEqual([]);
  });
});

function named(kind: string, name: string): Node {
  const node = childrenOf(wsdl, kind).find((child) => nameOf(child) === name);
  if (node === undefined) throw new Error(`no ${kind} is called ${name}`);
  return node;
}
