import { assembleModel, buildModel, type ModelOptions } from "#generator/model/build.js";
import type { ContractModel } from "#generator/model/types.js";
import { findings, folderWith, load, namespaces } from "../read/contract-files.js";

/** Parts of a WSDL with one operation, `Send`, over SOAP 1.1; each can be replaced. */
export interface Fragments {
  /** Content of the schema. */
  readonly schema?: string;
  /** Attributes of the schema. */
  readonly form?: string;
  /** Fields of the input. */
  readonly fields?: string;
  readonly messages?: string;
  readonly portType?: string;
  readonly binding?: string;
  readonly service?: string;
  /** Further top-level elements of the WSDL. */
  readonly more?: string;
  readonly files?: Readonly<Record<string, string>>;
}

export const defaults = {
  form: 'elementFormDefault="qualified"',
  messages:
    '<wsdl:message name="SendIn"><wsdl:part name="parameters" element="tns:Send"/></wsdl:message>\n' +
    '<wsdl:message name="SendOut"><wsdl:part name="parameters" element="tns:SendResponse"/></wsdl:message>',
  portType:
    '<wsdl:operation name="Send"><wsdl:input message="tns:SendIn"/><wsdl:output message="tns:SendOut"/></wsdl:operation>',
  binding:
    '<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><wsdl:operation name="Send">' +
    '<soap:operation soapAction="urn:example/Send"/><wsdl:input><soap:body use="literal"/></wsdl:input>' +
    '<wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>',
  service: '<wsdl:port name="Port" binding="tns:Binding"><soap:address location="%%location%%"/></wsdl:port>',
};

/** A WSDL: schema content begins in line 4, messages in line 8, port type in 11, binding in 13, service in 15. */
export function wsdlOf(fragments: Fragments): string {
  const { schema = "", fields = "", more = "" } = fragments;
  const { form, messages, portType, binding, service } = { ...defaults, ...fragments };
  return [
    `<wsdl:definitions ${namespaces} targetNamespace="urn:example">`,
    "<wsdl:types>",
    `<xs:schema targetNamespace="urn:example" ${form}>`,
    schema,
    `<xs:element name="Send"><xs:complexType><xs:sequence>${fields}</xs:sequence></xs:complexType></xs:element>`,
    '<xs:element name="SendResponse"><xs:complexType/></xs:element>',
    "</xs:schema></wsdl:types>",
    messages,
    '<wsdl:portType name="PortType">',
    portType,
    '</wsdl:portType><wsdl:binding name="Binding" type="tns:PortType">',
    binding,
    '</wsdl:binding><wsdl:service name="Service">',
    service,
    `</wsdl:service>${more}</wsdl:definitions>`,
  ].join("\n");
}

export interface Built {
  readonly model: ContractModel | undefined;
  readonly found: readonly string[];
}

export function build(fragments: Fragments): Built {
  const folder = folderWith({ "main.wsdl": wsdlOf(fragments), ...fragments.files });
  const { contract, diagnostics } = load(folder);
  const model = diagnostics.hasErrors ? undefined : buildModel(contract, diagnostics);
  return { model, found: findings(diagnostics) };
}

/** The model of fragments without findings. */
export function modelOf(fragments: Fragments): ContractModel {
  const { model, found } = build(fragments);
  if (model === undefined || found.length > 0) throw new Error(found.join("\n"));
  return model;
}

/** The model of fragments, whether or not something can be generated for it, and the findings up to there. */
export function assembled(
  fragments: Fragments,
  options: ModelOptions = {},
): { readonly model: ContractModel; readonly found: readonly string[] } {
  const { contract, diagnostics } = load(folderWith({ "main.wsdl": wsdlOf(fragments), ...fragments.files }));
  const model = assembleModel(contract, diagnostics, options);
  return { model, found: findings(diagnostics) };
}
