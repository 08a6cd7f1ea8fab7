import { rmSync } from "node:fs";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { generate } from "#generator/index.js";
import { defaults, wsdlOf, type Fragments } from "./model/fragments.js";
import { folderWith } from "./read/contract-files.js";

const scratch = mkdtempSync(join(tmpdir(), "typical-"));
afterAll(() => {
  rmSync(scratch, { recursive: true });
});

const xs = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';
const xsd = (namespace: string, content: string): string =>
  `<xs:schema ${xs} ${namespace === "" ? "" : `targetNamespace="${namespace}"`}>${content}</xs:schema>`;
const type = (name: string, content = ""): string =>
  `<xs:complexType name="${name}"><xs:sequence>${content}</xs:sequence></xs:complexType>`;
const field = (name: string): string => `<xs:element name="a" type="${name}"/>`;
const encoded = defaults.binding
  .replace("<soap:binding", '<soap:binding style="rpc"')
  .replaceAll(
    'use="literal"',
    'use="encoded" namespace="urn:example" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"',
  );
const parts = (input: string): string =>
  `<wsdl:message name="SendIn">${input}</wsdl:message>` +
  '<wsdl:message name="SendOut"><wsdl:part name="r" type="xs:string"/></wsdl:message>';
const array = (content: string): string =>
  '<xs:complexType name="A"><xs:complexContent><xs:restriction xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" base="e:Array">' +
  `${content}</xs:restriction></xs:complexContent></xs:complexType>`;
const arrayType = (value: string): string => `<xs:attribute ref="e:arrayType" wsdl:arrayType="${value}"/>`;
const rpc = (schema: string, partType: string): Fragments => ({
  schema,
  messages: parts(`<wsdl:part name="p" ${partType}/>`),
  binding: encoded,
});
const apache = 'xmlns:x="http://xml.apache.org/xml-soap"';
const policy = '<p:PolicyReference xmlns:p="http://schemas.xmlsoap.org/ws/2004/09/policy" URI="#p"/>';
const addressing = '<w:UsingAddressing xmlns:w="http://www.w3.org/2006/05/addressing/wsdl"/>';
const operations = (...more: readonly string[]): string => defaults.portType + more.join("");

