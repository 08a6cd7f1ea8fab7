/** Contracts of any size, in shapes that a generator may be slow for. */

/** Properties of a contract. */
export interface Shape {
  /** Declarations of its schema. */
  readonly types: string;
  /** Content of the sequence of every input. */
  readonly input: string;
  /** How many operations it has. Default: 1. */
  readonly operations?: number;
  /** Further declarations. */
  readonly more?: string;
  /** Each operation has a header of the element `Head` and a fault of the element `Fault`, with its number. */
  readonly extra?: boolean;
}

const lines = (size: number, text: (at: number) => string): string =>
  Array.from({ length: size }, (_, at) => text(at)).join("\n");
const element = (name: string, type: string, occurs = ' minOccurs="0"'): string =>
  `<xs:element name="${name}" type="${type}"${occurs}/>`;
const record = (name: string, content: string): string =>
  `<xs:complexType name="${name}"><xs:sequence>${content}</xs:sequence></xs:complexType>`;
const extension = (name: string, base: string, content: string): string =>
  `<xs:complexType name="${name}"><xs:complexContent><xs:extension base="tns:${base}"><xs:sequence>${content}` +
  "</xs:sequence></xs:extension></xs:complexContent></xs:complexType>";
const fields = element("id", "xs:int", "") + element("name", "xs:string") + element("at", "xs:dateTime", "");

/** Types that refer to so many, a hundred each. */
function pages(size: number, content: (at: number) => string): Pick<Shape, "types" | "input"> {
  const whole = Math.ceil(size / 100);
  const page = (number: number): string =>
    lines(Math.min(100, size - number * 100), (at) => content(number * 100 + at));
  return {
    types: lines(whole, (number) => record(`Page${number}`, page(number))),
    input: lines(whole, (number) => element(`page${number}`, `tns:Page${number}`)),
  };
}

function paged(size: number, declared: (at: number) => string): Shape {
  const { types, input } = pages(size, (at) => element(`t${at}`, `tns:T${at}`));
  return { types: types + lines(size, declared), input };
}

/** Names of the shapes, each with what makes a contract of so many types, elements or operations. */
export const shapes: Readonly<Record<string, (size: number) => Shape>> = {
  "types side by side": (size) => paged(size, (at) => record(`T${at}`, fields)),
  "simple types side by side": (size) =>
    paged(
      size,
      (at) =>
        `<xs:simpleType name="T${at}"><xs:restriction base="xs:string"><xs:maxLength value="${at + 1}"/></xs:restriction></xs:simpleType>`,
    ),
  "enumerations side by side": (size) =>
    paged(
      size,
      (at) =>
        `<xs:simpleType name="T${at}"><xs:restriction base="xs:string"><xs:enumeration value="a"/><xs:enumeration value="b"/></xs:restriction></xs:simpleType>`,
    ),
  "a chain of references": (size) => ({
    types: lines(size, (at) =>
      record(`T${at}`, fields + (at + 1 < size ? element("next", `tns:T${at + 1}`) : "")),
    ),
    input: element("t", "tns:T0"),
  }),
  "a chain of extensions": (size) => ({
    types:
      record("T0", fields) +
      lines(size - 1, (at) => extension(`T${at + 1}`, `T${at}`, element(`f${at}`, "xs:int"))),
    input: element("t", "tns:T0"),
  }),
  "extensions of one type": (size) => ({
    types:
      record("T0", fields) +
      lines(size - 1, (at) => extension(`T${at + 1}`, "T0", element(`f${at}`, "xs:int"))),
    input: element("t", "tns:T0"),
  }),
  "chains of ten extensions": (size) =>
    paged(size, (at) =>
      at % 10 === 0
        ? record(`T${at}`, fields)
        : extension(`T${at}`, `T${at - 1}`, element(`f${at}`, "xs:int")),
    ),
  "types in one another": (size) => ({
    types: "",
    input:
      '<xs:element name="e" minOccurs="0"><xs:complexType><xs:sequence>'.repeat(size) +
      "</xs:sequence></xs:complexType></xs:element>".repeat(size),
  }),
  "a substitution group": (size) => ({
    types:
      record("T0", fields) +
      element("head", "tns:T0", ' abstract="true"') +
      lines(size, (at) => element(`m${at}`, "tns:T0", ' substitutionGroup="tns:head"')),
    input: '<xs:element ref="tns:head"/>',
  }),
  "elements of one sequence": (size) => ({
    types: "",
    input: lines(size, (at) => element(`e${at}`, "xs:int")),
  }),
  "branches of one choice": (size) => ({
    types: "",
    input: `<xs:choice>${lines(size, (at) => element(`e${at}`, "xs:int", ""))}</xs:choice>`,
  }),
  "attributes of one type": (size) => ({
    types: `<xs:complexType name="T">${lines(size, (at) => `<xs:attribute name="a${at}" type="xs:int"/>`)}</xs:complexType>`,
    input: element("t", "tns:T"),
  }),
  "groups in one another": (size) => ({
    types:
      `<xs:group name="G0"><xs:sequence>${element("g", "xs:int")}</xs:sequence></xs:group>` +
      lines(
        size - 1,
        (at) =>
          `<xs:group name="G${at + 1}"><xs:sequence>${element(`g${at}`, "xs:int")}<xs:group ref="tns:G${at}"/></xs:sequence></xs:group>`,
      ),
    input: `<xs:group ref="tns:G${size - 1}"/>`,
  }),
  "attribute groups in one another": (size) => ({
    types:
      '<xs:attributeGroup name="G0"><xs:attribute name="g" type="xs:int"/></xs:attributeGroup>' +
      lines(
        size - 1,
        (at) =>
          `<xs:attributeGroup name="G${at + 1}"><xs:attribute name="g${at}" type="xs:int"/><xs:attributeGroup ref="tns:G${at}"/></xs:attributeGroup>`,
      ) +
      `<xs:complexType name="T"><xs:attributeGroup ref="tns:G${size - 1}"/></xs:complexType>`,
    input: element("t", "tns:T"),
  }),
  "restrictions of one another": (size) => ({
    types:
      '<xs:simpleType name="T0"><xs:restriction base="xs:string"/></xs:simpleType>' +
      lines(
        size - 1,
        (at) =>
          `<xs:simpleType name="T${at + 1}"><xs:restriction base="tns:T${at}"><xs:maxLength value="${size * 2 - at}"/></xs:restriction></xs:simpleType>`,
      ),
    input: element("t", `tns:T${size - 1}`),
  }),
  "elements that stand for one another": (size) => ({
    types:
      record("T", fields) +
      element("m0", "tns:T", "") +
      lines(size - 1, (at) => element(`m${at + 1}`, "tns:T", ` substitutionGroup="tns:m${at}"`)),
    input: '<xs:element ref="tns:m0"/>',
  }),
  "a group in every type": (size) => ({
    ...paged(size, (at) => `<xs:complexType name="T${at}"><xs:group ref="tns:G"/></xs:complexType>`),
    more: `<xs:group name="G"><xs:sequence>${lines(size, (at) => element(`e${at}`, "xs:int"))}</xs:sequence></xs:group>`,
  }),
  "extensions of a long type": (size) => ({
    ...paged(size, (at) => extension(`T${at}`, "Base", element("own", "xs:int"))),
    more: record(
      "Base",
      lines(size, (at) => element(`e${at}`, "xs:int")),
    ),
  }),
  "values of one enumeration": (size) => ({
    types: `<xs:simpleType name="T"><xs:restriction base="xs:string">${lines(size, (at) => `<xs:enumeration value="v${at}"/>`)}</xs:restriction></xs:simpleType>`,
    input: element("t", "tns:T"),
  }),
  operations: (size) => ({ types: "", input: fields, operations: size }),
  "operations with headers and faults": (size) => ({
    types: lines(size, (at) => element(`Head${at}`, "xs:int", "") + element(`Fault${at}`, "xs:int", "")),
    input: fields,
    operations: size,
    extra: true,
  }),
};

