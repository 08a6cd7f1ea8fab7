/** Pairs of contracts for every rule: the smallest change that it is about. */
import type { RuleCode } from "#generator/compare/rules.js";
import { defaults, type Fragments } from "../model/fragments.js";
import { complex, derived } from "../model/schema-fragments.js";

/** A contract of fragments, with texts that are replaced in the whole of it. */
export interface Version extends Fragments {
  readonly edits?: readonly (readonly [from: string, to: string])[];
}

/** Two versions of a contract, and the codes that are reported for them. */
export interface RuleCase {
  readonly codes: readonly RuleCode[];
  readonly old: Version;
  readonly new: Version;
}

const element = (name: string, attributes = "", type = "xs:string"): string =>
  `<xs:element name="${name}" type="${type}" ${attributes}/>`;
const optional = 'minOccurs="0"';
const many = 'minOccurs="0" maxOccurs="unbounded"';
const any = '<xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="unbounded"/>';
const [a, b] = [element("a"), element("b")];

/** Versions of the content of the request. */
const fields = (code: RuleCode, old: string, fresh: string, ...more: readonly RuleCode[]): RuleCase => ({
  codes: [code, ...more],
  old: { fields: old },
  new: { fields: fresh },
});

/** Versions of a type of an element in the request. */
const types = (code: RuleCode, old: string, fresh: string, ...more: readonly RuleCode[]): RuleCase => ({
  codes: [code, ...more],
  old: { fields: element("item", "", "tns:Item"), schema: old },
  new: { fields: element("item", "", "tns:Item"), schema: fresh },
});

