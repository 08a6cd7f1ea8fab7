import type { SoapVersion } from "messenger-gen-runtime";
import {
  type AnyOperation,
  hasBinding,
  type IndexedOperation,
  type ServiceIndex,
} from "messenger-gen-runtime/host";
import { soap11Binding, soap12Binding } from "../documents/wsdl-document.js";
import type { WsdlNames, WsdlOperation, WsdlPort } from "../documents/wsdl-names.js";
import { OwnNames } from "./own-names.js";

/** A service in one version of SOAP, for node-soap: the names of its contract, without types. */
export interface SoapDescription {
  readonly version: SoapVersion;
  readonly service: string;
  readonly port: string;
  readonly binding: string;
  readonly portType: string;
  readonly namespace: string;
  readonly operations: readonly DescribedOperation[];
}

/** An operation in node-soap. */
export interface DescribedOperation {
  readonly operation: AnyOperation;
  /** That of the WSDL, or of the method where several operations have that. */
  readonly name: string;
  /** As it is served; empty for none. */
  readonly action: string;
  readonly input: DescribedMessage;
  /** One-way operations have one too: otherwise node-soap responds before the method has accepted the call. */
  readonly output: DescribedMessage;
}

/** A message in node-soap. */
export interface DescribedMessage {
  readonly name: string;
  /** Local name of its element in Body. That of an input belongs to one operation: node-soap finds the operation by it. */
  readonly element: string;
  readonly namespace: string;
}

/** Namespace of the elements by which a WSDL binds to a version of SOAP. */
export const soapBindings: Readonly<Record<SoapVersion, string>> = {
  soap11: soap11Binding,
  soap12: soap12Binding,
};

/** Describes the operations of one version of SOAP by the service and by the names in its WSDL. */
export function describeSoap(index: ServiceIndex, version: SoapVersion, names: WsdlNames): SoapDescription {
  const { service, alias } = index;
  const ports = portsOf(service.name, version, names);
  const { name: port = version, binding = version } = ports[0] ?? {};
  return {
    version,
    service: service.name,
    port,
    binding,
    portType: names.portTypes.get(binding) ?? service.name,
    namespace: alias?.wire ?? service.namespace,
    operations: new Describing(index, version, offeredBy(ports, names)).operations(),
  };
}

/** The ports of the service; those of others in the WSDL where it has none, as they share their bindings. */
function portsOf(service: string, version: SoapVersion, { ports }: WsdlNames): readonly WsdlPort[] {
  const spoken = ports.filter(({ address }) => address === soapBindings[version]);
  const own = spoken.filter((port) => port.service === service);
  return own.length > 0 ? own : spoken;
}

function offeredBy(
  ports: readonly WsdlPort[],
  { portTypes, operations }: WsdlNames,
): readonly WsdlOperation[] {
  const offering = new Set(ports.map(({ binding }) => portTypes.get(binding)));
  return operations.filter(({ portType }) => offering.has(portType));
}

/** Gives the operations of a description names of their own. */
class Describing {
  readonly #index: ServiceIndex;
  readonly #version: SoapVersion;
  readonly #declared: readonly WsdlOperation[];
  readonly #names = new OwnNames();
  readonly #elements = new OwnNames();
  readonly #messageNames = new OwnNames();
  readonly #messages = new Map<string, DescribedMessage>();

  constructor(index: ServiceIndex, version: SoapVersion, declared: readonly WsdlOperation[]) {
    this.#index = index;
    this.#version = version;
    this.#declared = declared;
  }

  operations(): readonly DescribedOperation[] {
    const offered = [...this.#index.byOperation.values()].filter(({ operation }) =>
      hasBinding(operation, this.#version),
    );
    return offered.map((indexed) => {
      const { operation, method, actions } = indexed;
      const action = actions[this.#version];
      const overloads = offered.filter((each) => each.operation.name === operation.name);
      const name = this.#names.own(overloads.length === 1 ? operation.name : method);
      return { operation, name, action, ...this.#inAndOut(indexed, name, overloads.indexOf(indexed)) };
    });
  }

  /** @param at index among the operations of the same name in the WSDL */
  #inAndOut(
    { operation }: IndexedOperation,
    name: string,
    at: number,
  ): Pick<DescribedOperation, "input" | "output"> {
    const { input, output } = this.#declared.filter((each) => each.name === operation.name)[at] ?? {};
    const [sent, received] = [operation.input.element, operation.output?.element];
    const element = this.#elements.own(sent?.name ?? name, name);
    const answer = `${name}Response`;
    return {
      input: this.#message(input ?? `${name}Request`, element, sent?.namespace),
      output: this.#message(output ?? answer, received?.name ?? answer, received?.namespace),
    };
  }

  /** Operations with the same message share it. */
  #message(wanted: string, element: string, ofContract = ""): DescribedMessage {
    const { alias, service } = this.#index;
    const isOwn = ofContract === "" || ofContract === service.namespace;
    const namespace = isOwn ? (alias?.wire ?? service.namespace) : ofContract;
    const key = `${wanted} ${element} ${namespace}`;
    const known = this.#messages.get(key);
    if (known !== undefined) return known;
    const message = { name: this.#messageNames.own(wanted), element, namespace };
    this.#messages.set(key, message);
    return message;
  }
}