/** Constructs of existing contracts, as fragments or as a whole document, and the codes of their diagnostics. */
const contracts: readonly (readonly [string, Fragments | string | Uint8Array, ...string[]])[] = [
  ["an encoded array of texts", rpc(array(arrayType("xs:string[]")), 'type="tns:A"')],
  ["an encoded array of a size", rpc(array(arrayType("xs:string[10]")), 'type="tns:A"')],
  ["an encoded array of arrays", rpc(array(arrayType("xs:int[][]")), 'type="tns:A"')],
  ["an encoded array of two dimensions", rpc(array(arrayType("xs:int[,]")), 'type="tns:A"')],
  [
    "an encoded array by its items",
    rpc(
      array('<xs:sequence><xs:element name="item" type="xs:int" maxOccurs="unbounded"/></xs:sequence>'),
      'type="tns:A"',
    ),
  ],
  ["a Map of Axis", rpc("", `${apache} type="x:Map"`)],
  ["a Document of Axis", rpc("", `${apache} type="x:Document"`)],
  ["an attachment of Axis", rpc("", `${apache} type="x:DataHandler"`), "MG2001"],
  ["an element in rpc style", rpc('<xs:element name="E" type="xs:string"/>', 'element="tns:E"')],
  [
    "chameleon includes in two folders",
    {
      schema: '<xs:include schemaLocation="a/a.xsd"/>',
      fields: field("tns:T"),
      files: {
        "a/a.xsd": xsd("", `<xs:include schemaLocation="../b.xsd"/>${type("T", field("U"))}`),
        "b.xsd": xsd("", type("U")),
      },
    },
  ],
  [
    "a file by two paths",
    {
      schema: '<xs:include schemaLocation="a.xsd"/><xs:include schemaLocation="./x/../a.xsd"/>',
      fields: field("tns:T"),
      files: { "a.xsd": xsd("urn:example", type("T")), "x/b.xsd": xsd("urn:b", "") },
    },
  ],
  [
    "a schema that includes itself",
    {
      schema: '<xs:include schemaLocation="a.xsd"/>',
      files: { "a.xsd": xsd("urn:example", '<xs:include schemaLocation="a.xsd"/>') },
    },
  ],
  [
    "schemas that refer to each other without an import",
    {
      fields: '<xs:element xmlns:b="urn:b" ref="b:B"/>',
      schema: `</xs:schema>${xsd("urn:b", '<xs:element name="B"/>')}<xs:schema targetNamespace="urn:example" elementFormDefault="qualified">`,
    },
  ],
  [
    "a WSDL imported for its types",
    {
      more: '<wsdl:import namespace="urn:t" location="t.wsdl"/>',
      fields: '<xs:element xmlns:t="urn:t" ref="t:B"/>',
      files: {
        "t.wsdl": `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:t"><wsdl:types>${xsd("urn:t", '<xs:element name="B"/>')}</wsdl:types></wsdl:definitions>`,
      },
    },
  ],
  [
    "a schema imported by wsdl:import",
    {
      more: '<wsdl:import namespace="urn:t" location="t.xsd"/>',
      fields: '<xs:element xmlns:t="urn:t" ref="t:B"/>',
      files: { "t.xsd": xsd("urn:t", '<xs:element name="B"/>') },
    },
  ],
  [
    "an import that nothing needs",
    { schema: '<xs:import namespace="urn:t" schemaLocation="http://www.example.com/t.xsd"/>' },
    "MG1019",
  ],
  [
    "an included schema of another namespace",
    { schema: '<xs:include schemaLocation="a.xsd"/>', files: { "a.xsd": xsd("urn:b", "") } },
    "MG1015",
  ],
  [
    "##other and ##local",
    {
      fields: `${field("xs:int")}<xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>`,
    },
  ],
  [
    "a group that contains itself through an element",
    {
      schema:
        '<xs:group name="G"><xs:sequence><xs:element name="n" minOccurs="0"><xs:complexType><xs:group ref="tns:G"/></xs:complexType></xs:element></xs:sequence></xs:group>',
      fields: '<xs:group ref="tns:G"/>',
    },
  ],
  [
    "xml:lang and its relatives",
    {
      fields: `<xs:element name="a"><xs:complexType>${["lang", "space", "base", "id"].map((name) => `<xs:attribute ref="xml:${name}"/>`).join("")}</xs:complexType></xs:element>`,
    },
  ],
  [
    "ids, references and name tokens",
    {
      fields: `<xs:element name="a"><xs:complexType>${["ID", "IDREF", "IDREFS", "NMTOKENS", "ENTITY"].map((name) => `<xs:attribute name="x${name}" type="xs:${name}"/>`).join("")}</xs:complexType></xs:element>`,
    },
  ],
  [
    "keys",
    {
      fields:
        '<xs:element name="a"><xs:complexType/><xs:unique name="u"><xs:selector xpath="b"/><xs:field xpath="@c"/></xs:unique></xs:element>',
    },
    "MG2022",
  ],
  [
    "documentation everywhere",
    {
      schema:
        '<xs:annotation><xs:appinfo source="x"><q xmlns="urn:q">*/</q></xs:appinfo><xs:documentation xml:lang="en">t <b>b</b> */</xs:documentation></xs:annotation>',
      more: "<wsdl:documentation>x</wsdl:documentation>",
    },
  ],
  ["a byte order mark", `\uFEFF${wsdlOf({})}`],
  ["UTF-16", Buffer.from(`\uFEFF${wsdlOf({ fields: field("xs:int") })}`, "utf16le")],
  ["Windows line ends", wsdlOf({ fields: field("xs:int") }).replaceAll("\n", "\r\n")],
  [
    "an empty target namespace",
    wsdlOf({}).replaceAll('targetNamespace="urn:example"', 'targetNamespace=""').replaceAll("tns:", ""),
  ],
  ["a policy and addressing", { binding: policy + addressing + defaults.binding }],
  [
    "addressing that is required",
    { binding: addressing.replace("/>", ' wsdl:required="true"/>') + defaults.binding },
  ],
  [
    "a notification",
    {
      portType: operations('<wsdl:operation name="N"><wsdl:output message="tns:SendOut"/></wsdl:operation>'),
    },
    "MG2018",
  ],
  [
    "two ports of one binding",
    { service: defaults.service + defaults.service.replace('name="Port"', 'name="Other"') },
  ],
  ["a port without an address", { service: '<wsdl:port name="Port" binding="tns:Binding"/>' }],
  ["empty messages", { messages: '<wsdl:message name="SendIn"/><wsdl:message name="SendOut"/>' }],
  [
    "no soapAction, no use",
    {
      binding:
        '<soap:binding/><wsdl:operation name="Send"><wsdl:input><soap:body/></wsdl:input><wsdl:output><soap:body/></wsdl:output></wsdl:operation>',
    },
  ],
  [
    "SOAP over JMS",
    {
      binding: defaults.binding.replace(
        "http://schemas.xmlsoap.org/soap/http",
        "http://www.w3.org/2010/soapjms/",
      ),
    },
  ],
  [
    "a protocol that is neither SOAP nor HTTP",
    { binding: '<j:binding xmlns:j="urn:jms"/>' },
    "MG2019",
    "MG2020",
    "MG2021",
  ],
  [
    "a lookahead in a pattern",
    {
      schema:
        '<xs:simpleType name="P"><xs:restriction base="xs:string"><xs:pattern value="(?=a)b"/></xs:restriction></xs:simpleType>',
      fields: field("tns:P"),
    },
    "MG2015",
  ],
  [
    "a bound that is none",
    {
      schema:
        '<xs:simpleType name="P"><xs:restriction base="xs:int"><xs:minInclusive value=""/></xs:restriction></xs:simpleType>',
      fields: field("tns:P"),
    },
    "MG3009",
  ],
  [
    "a DataSet",
    {
      fields:
        '<xs:element name="r"><xs:complexType><xs:sequence><xs:element ref="xs:schema"/><xs:any/></xs:sequence></xs:complexType></xs:element>',
    },
  ],
  [
    "names of the language",
    {
      fields: ["class", "constructor", "__proto__", "a-b.c"]
        .map((name) => `<xs:element name="${name}" type="xs:int"/>`)
        .join(""),
    },
  ],
  [
    "an abstract type without a concrete one",
    {
      schema: '<xs:complexType name="A" abstract="true"><xs:sequence/></xs:complexType>',
      fields: '<xs:element name="a" type="tns:A"/><xs:element name="b" type="tns:A" maxOccurs="unbounded"/>',
    },
    "MG2023",
  ],
  ["a DOCTYPE", `<!DOCTYPE a>${wsdlOf({})}`, "MG1021"],
  ["an entity of a DOCTYPE", `<!DOCTYPE a>${wsdlOf({ service: "&e;" })}`, "MG1009"],
];

test.each(contracts)("%s", async (title, contract, ...codes) => {
  const isWhole = typeof contract === "string" || contract instanceof Uint8Array;
  const files = isWhole ? { "main.wsdl": contract } : { "main.wsdl": wsdlOf(contract), ...contract.files };
  const out = join(scratch, String(contracts.findIndex(([each]) => each === title)));
  const { outcome, diagnostics, coverage } = await generate({
    wsdl: join(folderWith(files), "main.wsdl"),
    out,
  });
  expect([...new Set(diagnostics.map(({ code }) => code))].sort()).toEqual(codes);
  const isRefused = diagnostics.some(({ severity }) => severity === "error");
  expect({ outcome, offered: coverage?.offered }).toEqual(
    isRefused ? { outcome: "refused", offered: undefined } : { outcome: "written", offered: 1 },
  );
});
