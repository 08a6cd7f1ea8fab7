import { expect, test } from "@jest/globals";
import { planText } from "./contracts.js";

const body = '<soap:body use="literal" namespace="urn:example"/>';
const beside = (part: string): string =>
  `<mime:multipartRelated><mime:part>${body}</mime:part><mime:part><mime:content part="${part}" type="*/*"/></mime:part></mime:multipartRelated>`;

/** Of an operation of the binding. */
interface Row {
  readonly name: string;
  readonly action?: string;
  readonly style?: "document" | "rpc";
  readonly input?: string;
  /** Part of the input. */
  readonly part?: string;
}

const element = '<wsdl:part name="p" element="tns:Text"/>';
const int = '<wsdl:part name="p" type="xs:int"/>';
const file = '<wsdl:part name="file" type="xs:base64Binary"/>';

/** Operations without responses; those with SOAP 1.2 have a binding of their own. */
function contract(operations: readonly Row[]): string {
  const each = (text: (row: Row, at: number) => string): string => operations.map(text).join("\n");
  return `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:example" targetNamespace="urn:example">
<wsdl:types><xs:schema targetNamespace="urn:example"><xs:element name="Text" type="xs:string"/></xs:schema></wsdl:types>
${each(({ part = element }, at) => `<wsdl:message name="In${at}">${part}</wsdl:message>`)}
<wsdl:message name="Out"><wsdl:part name="p" element="tns:Text"/></wsdl:message>
<wsdl:portType name="Port">${each(({ name }, at) => `<wsdl:operation name="${name}"><wsdl:input name="${name}${at}" message="tns:In${at}"/><wsdl:output message="tns:Out"/></wsdl:operation>`)}</wsdl:portType>
<wsdl:binding name="Port" type="tns:Port"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${each(({ name, action = "", style = "document", input = body }, at) => `<wsdl:operation name="${name}"><soap:operation soapAction="${action}" style="${style}"/><wsdl:input name="${name}${at}">${input}</wsdl:input><wsdl:output>${body}</wsdl:output></wsdl:operation>`)}
</wsdl:binding>
<wsdl:service name="Example"><wsdl:port name="Port" binding="tns:Port"><soap:address location="http://localhost/"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;
}

const equal = "MG3013: the operations a and b have equal requests; a server calls a for both";

test.each<[string, Row, Row, string | undefined]>([
  ["one element", { name: "A" }, { name: "B" }, equal],
  ["one element and action", { name: "A", action: "urn:x" }, { name: "B", action: "urn:x" }, equal],
  ["other actions", { name: "A", action: "urn:x" }, { name: "B", action: "urn:y" }, undefined],
  ["an action and none", { name: "A", action: "urn:x" }, { name: "B" }, undefined],
  [
    "one attachment",
    { name: "A", part: file, input: beside("file") },
    { name: "B", part: file, input: beside("file") },
    equal,
  ],
  [
    "attachments of other names",
    { name: "A", part: file, input: beside("file") },
    { name: "B", part: file.replace("file", "other"), input: beside("other") },
    undefined,
  ],
  [
    "an attachment and none",
    { name: "A", part: file, input: beside("file") },
    { name: "B", part: "" },
    undefined,
  ],
  ["parts of one name and type", { name: "A", part: int }, { name: "B", part: int }, equal],
  [
    "parts of other types",
    { name: "A", part: int },
    { name: "B", part: file.replace("file", "p") },
    undefined,
  ],
  [
    "wrappers of other names",
    { name: "A", style: "rpc", part: int },
    { name: "B", style: "rpc", part: int },
    undefined,
  ],
  [
    "overloads with equal parts",
    { name: "A", style: "rpc", part: int },
    { name: "A", style: "rpc", part: int },
    equal.replace("and b", "and a1"),
  ],
  [
    "overloads with other parts",
    { name: "A", style: "rpc", part: int },
    { name: "A", style: "rpc", part: "" },
    undefined,
  ],
])("operations with %s", (_, first, second, want) => {
  const { warnings, errors } = planText(contract([first, second]));
  expect(errors).toEqual([]);
  const found = warnings
    .map((text) => text.split("\n")[0]?.replace(/^.* warning /, ""))
    // A part of a document/literal message that names a type has a warning of its own.
    .filter((text) => text?.startsWith("MG2042") !== true);
  expect(found).toEqual(want === undefined ? [] : [want]);
});
