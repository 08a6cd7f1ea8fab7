/** Kinds of names: those of one kind differ from each other, those of two kinds may be equal. */
export type NameKind =
  | "namespace"
  | "type"
  | "element"
  | "group"
  | "attributeGroup"
  | "field"
  | "attribute"
  | "value"
  | "message"
  | "part"
  | "fault"
  | "portType"
  | "operation"
  | "binding"
  | "service"
  | "port";

/** Returns a name of the kind that it has not returned before. */
export type NameSource = (kind: NameKind) => string;

interface Message {
  readonly name: string;
  /** Attributes of the parts: `element="tns:x"`, `type="xs:int"`. */
  readonly parts: readonly string[];
  readonly partNames: readonly string[];
}

/** A WSDL with every kind of declaration, each under a name from the source. */
export function namedContract(next: NameSource): string {
  const names = declaredNames(next);
  const { main, other, document, rpc, http } = names;
  const schemas = [otherSchema(names), mainSchema(names)];
  const messages = [...document.messages, ...rpc.messages, ...http.messages];
  return `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="${main}" xmlns:o="${other}" targetNamespace="${main}">
<wsdl:types>${schemas.join("\n")}</wsdl:types>
${messages.map(messageText).join("\n")}
${document.text}
${rpc.text}
${http.text}
<wsdl:service name="${next("service")}">
${document.bindings.map((binding) => port(next, binding)).join("\n")}
${http.bindings.map((binding) => port(next, binding, "http")).join("\n")}
</wsdl:service>
<wsdl:service name="${next("service")}">${rpc.bindings.map((binding) => port(next, binding)).join("")}</wsdl:service>
</wsdl:definitions>
`;
}

function port(next: NameSource, binding: string, prefix = "soap"): string {
  const address = `<${prefix}:address location="http://localhost/"/>`;
  return `<wsdl:port name="${next("port")}" binding="tns:${binding}">${address}</wsdl:port>`;
}

type Names = ReturnType<typeof declaredNames>;

/** The names that more than one place uses. */
function declaredNames(next: NameSource) {
  const of = (kind: NameKind, count: number): string[] => Array.from({ length: count }, () => next(kind));
  const [root = "", response = "", bare = "", header = "", fault = "", notice = "", answer = ""] = of(
    "element",
    7,
  );
  const [record = "", base = "", derived = "", choice = "", items = "", list = "", enumeration = ""] = of(
    "type",
    7,
  );
  const [narrowed = "", texts = "", union = "", content = "", far = "", farEnumeration = "", mixed = ""] = of(
    "type",
    7,
  );
  const main = `http://example.com/${next("namespace")}`;
  const other = `http://example.com/${next("namespace")}`;
  const elements = { root, response, bare, header, fault, notice, answer, far: next("element") };
  const types = {
    ...{ record, base, derived, choice, items, list, enumeration },
    ...{ narrowed, texts, union, content, far, farEnumeration, mixed },
  };
  const groups = { group: next("group"), attributes: next("attributeGroup") };
  const document = documentPort(next, elements);
  const rpc = rpcPort(next, types, main);
  const http = httpPort(next, elements);
  return { next, main, other, elements, types, groups, document, rpc, http };
}

function otherSchema({ next, other, types, elements }: Names): string {
  return `<xs:schema targetNamespace="${other}" elementFormDefault="qualified">
<xs:simpleType name="${types.farEnumeration}"><xs:restriction base="xs:string">${values(next, 2)}</xs:restriction></xs:simpleType>
<xs:complexType name="${types.far}"><xs:sequence>${field(next, "xs:string")}${field(next, `o:${types.farEnumeration}`)}</xs:sequence></xs:complexType>
<xs:element name="${elements.far}" type="o:${types.far}"/>
</xs:schema>`;
}

function mainSchema(names: Names): string {
  const { next, main, other, elements, groups } = names;
  return `<xs:schema targetNamespace="${main}" elementFormDefault="qualified">
<xs:import namespace="${other}"/>
${simpleTypes(names)}
<xs:group name="${groups.group}"><xs:sequence>${field(next, "xs:int")}</xs:sequence></xs:group>
<xs:attributeGroup name="${groups.attributes}"><xs:attribute name="${next("attribute")}" type="xs:int" use="required"/></xs:attributeGroup>
${complexTypes(names)}
${wrapper(elements.root, inputFields(names))}
${wrapper(elements.response, `${field(next, `tns:${names.types.record}`)}${field(next, "xs:decimal")}`)}
<xs:element name="${elements.bare}" type="tns:${names.types.record}"/>
<xs:element name="${elements.header}" type="tns:${names.types.choice}"/>
<xs:element name="${elements.fault}" type="tns:${names.types.derived}"/>
<xs:element name="${elements.notice}" type="xs:dateTime"/>
<xs:element name="${elements.answer}" type="tns:${names.types.record}"/>
</xs:schema>`;
}

