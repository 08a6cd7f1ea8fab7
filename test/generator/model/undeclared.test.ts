import { expect, test } from "@jest/globals";
import { assembled, defaults, type Fragments } from "./fragments.js";
import { complex, derived, gone, leftOut } from "./schema-fragments.js";

const schema =
  '<xs:element name="A" type="tns:Gone"/><xs:complexType name="B"><xs:attribute name="c" type="tns:Code"/></xs:complexType>';
const fields = '<xs:element ref="tns:A"/><xs:element name="b" type="tns:B"/>';
const messages =
  '<wsdl:message name="SendIn"><wsdl:part name="p" element="tns:Lost"/><wsdl:part name="q" element="tns:Send"/></wsdl:message>' +
  '<wsdl:message name="SendOut"><wsdl:part name="p" element="tns:SendResponse"/></wsdl:message>';

test("an undeclared name is refused", () => {
  expect(assembled({ schema, fields, messages }).found).toEqual([
    "main.wsdl:4:1 MG2001 the type {urn:example}Gone is not declared",
    "main.wsdl:4:64 MG2001 the type {urn:example}Code is not declared",
    "main.wsdl:8:29 MG2002 the element {urn:example}Lost is not declared",
  ]);
});

test("a lenient run replaces undeclared types by xs:any content or text, with a warning at each place", () => {
  const { model, found } = assembled({ schema, fields, messages }, { lenient: true });
  expect(found).toEqual([
    "main.wsdl:4:1 MG2033 the type {urn:example}Gone is not declared; it is treated as xs:any content",
    "main.wsdl:4:64 MG2033 the type {urn:example}Code is not declared; it is treated as xs:any content",
    "main.wsdl:8:29 MG2033 the element {urn:example}Lost is not declared; it is treated as xs:any content",
  ]);
  expect(model.complexTypes.find(({ name }) => name === "Gone")?.mixed).toBe(true);
  expect(model.simpleTypes.find(({ name }) => name === "Code")?.variety.kind).toBe("restriction");
  expect(model.elements.find(({ name }) => name === "Lost")?.type).toContain("anyType");
});

test.each([
  [
    "a reference with a name",
    { fields: '<xs:element name="a" ref="tns:Other"/>', schema: '<xs:element name="Other" type="xs:int"/>' },
    "main.wsdl:5:54 MG2042 xsd:element with ref and name is treated as the reference",
  ],
  [
    "a reference with a type",
    { fields: '<xs:element type="xs:int" ref="tns:Other"/>', schema: '<xs:element name="Other"/>' },
    "main.wsdl:5:54 MG2012 xsd:element has both ref and type",
  ],
  [
    "a keyword that does not exist",
    { binding: defaults.binding.replace("<soap:binding", '<soap:binding style="literal"') },
    'main.wsdl:13:1 MG2042 style="literal" is treated as style="document"',
  ],
])("in a lenient run: %s", (_, fragments, wanted) => {
  const { model, found } = assembled(fragments, { lenient: true });
  expect(found).toEqual([wanted]);
  expect(model.complexTypes.filter(({ abstract }) => abstract)).toEqual([]);
});

test("a base cannot be replaced", () => {
  const derived =
    '<xs:complexType name="T"><xs:complexContent><xs:extension base="tns:Gone"/></xs:complexContent></xs:complexType>';
  expect(
    assembled({ schema: derived, fields: '<xs:element name="t" type="tns:T"/>' }, { lenient: true }).found,
  ).toEqual(["main.wsdl:4:45 MG2001 the type {urn:example}Gone is not declared"]);
});

const inNone = (content: string): string =>
  `</xs:schema><xs:schema>${content}</xs:schema><xs:schema targetNamespace="urn:example:more">`;

const meant = (kind: string, name: string, taken: string): string =>
  `MG2037 the ${kind} ${name} is not declared; ${taken} is used, the only declaration that it can refer to`;
const open = (kind: string, name: string): string =>
  `MG2033 the ${kind} ${name} is not declared; it is treated as xs:any content`;

