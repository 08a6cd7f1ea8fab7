import type { AnyOperation, BindingName, ServiceDescriptor } from "../operation.js";
import type { NamespaceAlias } from "../xml/namespace-alias.js";

/** An operation as a service serves it. */
export interface IndexedOperation {
  readonly operation: AnyOperation;
  /** The soapAction as served, in the namespace of the alias where there is one; empty when there is none. */
  readonly action: string;
}

/** A service as the bindings look it up. All lookups are Maps: a name in a message never meets an inherited member. */
export interface ServiceIndex {
  readonly service: ServiceDescriptor;
  /** The namespace served in the place of the contract's; undefined when they are the same. */
  readonly alias: NamespaceAlias | undefined;
  readonly byName: ReadonlyMap<string, IndexedOperation>;
  /** By lower-case name; what is served under the name in other letters. */
  readonly byLowerName: ReadonlyMap<string, IndexedOperation>;
  /** Operations with a SOAP binding by namespace (of the contract) and name of the element in Body. */
  readonly byElement: ReadonlyMap<string, ReadonlyMap<string, IndexedOperation>>;
}

/** How a service is served or called. */
export interface ServiceIndexOptions {
  /** Target namespace in messages; that of the contract when not given. */
  readonly namespace?: string | undefined;
}

/**
 * Indexes a service once, for all its calls.
 *
 * @throws RangeError when two operations have one name or one input element.
 */
export function serviceIndex(service: ServiceDescriptor, options: ServiceIndexOptions = {}): ServiceIndex {
  const { namespace = service.namespace } = options;
  const alias =
    namespace === service.namespace ? undefined : { wire: namespace, contract: service.namespace };
  const byName = new Map<string, IndexedOperation>();
  const byLowerName = new Map<string, IndexedOperation>();
  const byElement = new Map<string, Map<string, IndexedOperation>>();
  for (const operation of service.operations) {
    const indexed = { operation, action: servedAction(operation.action ?? "", alias) };
    add(byName, operation.name, indexed);
    byLowerName.set(operation.name.toLowerCase(), indexed);
    if (!hasBinding(operation, "soap11") && !hasBinding(operation, "soap12")) continue;
    const { namespace: elementNamespace, name } = operation.input.element;
    const elements = byElement.get(elementNamespace) ?? new Map<string, IndexedOperation>();
    byElement.set(elementNamespace, elements);
    add(elements, name, indexed);
  }
  return { service, alias, byName, byLowerName, byElement };
}

/** True when the operation is reached by the binding. */
export function hasBinding(operation: AnyOperation, binding: BindingName): boolean {
  return operation.bindings.includes(binding);
}

function add(map: Map<string, IndexedOperation>, key: string, indexed: IndexedOperation): void {
  if (map.has(key)) throw new RangeError(`Two operations are named ${key}`);
  map.set(key, indexed);
}

function servedAction(action: string, alias: NamespaceAlias | undefined): string {
  if (alias === undefined || !action.startsWith(alias.contract)) return action;
  return alias.wire + action.slice(alias.contract.length);
}