function wrapper(name: string, fields: string): string {
  return `<xs:element name="${name}"><xs:complexType><xs:sequence>${fields}</xs:sequence></xs:complexType></xs:element>`;
}

/** Fields of every kind of value. */
function inputFields({ next, types, elements }: Names): string {
  const declared = Object.entries(types).filter(([role]) => !role.startsWith("far"));
  return [
    ...declared.map(([, name]) => field(next, `tns:${name}`)),
    ...["far", "farEnumeration"].map((role) => field(next, `o:${types[role as keyof typeof types]}`)),
    ...["date", "decimal", "dateTime", "base64Binary", "anyType", "NMTOKENS"].map((type) =>
      field(next, `xs:${type}`, ' minOccurs="0"'),
    ),
    field(next, "xs:dateTime", ' nillable="true"'),
    field(next, "xs:string", ' maxOccurs="unbounded"'),
    field(next, `tns:${types.narrowed}`, ' default="12"'),
    `<xs:element ref="o:${elements.far}"/>`,
    '<xs:any namespace="##other" processContents="lax" minOccurs="0"/>',
  ].join("");
}

function simpleTypes({ next, types }: Names): string {
  return `<xs:simpleType name="${types.enumeration}"><xs:restriction base="xs:string">${values(next, 3)}</xs:restriction></xs:simpleType>
<xs:simpleType name="${types.narrowed}"><xs:restriction base="xs:decimal"><xs:totalDigits value="5"/></xs:restriction></xs:simpleType>
<xs:simpleType name="${types.texts}"><xs:list itemType="tns:${types.enumeration}"/></xs:simpleType>
<xs:simpleType name="${types.union}"><xs:union memberTypes="tns:${types.narrowed} tns:${types.enumeration} xs:date"/></xs:simpleType>`;
}

function complexTypes({ next, types, groups }: Names): string {
  const attribute = `<xs:attribute name="${next("attribute")}" type="tns:${types.enumeration}"/>`;
  return `<xs:complexType name="${types.record}"><xs:sequence>${field(next, "xs:string")}${field(next, `tns:${types.record}`, ' minOccurs="0"')}<xs:group ref="tns:${groups.group}"/></xs:sequence>${attribute}<xs:attributeGroup ref="tns:${groups.attributes}"/><xs:anyAttribute processContents="lax"/></xs:complexType>
<xs:complexType name="${types.base}" abstract="true"><xs:sequence>${field(next, "xs:int")}</xs:sequence></xs:complexType>
<xs:complexType name="${types.derived}"><xs:complexContent><xs:extension base="tns:${types.base}"><xs:sequence>${field(next, `tns:${types.choice}`)}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:complexType name="${types.choice}"><xs:choice>${field(next, "xs:decimal")}${field(next, `tns:${types.list}`)}</xs:choice></xs:complexType>
<xs:complexType name="${types.items}"><xs:choice maxOccurs="unbounded">${field(next, "xs:string")}${field(next, `tns:${types.enumeration}`)}</xs:choice></xs:complexType>
<xs:complexType name="${types.list}"><xs:sequence>${field(next, `tns:${types.record}`, ' minOccurs="0" maxOccurs="unbounded"')}</xs:sequence></xs:complexType>
<xs:complexType name="${types.content}"><xs:simpleContent><xs:extension base="xs:base64Binary"><xs:attribute name="${next("attribute")}" type="xs:boolean"/></xs:extension></xs:simpleContent></xs:complexType>
<xs:complexType name="${types.mixed}" mixed="true"><xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence></xs:complexType>`;
}

function field(next: NameSource, type: string, more = ""): string {
  return `<xs:element name="${next("field")}" type="${type}"${more}/>`;
}

function values(next: NameSource, count: number): string {
  return Array.from({ length: count }, () => `<xs:enumeration value="${next("value")}"/>`).join("");
}

function message(next: NameSource, ...parts: readonly string[]): Message {
  return { name: next("message"), parts, partNames: parts.map(() => next("part")) };
}

function messageText({ name, parts, partNames }: Message): string {
  const inner = parts.map((part, at) => `<wsdl:part name="${partNames[at] ?? ""}" ${part}/>`);
  return `<wsdl:message name="${name}">${inner.join("")}</wsdl:message>`;
}

type Elements = Readonly<
  Record<"root" | "response" | "bare" | "header" | "fault" | "notice" | "answer", string>
>;

