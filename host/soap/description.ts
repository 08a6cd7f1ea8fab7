import type { AnyService, AnyOperation, SoapVersion } from "messenger-gen-runtime";
import { hasBinding } from "messenger-gen-runtime/host";

/** Description of a service for node-soap: a WSDL without types, in which every operation has an element of its own. */
export interface SoapDescription {
  readonly wsdl: string;
  /** Names of the service and of its port in the services object. */
  readonly service: string;
  readonly port: string;
  readonly operations: readonly DescribedOperation[];
}

/** An operation in node-soap. */
export interface DescribedOperation {
  readonly operation: AnyOperation;
  /**
   * Name in the services object, and of the element in Body by which node-soap finds it: that of the WSDL, or of the
   * method where several operations have that.
   */
  readonly name: string;
}

/**
 * Describes the operations of one SOAP version. The contract itself works only for some services: node-soap fails on
 * types that it does not support, does not distinguish overloaded operations, and its codecs are not used anyway.
 */
export function describeSoap(given: AnyService, version: SoapVersion, givenPort: string): SoapDescription {
  const [service, port] = [ownName(given.name), ownName(givenPort)];
  const offered = Object.entries(given.operations).filter(([, operation]) => hasBinding(operation, version));
  const operations = offered.map(([method, operation]) => {
    const alone = offered.filter(([, { name }]) => name === operation.name).length === 1;
    return { operation, name: alone ? ownName(operation.name) : method };
  });
  return { operations, service, port, wsdl: wsdlOf(service, port, operations, soapNamespaces[version]) };
}

/** A name that no object has by inheritance: node-soap looks names up in objects. */
function ownName(name: string): string {
  return name in Object.prototype ? `${name}$` : name;
}

const soapNamespaces: Readonly<Record<SoapVersion, string>> = {
  soap11: "http://schemas.xmlsoap.org/wsdl/soap/",
  soap12: "http://schemas.xmlsoap.org/wsdl/soap12/",
};

const namespace = "urn:messenger-gen:host";
/** Not the name of an operation, because it is not an XML name. */
const answer = "-answer";

function wsdlOf(
  service: string,
  port: string,
  operations: readonly DescribedOperation[],
  soap: string,
): string {
  const elements = [...operations.map(({ name }) => name), answer];
  const message = (name: string): string => `message="tns:${name}"`;
  return [
    `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="${soap}"`,
    ` xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="${namespace}" targetNamespace="${namespace}">`,
    `<wsdl:types><xs:schema targetNamespace="${namespace}">`,
    ...elements.map((name) => `<xs:element name="${name}"><xs:complexType/></xs:element>`),
    "</xs:schema></wsdl:types>",
    ...elements.map(
      (name) => `<wsdl:message name="${name}"><wsdl:part name="body" element="tns:${name}"/></wsdl:message>`,
    ),
    '<wsdl:portType name="Port">',
    ...operations.map(
      ({ name }) =>
        `<wsdl:operation name="${name}"><wsdl:input ${message(name)}/><wsdl:output ${message(answer)}/></wsdl:operation>`,
    ),
    '</wsdl:portType><wsdl:binding name="Binding" type="tns:Port">',
    '<soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="document"/>',
    ...operations.map(
      ({ name }) =>
        `<wsdl:operation name="${name}"><soap:operation soapAction="" style="document"/>` +
        '<wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>',
    ),
    `</wsdl:binding><wsdl:service name="${service}"><wsdl:port name="${port}" binding="tns:Binding">`,
    '<soap:address location="http://localhost/"/></wsdl:port></wsdl:service></wsdl:definitions>',
  ].join("");
}
