import type * as soap from "soap";
import { soapVersions } from "messenger-gen-runtime/host";
import type { DescribedMessage, DescribedOperation, SoapDescription } from "./description.js";
import { byName } from "./own-names.js";

/** A message as node-soap knows it: its element, without a type. */
interface MessageObject {
  readonly $name: string;
  readonly targetNamespace: string;
}

/** An operation as node-soap knows it. */
interface MethodObject {
  readonly style: "document";
  readonly soapAction: string;
  readonly input: MessageObject;
  readonly output: MessageObject;
}

/** A binding as node-soap knows it. */
export interface BindingObject {
  readonly style: "document";
  readonly methods: Readonly<Record<string, MethodObject>>;
  /** By the element in Body. */
  readonly topElements: Readonly<
    Record<string, { readonly methodName: string; readonly outputName: string }>
  >;
}

/** What node-soap's class `WSDL` makes of the text of a WSDL, as far as its server looks at it. */
export interface Definitions {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly ports: Readonly<
          Record<string, { readonly location: string; readonly binding: BindingObject }>
        >;
      }
    >
  >;
  readonly bindings: Readonly<Record<string, BindingObject>>;
  readonly portTypes: Readonly<Record<string, Pick<BindingObject, "methods">>>;
  readonly messages: Readonly<Record<string, { readonly element: MessageObject }>>;
  readonly schemas: object;
}

/** A description as node-soap has it after reading a WSDL. */
export function definitionsOf({
  service,
  port,
  binding,
  portType,
  operations,
}: SoapDescription): Definitions {
  const methods = byName(operations.map((each) => [each.name, methodOf(each)] as const));
  const topElements = byName(
    operations.map(
      ({ name, input, output }) => [input.element, { methodName: name, outputName: output.element }] as const,
    ),
  );
  const bound: BindingObject = { style: "document", methods, topElements };
  const messages = operations.flatMap(({ input, output }) => [input, output]);
  return {
    services: byName([[service, { ports: byName([[port, { location, binding: bound }]]) }]]),
    bindings: byName([[binding, bound]]),
    portTypes: byName([[portType, { methods }]]),
    messages: byName(messages.map((each) => [each.name, { element: messageOf(each) }] as const)),
    schemas: {},
  };
}

const location = "http://localhost/";

function methodOf({ action, input, output }: DescribedOperation): MethodObject {
  return { style: "document", soapAction: action, input: messageOf(input), output: messageOf(output) };
}

function messageOf({ element, namespace }: DescribedMessage): MessageObject {
  return { $name: element, targetNamespace: namespace };
}

function unset(): never {
  throw new Error("Nothing is handed over.");
}

type ObjectToXml = (...given: Parameters<soap.WSDL["objectToXML"]>) => string;

/**
 * A description for node-soap's server, in the place of its class `WSDL`. That class brings an HTTP client, for WSDLs at URLs, so it is loaded
 * when a program first gives a SOAP header as an object: the class writes it.
 */
export class WsdlObject {
  readonly definitions: Definitions;
  readonly options: Readonly<Record<string, unknown>>;
  /** The reader, the writer and the namespaces of envelopes are set by `HandOver`. */
  xmlToObject: (text: string) => object = unset;
  objectToDocumentXML: (name: string, value: unknown) => string = unset;
  xmlnsInEnvelope = "";
  readonly #classOf: () => typeof soap.WSDL;
  #writer: soap.WSDL | undefined;

  /** @param classOf loads the class */
  constructor(description: SoapDescription, classOf: () => typeof soap.WSDL) {
    this.definitions = definitionsOf(description);
    this.#classOf = classOf;
    const isSoap12 = soapVersions[description.version] === soapVersions.soap12;
    this.options = { forceSoap12Headers: isSoap12 };
  }

  /** It is ready: there is no document to wait for. */
  onReady(ready: () => void): void {
    ready();
  }

  readonly objectToXML: ObjectToXml = (...given) => {
    const written: unknown = (this.#writer ??= this.#loadWriter()).objectToXML(...given);
    return String(written);
  };

  #loadWriter(): soap.WSDL {
    const WSDL = this.#classOf();
    return Object.assign(new WSDL({}, "", {}), { definitions: this.definitions });
  }
}
