import { expect, test } from "@jest/globals";
import { diagnosticTable } from "#generator/diagnostics.js";
import { build, defaults, type Fragments } from "./fragments.js";

const type = (content: string, name = "T"): string =>
  `<xs:complexType name="${name}">${content}</xs:complexType>`;
const simple = (content: string, name = "S"): string =>
  `<xs:simpleType name="${name}">${content}</xs:simpleType>`;
const restriction = (facets: string): string =>
  simple(`<xs:restriction base="xs:string">${facets}</xs:restriction>`);
const extension = (base: string, content = ""): string =>
  `<xs:complexContent><xs:extension base="${base}">${content}</xs:extension></xs:complexContent>`;
const element = (rest: string): string => `<xs:element name="a" ${rest}/>`;
const literal = '<soap:body use="literal"/>';
const bound = (input: string, output = literal, style = "document"): string =>
  `<soap:binding style="${style}"/><wsdl:operation name="Send"><wsdl:input>${input}</wsdl:input>` +
  `<wsdl:output>${output}</wsdl:output></wsdl:operation>`;
const related = (parts: string): string =>
  `<mime:multipartRelated><mime:part>${literal}</mime:part>${parts}</mime:multipartRelated>`;
const httpBound = (input: string, output: string): string =>
  `<http:binding verb="GET"/><wsdl:operation name="Send"><http:operation location="/Send"/>` +
  `<wsdl:input>${input}</wsdl:input><wsdl:output>${output}</wsdl:output></wsdl:operation>`;
const message = (name: string, parts: string): string =>
  `<wsdl:message name="${name}">${parts}</wsdl:message>`;
const textParts = message("SendIn", '<wsdl:part name="to" type="xs:string"/>') + message("SendOut", "");
const operation = (content: string): string => `<wsdl:operation name="Send">${content}</wsdl:operation>`;