/** Document/literal over both versions of SOAP: wrapped with headers and faults, and bare. */
function documentPort(next: NameSource, elements: Elements) {
  const element = (name: string): Message => message(next, `element="tns:${name}"`);
  const [input, output, bare, header] = [
    elements.root,
    elements.response,
    elements.bare,
    elements.header,
  ].map(element);
  const faults = [elements.fault, elements.notice].map((each) => ({
    name: next("fault"),
    message: element(each),
  }));
  if (input === undefined || output === undefined || bare === undefined || header === undefined)
    throw new Error();
  const [portType, wrapped, plain] = [next("portType"), next("operation"), next("operation")];
  const declared = faults
    .map((each) => `<wsdl:fault name="${each.name}" message="tns:${each.message.name}"/>`)
    .join("");
  const bindings = ["soap", "soap12"].map((prefix) => {
    const bound = faults
      .map(
        ({ name }) =>
          `<wsdl:fault name="${name}"><${prefix}:fault name="${name}" use="literal"/></wsdl:fault>`,
      )
      .join("");
    const block = `<${prefix}:header message="tns:${header.name}" part="${header.partNames[0] ?? ""}" use="literal"/>`;
    const body = `<${prefix}:body use="literal"/>`;
    const name = next("binding");
    return {
      name,
      text: `<wsdl:binding name="${name}" type="tns:${portType}"><${prefix}:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
<wsdl:operation name="${wrapped}"><${prefix}:operation soapAction="wrapped"/><wsdl:input>${block}${body}</wsdl:input><wsdl:output>${block}${body}</wsdl:output>${bound}</wsdl:operation>
<wsdl:operation name="${plain}"><${prefix}:operation soapAction="plain"/><wsdl:input>${body}</wsdl:input><wsdl:output>${body}</wsdl:output></wsdl:operation>
</wsdl:binding>`,
    };
  });
  return {
    messages: [input, output, bare, header, ...faults.map((each) => each.message)],
    bindings: bindings.map(({ name }) => name),
    text: `<wsdl:portType name="${portType}">
<wsdl:operation name="${wrapped}"><wsdl:input message="tns:${input.name}"/><wsdl:output message="tns:${output.name}"/>${declared}</wsdl:operation>
<wsdl:operation name="${plain}"><wsdl:input message="tns:${bare.name}"/><wsdl:output message="tns:${bare.name}"/></wsdl:operation>
</wsdl:portType>
${bindings.map(({ text }) => text).join("\n")}`,
  };
}

/** RPC/literal with parts of types. */
function rpcPort(
  next: NameSource,
  types: Readonly<Record<"record" | "enumeration" | "narrowed", string>>,
  main: string,
) {
  const input = message(
    next,
    ...["xs:date", "xs:decimal", "xs:int", `tns:${types.record}`, `tns:${types.enumeration}`].map(
      (type) => `type="${type}"`,
    ),
  );
  const output = message(next, `type="tns:${types.narrowed}"`, 'type="xs:string"');
  const [portType, operation, binding] = [next("portType"), next("operation"), next("binding")];
  const body = `<soap:body use="literal" namespace="${main}"/>`;
  return {
    messages: [input, output],
    bindings: [binding],
    text: `<wsdl:portType name="${portType}"><wsdl:operation name="${operation}"><wsdl:input message="tns:${input.name}"/><wsdl:output message="tns:${output.name}"/></wsdl:operation></wsdl:portType>
<wsdl:binding name="${binding}" type="tns:${portType}"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
<wsdl:operation name="${operation}"><soap:operation soapAction="rpc"/><wsdl:input>${body}</wsdl:input><wsdl:output>${body}</wsdl:output></wsdl:operation></wsdl:binding>`,
  };
}

/** HTTP GET and POST with parameters and a document as response. */
function httpPort(next: NameSource, elements: Elements) {
  const input = message(next, 'type="xs:string"', 'type="xs:date"', 'type="xs:decimal"');
  const output = message(next, `element="tns:${elements.answer}"`);
  const [portType, operation] = [next("portType"), next("operation")];
  const bindings = ["GET", "POST"].map((verb) => {
    const name = next("binding");
    const content =
      verb === "GET" ? "<http:urlEncoded/>" : '<mime:content type="application/x-www-form-urlencoded"/>';
    return {
      name,
      text: `<wsdl:binding name="${name}" type="tns:${portType}"><http:binding verb="${verb}"/><wsdl:operation name="${operation}"><http:operation location="/${operation}"/><wsdl:input>${content}</wsdl:input><wsdl:output><mime:mimeXml part="${output.partNames[0] ?? ""}"/></wsdl:output></wsdl:operation></wsdl:binding>`,
    };
  });
  return {
    messages: [input, output],
    bindings: bindings.map(({ name }) => name),
    text: `<wsdl:portType name="${portType}"><wsdl:operation name="${operation}"><wsdl:input message="tns:${input.name}"/><wsdl:output message="tns:${output.name}"/></wsdl:operation></wsdl:portType>
${bindings.map(({ text }) => text).join("\n")}`,
  };
}
