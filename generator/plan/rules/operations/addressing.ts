/** WS-Addressing 1.0: the versions of SOAP that require it, and the actions of messages. */
import { isSoapBinding } from "../../../model/bound-operation.js";
import type { BindingProtocol, ServiceModel } from "../../../model/types.js";
import type { OperationPlan } from "../../data/operations.js";
import { requires } from "../contract/contract-index.js";
import type { NamedContract } from "../contract/named-contract.js";
import type { Exposure } from "./exposure.js";

const namespace = "http://www.w3.org/2005/08/addressing";

/**
 * Versions of SOAP for which a port of the service requires WS-Addressing. None if operations declare its headers: they
 * are then arguments of the methods.
 */
export function addressedBindings(
  contract: NamedContract,
  { ports }: Pick<ServiceModel, "ports">,
  operations: readonly Pick<OperationPlan, "headers">[],
): readonly BindingProtocol[] {
  const declares = operations.some(({ headers }) =>
    headers.input?.elements.some(({ field }) => field.element.namespace === namespace),
  );
  if (declares) return [];
  const bindings = ports
    .filter((port) => requires(contract, port, "addressing"))
    .map(({ binding }) => contract.binding(binding))
    .filter(isSoapBinding);
  return [...new Set(bindings.map(({ protocol }) => protocol))];
}

/**
 * Action of the input, if that is not the soapAction: by the attribute Action, otherwise the soapAction, otherwise by the
 * default pattern, where the contract requires WS-Addressing (WS-Addressing Metadata, sections 4.4.1 and 4.4.4).
 */
export function addressingAction(contract: NamedContract, soap: readonly Exposure[]): string | undefined {
  const [first] = soap;
  if (first === undefined) return undefined;
  const own = first.operation.action;
  const actions = soap.map(({ bound }) => bound.action ?? "");
  if (own !== undefined) return actions.every((action) => action === own) ? undefined : own;
  if (actions.some((action) => action !== "")) return undefined;
  const isUsed = contract.model.services.some(({ ports }) =>
    ports.some((port) => requires(contract, port, "addressing")),
  );
  return isUsed ? defaultAction(first) : undefined;
}

/** Target namespace, name of the port type and name of the input, which has a default too (WSDL 1.1, section 2.4.5). */
function defaultAction({ binding, operation }: Exposure): string {
  const end = binding.portType.indexOf("}");
  const target = binding.portType.slice(1, end);
  const delimiter = /^urn:/i.test(target) ? ":" : "/";
  const start = target.endsWith("/") ? target : target + delimiter;
  const { name, signature, output } = operation;
  const input = signature.input ?? name + (output === undefined ? "" : "Request");
  return [start + binding.portType.slice(end + 1), input].join(delimiter);
}