/** Fragments, with their diagnostics, without the name of the file. */
const cases: readonly (readonly [Fragments, ...string[]])[] = [
  [{ fields: element('type="tns:T"') }, "5:54 MG2001 the type {urn:example}T is not declared"],
  [{ fields: element('type="xs:strin"') }, "5:54 MG2001 the type xsd:strin is not declared"],
  [{ fields: '<xs:element ref="tns:b"/>' }, "5:54 MG2002 the element {urn:example}b is not declared"],
  [
    { portType: operation('<wsdl:input message="tns:Gone"/><wsdl:output message="tns:SendOut"/>') },
    "11:29 MG2003 the message {urn:example}Gone is not declared",
  ],
  [
    { service: '<wsdl:port name="P" binding="tns:Gone"/>' },
    "10:1 MG2025 no service contains the port type PortType; a service is derived from its bindings",
    "15:1 MG2041 the port P is ignored: the binding {urn:example}Gone is not declared",
  ],
  [
    { schema: type('<xs:group ref="tns:G"/>'), fields: element('type="tns:T"') },
    "4:26 MG2003 the group {urn:example}G is not declared",
  ],
  [
    { schema: type('<xs:attributeGroup ref="tns:G"/>'), fields: element('type="tns:T"') },
    "4:26 MG2003 the attribute group {urn:example}G is not declared",
  ],
  [
    { binding: bound('<soap:body use="literal" parts="other"/>') },
    "13:33 MG2004 the message SendIn has no part other",
  ],
  [{ fields: element('type="q:T"') }, '5:54 MG2005 the prefix q in type="q:T" is not bound to a namespace'],
  [{ schema: type("", "a b") }, '4:1 MG2006 "a b" is not a valid name of xsd:complexType'],
  [{ schema: type("", "*/alert(1)/*") }, '4:1 MG2006 "*/alert(1)/*" is not a valid name of xsd:complexType'],
  [{ schema: type("", "a&#10;b") }, '4:1 MG2006 "a\\u{a}b" is not a valid name of xsd:complexType'],
  [
    { fields: `<xs:element name="${"n".repeat(201)}" type="xs:int"/>` },
    `5:54 MG2045 the name ${"n".repeat(40)}... has more than 200 characters`,
  ],
  [{ schema: "<xs:complexType/>" }, "4:1 MG2007 xsd:complexType has no name"],
  [{ schema: simple("") }, "4:1 MG2007 xsd:simpleType has no xsd:restriction, xsd:list or xsd:union"],
  [
    { fields: element('type="xs:string" minOccurs="none"') },
    '5:54 MG2008 minOccurs="none" is invalid; expected a whole number, 0 or greater',
  ],
  [
    { fields: element('type="xs:string" nillable="yes"') },
    '5:54 MG2008 nillable="yes" is invalid; expected one of false, true, 0, 1',
  ],
  [{ fields: element('type="a:b:c"') }, '5:54 MG2008 type="a:b:c" is invalid; expected a name'],
  [
    {
      schema: `${type("")}\n${simple('<xs:restriction base="xs:string"/>', "T")}`,
      fields: element('type="tns:T"'),
    },
    "5:1 MG2009 the type T is declared twice, first at main.wsdl:4:1",
  ],
  [
    { schema: `${type("")}\n${simple('<xs:restriction base="xs:string"/>', "T")}` },
    "5:1 MG2041 the type T is ignored: it is also declared at main.wsdl:4:1, and no operation uses it",
  ],
  [
    {
      schema: `${type("")}\n${type("", "U")}\n${type(extension("tns:T"), "U")}`,
      fields: element('type="tns:T"'),
    },
    "6:1 MG2041 the type U is ignored: it is also declared at main.wsdl:5:1, and no operation uses it",
  ],
  [
    {
      schema: `${type("")}\n${type(extension("tns:T"), "U")}\n${type("", "U")}`,
      fields: element('type="tns:T"'),
    },
    "6:1 MG2009 the type U is declared twice, first at main.wsdl:5:1",
  ],
  [
    { fields: element('type="xs:string" nillable="True" maxOccurs="UNBOUNDED"') },
    '5:54 MG2042 maxOccurs="UNBOUNDED" is treated as unbounded',
    '5:54 MG2042 nillable="True" is treated as true',
  ],
  [{ binding: bound(literal, literal, "Document") }, '13:1 MG2042 style="Document" is treated as document'],
  [
    { portType: operation('<wsdl:input message="tns:SendIn"/><wsdl:fault message="tns:SendOut"/>') },
    "11:63 MG2042 wsdl:fault without a name is treated as one with the name SendOut",
  ],
  [
    { portType: operation('<wsdl:input message="tns:SendIn"/><wsdl:fault name="" message="tns:SendOut"/>') },
    '11:63 MG2006 "" is not a valid name of wsdl:fault',
  ],
  [
    {
      binding: defaults.binding.replace(
        "</wsdl:operation>",
        '<wsdl:fault><soap:fault name="F" use="literal"/></wsdl:fault></wsdl:operation>',
      ),
    },
    "13:244 MG2041 wsdl:fault is ignored: it has no name",
  ],
  [{ fields: '<xs:element name="a" ref="tns:Send"/>' }, "5:54 MG2012 xsd:element has both ref and name"],
  [
    { schema: restriction('<xs:enumeration value="A"/><xs:enumeration value="A"/>') },
    '4:85 MG2041 the enumeration value "A" is ignored: it repeats the value at main.wsdl:4:58',
  ],
  [
    { schema: type(element('type="xs:string"')) },
    "4:26 MG2010 xsd:element is not allowed in xsd:complexType",
  ],
  [{ schema: type("text") }, "4:1 MG2032 text in xsd:complexType is ignored"],
  [
    {
      binding: defaults.binding,
      messages: defaults.messages
        .replaceAll("<wsdl:part", '<wsdl:part xmlns="http://schemas.xmlsoap.org/wsdl/"')
        .replace("tns:Send", "Send"),
    },
    "8:29 MG2031 the name Send is in the WSDL namespace, which has no such declaration; it is treated as a name in urn:example",
  ],
  [
    { fields: element('type="xs:string" minOccur="0"') },
    "5:54 MG2011 the attribute minOccur is not defined for xsd:element; it is ignored",
  ],
  [
    { fields: `<xs:element name="a" type="xs:string"><xs:complexType/></xs:element>` },
    "5:54 MG2012 xsd:element has both type and a type in place",
  ],
  [
    { schema: type(extension("tns:B")) + type(extension("tns:T"), "B") },
    "4:1 MG2013 the type T is circular: T > B > T",
  ],
  [{ schema: type(extension("tns:T")) }, "4:1 MG2013 the type T is circular: T > T"],
  [
    { schema: simple('<xs:restriction base="tns:R"/>') + simple('<xs:list itemType="tns:S"/>', "R") },
    "4:1 MG2013 the type S is circular: S > R > S",
  ],
  [
    { schema: '<xs:group name="G"><xs:sequence><xs:group ref="tns:G"/></xs:sequence></xs:group>' },
    "4:1 MG2013 the group G is circular: G > G",
  ],
  [
    { schema: type("") + simple('<xs:restriction base="tns:T"/>') },
    "4:67 MG2014 T is a complex type; expected a simple type",
  ],
  [{ schema: type(extension("xs:string")) }, "4:45 MG2014 string is a simple type; expected a complex type"],
  [
    { schema: restriction('<xs:pattern value="[a"/>') },
    "4:58 MG2015 the pattern [a is not a regular expression of XML Schema and is not validated: a class is not closed",
  ],
  [
    { fields: element('type="xs:string" minOccurs="2"') },
    "5:54 MG2016 minOccurs 2 is greater than maxOccurs 1",
  ],
  [
    { binding: defaults.binding.replace('name="Send"', 'name="SenD"') },
    "12:17 MG2018 the binding Binding does not offer the operation Send",
    "13:65 MG2017 the port type PortType has no operation SenD",
  ],
  [
    { more: '<wsdl:binding name="Queue" type="tns:PortType"/>' },
    "16:16 MG2019 the binding Queue is neither SOAP nor HTTP GET or POST; it is omitted",
  ],
  [
    { service: "" },
    "10:1 MG2025 no service contains the port type PortType; a service is derived from its bindings",
  ],
  [
    { binding: '<soap:binding style="document"/>', service: "" },
    "10:1 MG2026 the port type PortType has no binding; a service over SOAP 1.1 and 1.2 is derived",
  ],
  [
    { portType: operation('<wsdl:output message="tns:SendOut"/><wsdl:input message="tns:SendIn"/>') },
    "1:1 MG2020 the contract has no operation that a client can call over SOAP or HTTP",
    "11:1 MG2027 the solicit-response operation Send is omitted: the service would be the caller",
  ],
  [{ more: message("Unused", "") }, "16:16 MG2021 not used: the message Unused"],
  [{ more: '<wsdl:portType name="Unused"/>' }, "16:16 MG2021 not used: the port type Unused"],
  [
    { more: `${[1, 2, 3, 4].map((n) => message(`M${n}`, "")).join("")}<wsdl:portType name="Unused"/>` },
    "16:16 MG2021 not used: 4 messages (M1, M2, M3, ...), the port type Unused",
  ],
  [
    { more: Array.from({ length: 1156 }, (_, n) => message(`M${n}`, "")).join("") },
    "16:16 MG2021 not used: 1,156 messages (M0, M1, M2, ...)",
  ],
  [
    { fields: '<xs:element name="a"><xs:unique name="u"/></xs:element>' },
    "5:75 MG2022 xsd:unique u is not validated by generated code",
  ],
  [
    { schema: '<xs:complexType name="T" abstract="true"/>', fields: element('type="tns:T"') },
    "4:1 MG2023 the abstract type T has no concrete derived type; its values are any content",
  ],
  [
    {
      binding:
        '<p:Policy xmlns:p="http://www.w3.org/ns/ws-policy"><x:y xmlns:x="urn:x"/></p:Policy>' +
        defaults.binding,
    },
    "12:17 MG2048 the policy requires {urn:x}y, which the client does not apply by itself",
  ],
  [
    { more: '<x:y xmlns:x="urn:x" wsdl:required="true"/>' },
    "16:16 MG2024 the required extension {urn:x}y is not supported",
  ],
  [
    { binding: bound(related('<mime:part><mime:content part="other"/></mime:part>')) },
    "13:156 MG2004 the message SendIn has no part other",
  ],
  [
    { binding: bound(related('<mime:part><mime:content type="a/b"/></mime:part>')) },
    "13:156 MG2007 mime:content has no part",
  ],
  [{ binding: bound(related("<mime:part/>")) }, "13:145 MG2007 mime:part has no mime:content"],
  [
    { messages: textParts, binding: httpBound("<mime:multipartRelated/>", "<mime:mimeXml/>") },
    "12:27 MG2527 mime:multipartRelated is not supported yet: Send",
  ],
  [
    {
      messages: textParts,
      binding: httpBound("<mime:mimeXml/>", "<mime:mimeXml/>").replace("GET", "POST"),
    },
    "12:28 MG2527 a document that is no element is not supported yet: Send",
  ],
  [
    {
      messages: textParts.replace('type="xs:string"', 'element="tns:Send"'),
      fields: '<xs:element name="a" type="xs:string" maxOccurs="unbounded"/>',
      binding: httpBound("<http:urlEncoded/>", "<mime:mimeXml/>"),
    },
    "8:29 MG2528 the part to has a type that is not supported yet in a query or form",
  ],
  [
    {
      messages: textParts.replace(
        /<\/wsdl:message>$/,
        '<wsdl:part name="p" element="tns:Send"/></wsdl:message>',
      ),
      binding: httpBound("<http:urlEncoded/>", '<mime:mimeXml part="Send"/>'),
    },
    "12:27 MG2034 the message SendOut has no part Send; the whole message is used",
  ],
  [
    { fields: element('type="tns:int"') },
    "5:54 MG2037 the type {urn:example}int is not declared; {http://www.w3.org/2001/XMLSchema}int is used, the only declaration that it can refer to",
  ],
  [
    { schema: type('<xs:group ref="tns:G"/>') },
    "4:26 MG2038 the group {urn:example}G is not declared; the declarations that refer to it are omitted, because no operation uses them",
  ],
  [
    {
      more: `<wsdl:binding name="Binding" type="tns:PortType">${defaults.binding.replace("soap/http", "soap/tcp")}</wsdl:binding>`,
    },
    "16:16 MG2039 the binding Binding is declared twice, first at main.wsdl:12:17, for another transport; the first is used",
  ],
  [
    { binding: '<soap:binding style="document"/><wsdl:operation name="Send"/>' },
    "13:33 MG2040 the binding Binding does not define the messages of the operation Send; a literal soap:body is assumed",
  ],
  [
    {
      binding: defaults.binding.replace(
        "</wsdl:operation>",
        '<wsdl:fault name="F"><soap:fault name="F" use="literal"/></wsdl:fault></wsdl:operation>',
      ),
    },
    "13:65 MG2041 the fault F is ignored: the operation Send of the port type has no fault of that name",
  ],
  [
    { binding: bound(`<soap:header use="literal" part="p"/>${literal}`) },
    "13:73 MG2041 soap:header is ignored: it has no message and part attributes",
  ],
  [
    {
      binding: bound(
        '<soap:header message="tns:SendOut" part="parameters" use="literal">' +
          '<soap:headerfault message="tns:SendOut" part="parameters" use="literal"/>' +
          '<soap:headerfault message="tns:SendOut" part="none" use="literal"/>' +
          '<soap:headerfault message="tns:None" part="p" use="literal"/>' +
          `<soap:headerfault use="literal"/></soap:header>${literal}`,
      ),
    },
    "13:213 MG2041 soap:headerfault is ignored: the message SendOut has no part none",
    "13:280 MG2041 soap:headerfault is ignored: the message {urn:example}None is not declared",
    "13:341 MG2041 soap:headerfault is ignored: it has no message and part attributes",
  ],
  [
    { portType: defaults.portType.repeat(2) },
    "11:116 MG2009 the operation of the port type PortType Send is declared twice, first at main.wsdl:11:1",
  ],
];

test.each(cases)("%j", (fragments, ...found) => {
  const result = build(fragments);
  expect(result.found.map((finding) => finding.replace(/^main\.wsdl:/, ""))).toEqual(found);
});

/** Rows whose tests are in `undeclared.test.ts`, `hostile.test.ts` and `omit/`. */
const elsewhere = ["MG2033", "MG2035", "MG2036", "MG2043", "MG2044", "MG2046", "MG2047"];

test("every other row of the model is in the table above", () => {
  const shown = new Set(cases.flatMap(([, ...found]) => found.map((finding) => finding.split(" ")[1])));
  const codes = Object.keys(diagnosticTable).filter(
    (code) => code.startsWith("MG2") && !elsewhere.includes(code),
  );
  expect(codes.filter((code) => !shown.has(code))).toEqual([]);
});