const namespaces =
  'xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" ' +
  'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:example" targetNamespace="urn:example"';

/** The WSDL of a shape. */
export function contractOf({ types, more = "", input, operations = 1, extra = false }: Shape): string {
  const each = (text: (name: string, at: number) => string): string =>
    lines(operations, (at) => text(`Do${at}`, at));
  const message = (name: string, of: string): string =>
    `<wsdl:message name="${name}"><wsdl:part name="p" element="tns:${of}"/></wsdl:message>`;
  const ifExtra = (text: string): string => (extra ? text : "");
  return `<wsdl:definitions ${namespaces}>
<wsdl:types><xs:schema targetNamespace="urn:example" elementFormDefault="qualified">
${types}${more}
${each((name) => `<xs:element name="${name}"><xs:complexType><xs:sequence>${input}</xs:sequence></xs:complexType></xs:element>`)}
${each((name) => `<xs:element name="${name}Response"><xs:complexType><xs:sequence>${element("ok", "xs:boolean")}</xs:sequence></xs:complexType></xs:element>`)}
</xs:schema></wsdl:types>
${each((name) => message(`${name}In`, name) + message(`${name}Out`, `${name}Response`))}
${ifExtra(each((name, at) => message(`${name}Head`, `Head${at}`) + message(`${name}Fault`, `Fault${at}`)))}
<wsdl:portType name="Port">
${each((name) => `<wsdl:operation name="${name}"><wsdl:input message="tns:${name}In"/><wsdl:output message="tns:${name}Out"/>${ifExtra(`<wsdl:fault name="f" message="tns:${name}Fault"/>`)}</wsdl:operation>`)}
</wsdl:portType>
<wsdl:binding name="Port" type="tns:Port"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${each(
  (name) =>
    `<wsdl:operation name="${name}"><soap:operation soapAction="urn:example#${name}"/><wsdl:input><soap:body use="literal"/>${ifExtra(`<soap:header message="tns:${name}Head" part="p" use="literal"/>`)}</wsdl:input>` +
    `<wsdl:output><soap:body use="literal"/></wsdl:output>${ifExtra('<wsdl:fault name="f"><soap:fault name="f" use="literal"/></wsdl:fault>')}</wsdl:operation>`,
)}
</wsdl:binding>
<wsdl:service name="Example"><wsdl:port name="Port" binding="tns:Port"><soap:address location="http://localhost/"/></wsdl:port></wsdl:service>
</wsdl:definitions>
`;
}