const simple = (facets: string, base = "xs:string"): string =>
  `<xs:simpleType name="Item"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;
const value = (...values: readonly string[]): string =>
  values.map((each) => `<xs:enumeration value="${each}"/>`).join("");
const union = (members: string): string =>
  `<xs:simpleType name="Item"><xs:union memberTypes="${members}"/></xs:simpleType>`;
const withAttributes = (attributes: string, more = ""): string =>
  `<xs:complexType name="Item" ${more}><xs:sequence>${a}</xs:sequence>${attributes}</xs:complexType>`;
const attribute = (more = ""): string => `<xs:attribute name="unit" type="xs:string" ${more}/>`;
const content = (text: string): string => `<xs:complexType name="Item">${text}</xs:complexType>`;
const choice = (...elements: readonly string[]): string => `<xs:choice>${elements.join("")}</xs:choice>`;

/** Versions of other parts of the contract: texts in the defaults that are replaced. */
function replaced(
  code: RuleCode,
  part: "binding" | "portType" | "service" | "messages",
  [from, to]: readonly [from: string, to: string],
  ...more: readonly RuleCode[]
): RuleCase {
  if (!defaults[part].includes(from)) throw new Error(`${part} has no ${from}`);
  return { codes: [code, ...more], old: {}, new: { [part]: defaults[part].replace(from, to) } };
}

/** The same with the versions exchanged. */
function reversed({ old, new: fresh }: RuleCase, ...codes: readonly RuleCode[]): RuleCase {
  return { codes, old: fresh, new: old };
}

/** The declarations of WSDL in a namespace of their own. */
const wsdlNamespace = (namespace: string): Version => ({
  edits: [
    [
      'xmlns:tns="urn:example" targetNamespace="urn:example"',
      `xmlns:tns="urn:example" xmlns:w="${namespace}" targetNamespace="${namespace}"`,
    ],
    ['message="tns:', 'message="w:'],
    ['binding="tns:', 'binding="w:'],
    ['type="tns:PortType', 'type="w:PortType'],
  ],
});
const service2 = (name = "Second", port = "Port2"): string =>
  `<wsdl:service name="${name}"><wsdl:port name="${port}" binding="tns:Binding"><soap:address location="http://localhost/2"/></wsdl:port></wsdl:service>`;
const port2 = defaults.service + defaults.service.replace('"Port"', '"Port2"');
const notify = '<wsdl:operation name="Notify"><wsdl:input message="tns:SendIn"/></wsdl:operation>';
const notifyBinding = defaults.binding
  .slice(defaults.binding.indexOf("<wsdl:operation"))
  .replace("Send", "Notify")
  .replace(/<wsdl:output>.*<\/wsdl:output>/, "");
const twoOperations: Fragments = {
  portType: defaults.portType + notify,
  binding: defaults.binding + notifyBinding,
};
const addedService: RuleCase = { codes: ["MD1004"], old: {}, new: { more: service2() } };
const addedPort: RuleCase = { codes: ["MD1007"], old: {}, new: { service: port2 } };
const addedBound: RuleCase = {
  codes: ["MD1015"],
  old: { portType: twoOperations.portType ?? "" },
  new: twoOperations,
};
const addedOperation: RuleCase = { codes: ["MD2002"], old: {}, new: twoOperations };
const spare =
  '<wsdl:binding name="Spare" type="tns:PortType"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/></wsdl:binding>';
const addedBinding: RuleCase = { codes: ["MD1023"], old: {}, new: { more: spare } };
const headerMessage =
  '<wsdl:message name="Head"><wsdl:part name="account" element="tns:Account"/></wsdl:message>';
const accountElement = element("Account");
const header: Fragments = {
  schema: accountElement,
  more: headerMessage,
  binding: defaults.binding.replace(
    "<wsdl:input>",
    '<wsdl:input><soap:header message="tns:Head" part="account" use="literal"/>',
  ),
};
const addedHeader: RuleCase = {
  codes: ["MD1020"],
  old: { schema: accountElement, more: headerMessage },
  new: header,
};
const fault: Fragments = {
  schema: element("Gone"),
  more: '<wsdl:message name="Gone"><wsdl:part name="detail" element="tns:Gone"/></wsdl:message>',
  portType: defaults.portType.replace(
    "</wsdl:operation>",
    '<wsdl:fault name="gone" message="tns:Gone"/></wsdl:operation>',
  ),
  binding: defaults.binding.replace(
    "</wsdl:operation>",
    '<wsdl:fault name="gone"><soap:fault name="gone" use="literal"/></wsdl:fault></wsdl:operation>',
  ),
};
const addedFault: RuleCase = {
  codes: ["MD2004"],
  old: { schema: element("Gone"), more: fault.more ?? "" },
  new: fault,
};
const policy = (content: string): string =>
  `<wsp:Policy xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:s="urn:example:security">${content}</wsp:Policy>`;
const mtom = policy('<m:MTOM xmlns:m="http://www.w3.org/2007/08/soap12-mtom-policy"/>');
const addedMtom = replaced("MD1012", "binding", ["<soap:binding", `${mtom}<soap:binding`]);
const signed = replaced("MD1012", "binding", ["<wsdl:input>", `<wsdl:input>${policy("<s:Signed/>")}`]);
const signedWith = (suite: string): Fragments => ({
  binding: policy(`<s:Signed><wsp:Policy><s:${suite}/></wsp:Policy></s:Signed>`) + defaults.binding,
});
const rpc: Fragments = {
  messages:
    '<wsdl:message name="SendIn"><wsdl:part name="a" type="xs:string"/></wsdl:message>' +
    '<wsdl:message name="SendOut"><wsdl:part name="b" type="xs:string"/></wsdl:message>',
  binding: defaults.binding
    .replace("<soap:binding ", '<soap:binding style="rpc" ')
    .replaceAll('use="literal"', 'use="literal" namespace="urn:example"'),
};
const rpcParts = (parts: string): Fragments => ({
  ...rpc,
  messages: (rpc.messages ?? "").replace('<wsdl:part name="a" type="xs:string"/>', parts),
});
const part = (name: string, type = "xs:string"): string => `<wsdl:part name="${name}" type="${type}"/>`;
const addedPart: RuleCase = { codes: ["MD2009"], old: rpc, new: rpcParts(part("a") + part("c")) };
const addedElement: RuleCase = { codes: ["MD3121"], old: { schema: element("Spare") }, new: {} };
const base = complex("Item", a);
const addedHeir: RuleCase = types("MD3113", base, base + derived("Heir", "tns:Item", b), "MD3120");
const substitutable = (more: string): Fragments => ({
  fields: '<xs:element ref="tns:Head"/>',
  schema: `<xs:element name="Head" type="xs:string"/>${more}`,
});
const account2 = accountElement.replace("Account", "Account2");

export const ruleCases: readonly RuleCase[] = [
  {
    codes: ["MD1001"],
    old: { fields: a },
    new: { fields: a, edits: [['"urn:example"', '"urn:example:2"']] },
  },
  { codes: ["MD1002"], old: wsdlNamespace("urn:example:1"), new: wsdlNamespace("urn:example:2") },
  reversed(addedService, "MD1003"),
  addedService,
  {
    codes: ["MD1005"],
    old: {},
    new: { edits: [['<wsdl:service name="Service"', '<wsdl:service name="Other"']] },
  },
  reversed(addedPort, "MD1006"),
  addedPort,
  replaced("MD1008", "service", ['"Port"', '"Gate"']),
  replaced("MD1009", "service", ["%%location%%", "http://localhost/"]),
  {
    codes: ["MD1010"],
    old: {},
    new: {
      binding: defaults.binding.replaceAll("soap:", "soap12:"),
      service: defaults.service.replaceAll("soap:", "soap12:"),
    },
  },
  replaced("MD1011", "binding", ["http://schemas.xmlsoap.org/soap/http", "urn:example:queue"]),
  addedMtom,
  reversed(addedMtom, "MD1013"),
  signed,
  reversed(signed, "MD1013"),
  { codes: ["MD1024"], old: signedWith("Basic256"), new: signedWith("Basic256Sha256") },
  reversed(addedBound, "MD1014"),
  addedBound,
  replaced("MD1016", "binding", ["<soap:operation ", '<soap:operation style="rpc" ']),
  replaced("MD1017", "binding", ["urn:example/Send", "urn:example/SendAll"]),
  {
    codes: ["MD1018"],
    old: httpBinding("/send"),
    new: httpBinding("/send2"),
  },
  replaced("MD1019", "binding", ['use="literal"', 'use="literal" parts=""']),
  addedHeader,
  reversed(addedHeader, "MD1021"),
  reversed(addedBinding, "MD1022"),
  addedBinding,

  reversed(addedOperation, "MD2001"),
  addedOperation,
  {
    codes: ["MD2003"],
    old: {},
    new: { portType: defaults.portType.replace('<wsdl:output message="tns:SendOut"/>', "") },
  },
  addedFault,
  reversed(addedFault, "MD2005"),
  replaced("MD2006", "portType", [
    "<wsdl:input ",
    '<wsdl:input xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata" wsam:Action="urn:example:send" ',
  ]),
  { codes: ["MD2007"], old: {}, new: { edits: [['PortType"', 'Sender"']] } },
  replaced("MD2008", "portType", ["<wsdl:input ", '<wsdl:input name="Question" ']),
  addedPart,
  reversed(addedPart, "MD2010"),
  { codes: ["MD2011"], old: rpcParts(part("a") + part("c")), new: rpcParts(part("c") + part("a")) },
  {
    codes: ["MD2012"],
    old: { schema: accountElement + account2 },
    new: {
      schema: accountElement + account2,
      messages: defaults.messages.replace('tns:Send"', 'tns:Account"'),
    },
  },
  replaced("MD2013", "messages", ['"parameters"', '"body"']),

  fields("MD3001", a, a + element("b", optional)),
  fields("MD3002", a, a + b),
  fields("MD3003", a + element("b", optional), a),
  fields("MD3004", a + b, a),
  fields("MD3005", a + b, b + a),
  fields("MD3006", element("a", optional), a),
  fields("MD3007", a, element("a", optional)),
  fields("MD3008", element("a", many), element("a", `${optional} maxOccurs="3"`)),
  fields("MD3009", element("a", optional), element("a", many)),
  fields("MD3010", a, element("a", 'nillable="true"')),
  fields("MD3011", element("a", 'nillable="true"'), a),
  {
    codes: ["MD3012"],
    old: { schema: base + complex("Other", b), fields: element("item", "", "tns:Item") },
    new: { schema: base + complex("Other", b), fields: element("item", "", "tns:Other") },
  },
  fields("MD3013", choice(a, b), choice(a, b, element("c"))),
  fields("MD3014", choice(a, b, element("c")), choice(a, b)),
  fields(
    "MD3015",
    choice(a, b) + element("c"),
    `<xs:sequence minOccurs="0">${a}${b}</xs:sequence>${element("c")}`,
    "MD3007",
  ),
  types("MD3016", content(`<xs:all>${a}${b}</xs:all>`), content(`<xs:sequence>${a}${b}</xs:sequence>`)),
  types("MD3017", content(`<xs:sequence>${a}${b}</xs:sequence>`), content(`<xs:all>${a}${b}</xs:all>`)),
  fields("MD3018", a, element("a", 'form="unqualified"')),
  fields(
    "MD3019",
    a + any.replace("##other", "##any"),
    a + element("b", optional) + any.replace("##any", "##other"),
    "MD3023",
  ),
  fields(
    "MD3020",
    any.replace("##other", "##local"),
    element("b", 'form="unqualified"') + any.replace("##other", "##local"),
  ),
  fields("MD3021", a, a + any),
  fields("MD3022", a + any, a),
  fields("MD3023", a + any, a + any.replace("lax", "skip")),
  fields("MD3024", element("a", 'default="x"'), element("a", 'default="y"')),
  fields("MD3025", a, element("a", 'fixed="x"')),
  fields("MD3026", element("a", 'fixed="x"'), a),
  fields("MD3027", element("a", 'fixed="x"'), element("a", 'fixed="y"')),
  fields("MD3028", element("a", "", "xs:base64Binary"), mediaType(element("a", "", "xs:base64Binary"))),
  fields(
    "MD3029",
    element("b", `form="unqualified" ${optional}`) + any.replace("##other", "##local"),
    any.replace("##other", "##local"),
  ),
  fields(
    "MD3030",
    element("b", 'form="unqualified"') + any.replace("##other", "##local"),
    any.replace("##other", "##local"),
  ),

  types("MD3101", withAttributes(""), withAttributes(attribute())),
  types("MD3102", withAttributes(""), withAttributes(attribute('use="required"'))),
  types("MD3103", withAttributes(attribute()), withAttributes("")),
  types("MD3104", withAttributes(attribute('use="required"')), withAttributes("")),
  types("MD3105", withAttributes(attribute()), withAttributes(attribute('use="required"'))),
  types("MD3106", withAttributes(attribute('use="required"')), withAttributes(attribute())),
  types("MD3107", withAttributes(""), withAttributes("<xs:anyAttribute/>")),
  types("MD3108", withAttributes("<xs:anyAttribute/>"), withAttributes("")),
  types("MD3109", withAttributes(""), withAttributes("", 'mixed="true"')),
  types("MD3110", withAttributes("", 'mixed="true"'), withAttributes("")),
  types(
    "MD3111",
    base + derived("Heir", "tns:Item", b),
    withAttributes("", 'abstract="true"') + derived("Heir", "tns:Item", b),
  ),
  types(
    "MD3112",
    withAttributes("", 'abstract="true"') + derived("Heir", "tns:Item", b),
    base + derived("Heir", "tns:Item", b),
  ),
  addedHeir,
  reversed(addedHeir, "MD3114", "MD3121"),
  {
    codes: ["MD3115", "MD3120", "MD3121"],
    old: { fields: element("item", "", "tns:Item"), schema: base },
    new: { fields: element("item", "", "tns:Thing"), schema: complex("Thing", a) },
  },
  {
    codes: ["MD3116", "MD3113", "MD3114", "MD3120", "MD3121"],
    old: {
      fields: element("item", "", "tns:Item"),
      schema: complex("Base", b) + derived("Item", "tns:Base", a),
    },
    new: {
      fields: element("item", "", "tns:Thing"),
      schema: complex("Base", b) + derived("Thing", "tns:Base", a),
    },
  },
  types(
    "MD3117",
    complex("Item"),
    content('<xs:simpleContent><xs:extension base="xs:string"/></xs:simpleContent>'),
  ),
  {
    codes: ["MD3118"],
    old: {
      fields: `<xs:element name="item"><xs:complexType><xs:sequence>${a}</xs:sequence></xs:complexType></xs:element>`,
    },
    new: { fields: element("item", "", "xs:anyType") },
  },
  {
    codes: ["MD3119"],
    old: { fields: element("item", "", "xs:anyType") },
    new: {
      fields: `<xs:element name="item"><xs:complexType><xs:sequence>${a}</xs:sequence></xs:complexType></xs:element>`,
    },
  },
  reversed(addedElement, "MD3120"),
  addedElement,

  types("MD4001", simple(value("x")), simple(value("x", "y"))),
  types("MD4002", simple(value("x", "y")), simple(value("x"))),
  types("MD4003", simple(""), simple(value("x"))),
  types("MD4004", simple(value("x")), simple("")),
  fields("MD4005", element("a", "", "xs:int"), element("a", "", "xs:long")),
  fields("MD4006", a, element("a", "", "xs:token")),
  fields("MD4007", element("a", "", "xs:int"), element("a", "", "xs:date")),
  types("MD4008", simple(""), simple('<xs:pattern value="[a-z]+"/>')),
  types("MD4009", simple('<xs:pattern value="[a-z]+"/>'), simple("")),
  types("MD4010", simple('<xs:maxLength value="9"/>'), simple('<xs:maxLength value="8"/>')),
  types(
    "MD4011",
    simple('<xs:minInclusive value="9.5"/>', "xs:decimal"),
    simple('<xs:minInclusive value="-10"/>', "xs:decimal"),
  ),
  types("MD4012", simple('<xs:length value="9"/>'), simple('<xs:length value="8"/>')),
  types("MD4013", union("xs:int xs:date"), union("xs:int xs:date xs:time")),
  types("MD4014", union("xs:int xs:date xs:time"), union("xs:int xs:date")),

  // Members of substitution groups are alternatives, and the first makes a choice of an element.
  {
    codes: ["MD3013", "MD3120"],
    old: substitutable(""),
    new: substitutable('<xs:element name="Member" type="xs:string" substitutionGroup="tns:Head"/>'),
  },
];

function httpBinding(location: string): Fragments {
  return {
    messages: rpc.messages ?? "",
    binding:
      `<http:binding verb="GET"/><wsdl:operation name="Send"><http:operation location="${location}"/>` +
      '<wsdl:input><http:urlEncoded/></wsdl:input><wsdl:output><mime:mimeXml part="b"/></wsdl:output></wsdl:operation>',
    service: defaults.service.replace("soap:address", "http:address"),
  };
}

function mediaType(text: string): string {
  return text.replace(
    "<xs:element ",
    '<xs:element xmlns:xmime="http://www.w3.org/2005/05/xmlmime" xmime:expectedContentTypes="image/png" ',
  );
}