/** Unresolved references, and their replacements. */
const references: readonly (readonly [title: string, fragments: Fragments, ...found: string[]])[] = [
  [
    "a type without its prefix",
    { schema: complex("T"), fields: '<xs:element name="t" type="T"/>' },
    meant("type", "{}T", "{urn:example}T"),
  ],
  [
    "a type of XML Schema with the prefix of the contract",
    { fields: '<xs:element name="t" type="tns:string"/>' },
    meant("type", "{urn:example}string", "{http://www.w3.org/2001/XMLSchema}string"),
  ],
  [
    "a type without a prefix, of which there are two",
    {
      schema: complex("T") + `</xs:schema><xs:schema targetNamespace="urn:b">${complex("T")}`,
      messages: defaults.messages.replaceAll('element="tns:Send"', 'type="T"'),
    },
    "MG2001 the type {}T is not declared",
    "MG2002 the element {urn:example}SendResponse is not declared",
  ],
  [
    "an element of a schema without a namespace",
    {
      schema: inNone('<xs:element name="Sent" type="xs:string"/>'),
      messages: defaults.messages.replaceAll("tns:Send", "tns:Sent").replace("tns:SentResponse", "tns:Sent"),
    },
    meant("element", "{urn:example}Sent", "{}Sent"),
    meant("element", "{urn:example}Sent", "{}Sent"),
  ],
  [
    "the type of an element",
    {
      schema: `<xs:element name="E"><xs:complexType><xs:sequence/></xs:complexType></xs:element>`,
      fields: '<xs:element name="e" type="tns:E"/>',
    },
    meant("type", "{urn:example}E", "that of the element {urn:example}E"),
  ],
  [
    "a type as the element of a part",
    { messages: defaults.messages.replace('"tns:Send"', '"xs:string"') },
    meant("element", "{http://www.w3.org/2001/XMLSchema}string", "the type of that name"),
  ],
  [
    "a message in another namespace",
    { portType: defaults.portType.replace("tns:SendIn", "soap:SendIn") },
    meant("message", "{http://schemas.xmlsoap.org/wsdl/soap/}SendIn", "{urn:example}SendIn"),
  ],
  [
    "a wrong namespace that an import announces",
    {
      schema: '<xs:import namespace="urn:wrong" schemaLocation="a.xsd"/>',
      fields: '<xs:element xmlns:w="urn:wrong" ref="w:A"/>',
      files: {
        "a.xsd":
          '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:a"><xs:element name="A"/></xs:schema>',
      },
    },
    meant("element", "{urn:wrong}A", "{urn:a}A"),
  ],
  ["a type that no operation uses", { schema: complex("T", gone) }, leftOut("type", "{urn:example}Gone")],
  [
    "a type that no operation uses, and one that it is part of",
    { schema: complex("T", gone) + complex("U", '<xs:element name="t" type="tns:T"/>') },
    leftOut("type", "{urn:example}Gone"),
  ],
  [
    "a type derived from one that is used",
    {
      schema: complex("T") + derived("D", "tns:T", gone),
      fields: '<xs:element name="t" type="tns:T"/>',
    },
    "MG2001 the type {urn:example}Gone is not declared",
  ],
  [
    "a member of a substitution group that is used",
    {
      schema: `<xs:element name="Head"/><xs:element name="Member" substitutionGroup="tns:Head"><xs:complexType><xs:sequence>${gone}</xs:sequence></xs:complexType></xs:element>`,
      fields: '<xs:element ref="tns:Head"/>',
    },
    "MG2001 the type {urn:example}Gone is not declared",
  ],
  [
    "a binding that a service names",
    { service: '<wsdl:port name="P" binding="tns:Gone"/>' },
    "MG2025 no service contains the port type PortType; a service is derived from its bindings",
    "MG2041 the port P is ignored: the binding {urn:example}Gone is not declared",
  ],
  [
    "a namespace without a schema",
    {
      fields: '<xs:element xmlns:o="urn:other" name="a" type="o:A"/>',
    },
    open("type", "{urn:other}A"),
  ],
  [
    "an element of a namespace without a schema",
    { fields: '<xs:element xmlns:o="urn:other" ref="o:B"/>' },
    open("element", "{urn:other}B"),
  ],
  [
    "a message element of a namespace without a schema",
    {
      messages: defaults.messages
        .replace("<wsdl:part", '<wsdl:part xmlns:o="urn:other"')
        .replace('"tns:Send"', '"o:Send2"'),
    },
    open("element", "{urn:other}Send2"),
  ],
  [
    "an element of a namespace without a schema, but the name is declared in another one",
    { fields: '<xs:element xmlns:o="urn:other" ref="o:Send"/>' },
    "MG2002 the element {urn:other}Send is not declared",
  ],
  [
    "a namespace that is nearly one of the contract",
    { fields: '<xs:element xmlns:o="urn:example/" name="a" type="o:A"/>' },
    "MG2001 the type {urn:example/}A is not declared",
  ],
  [
    "a namespace without a schema, but the name is declared in another one",
    { schema: complex("A"), fields: '<xs:element xmlns:o="urn:other" name="a" type="o:A"/>' },
    "MG2001 the type {urn:other}A is not declared",
  ],
  [
    "a base in a namespace without a schema",
    {
      schema: `<xs:complexType name="T"><xs:complexContent><xs:extension xmlns:o="urn:other" base="o:A"/></xs:complexContent></xs:complexType>`,
      fields: '<xs:element name="t" type="tns:T"/>',
    },
    "MG2001 the type {urn:other}A is not declared",
  ],
  [
    "the message of an operation that no binding offers",
    {
      portType:
        defaults.portType +
        '<wsdl:operation name="Peek"><wsdl:input message="tns:Absent"/><wsdl:output message="tns:SendOut"/></wsdl:operation>',
    },
    leftOut("message", "{urn:example}Absent"),
  ],
  [
    "the message of an operation that the binding offers",
    { portType: defaults.portType.replace("tns:SendIn", "tns:Absent") },
    "MG2003 the message {urn:example}Absent is not declared",
  ],
  [
    "the message of an operation of a contract without bindings",
    { portType: defaults.portType.replace("tns:SendIn", "tns:Absent"), binding: "", service: "" },
    "MG2003 the message {urn:example}Absent is not declared",
    "MG2019 the binding Binding is neither SOAP nor HTTP GET or POST; it is omitted",
  ],
  [
    "the element of a part that soap:body does not select",
    {
      messages: defaults.messages.replace(
        "</wsdl:message>",
        '<wsdl:part name="more" element="tns:Absent"/></wsdl:message>',
      ),
      binding: defaults.binding.replace("<soap:body ", '<soap:body parts="parameters" '),
    },
    leftOut("element", "{urn:example}Absent"),
  ],
  [
    "the element of a part that soap:header selects",
    {
      messages: defaults.messages.replace(
        "</wsdl:message>",
        '<wsdl:part name="more" element="tns:Absent"/></wsdl:message>',
      ),
      binding: defaults.binding.replace(
        "<soap:body ",
        '<soap:header message="tns:SendIn" part="more" use="literal"/><soap:body parts="parameters" ',
      ),
    },
    "MG2002 the element {urn:example}Absent is not declared",
  ],
  [
    "the type of an attribute that is prohibited",
    {
      schema:
        '<xs:complexType name="T"><xs:attribute name="a" type="tns:Gone" use="prohibited"/>' +
        '<xs:attribute ref="tns:gone" use="prohibited"/></xs:complexType>',
      fields: '<xs:element name="t" type="tns:T"/>',
    },
  ],
];

test.each(references)("%s", (_, fragments, ...found) => {
  const findings = assembled(fragments).found.filter((finding) => !finding.includes("MG1018"));
  expect(findings.map((finding) => finding.replace(/^\S+ /, ""))).toEqual(found);
});

test("omitted declarations are not in the model", () => {
  const schema = complex("T", gone) + complex("U", '<xs:element name="t" type="tns:T"/>') + complex("V");
  expect(assembled({ schema }).model.complexTypes.map(({ name }) => name)).toEqual([
    "V",
    "Send",
    "SendResponse",
  ]);
});
