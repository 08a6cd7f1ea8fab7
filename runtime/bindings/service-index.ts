import type { AnyOperation, BindingName, QName, ServiceDescriptor } from "../operation.js";
import type { NamespaceAlias } from "../xml/namespace-alias.js";
import { inputBlocks, knownBlocks, type KnownBlocks } from "./soap-header.js";
import type { SoapVersion } from "./soap-version.js";

/** An operation as a service serves it. */
export interface IndexedOperation {
  readonly operation: AnyOperation;
  /** The soapAction as served, in the namespace of the alias where there is one; empty when there is none. */
  readonly actions: Readonly<Record<SoapVersion, string>>;
}

/** A service as the bindings look it up. All lookups are Maps: a name in a message never meets an inherited member. */
export interface ServiceIndex {
  readonly service: ServiceDescriptor;
  /** The namespace served in the place of the contract's; undefined when they are the same. */
  readonly alias: NamespaceAlias | undefined;
  readonly byOperation: ReadonlyMap<AnyOperation, IndexedOperation>;
  /** Operations with an HTTP binding. */
  readonly byName: ReadonlyMap<string, IndexedOperation>;
  /** By lower-case name; what is served under the name in other letters. */
  readonly byLowerName: ReadonlyMap<string, IndexedOperation>;
  /**
   * Operations with a SOAP binding by namespace (of the contract) and name of the first element in Body. Most have an
   * element of their own; of several the action, or what the message holds, tells.
   */
  readonly byElement: ReadonlyMap<string, ReadonlyMap<string, readonly IndexedOperation[]>>;
  /** Operations with a SOAP binding and nothing in Body. */
  readonly withoutElement: readonly IndexedOperation[];
  /** Blocks that calls may have in Header. */
  readonly headerBlocks: KnownBlocks;
  /** True when messages of some operation are SOAP-encoded. */
  readonly encoded: boolean;
  /** The versions of SOAP that some operation is reached by. */
  readonly versions: ReadonlySet<SoapVersion>;
}

/** How a service is served or called. */
export interface ServiceIndexOptions {
  /** Target namespace in messages; that of the contract when not given. */
  readonly namespace?: string | undefined;
}

/**
 * Indexes a service once, for all its calls.
 *
 * @throws RangeError when two operations with an HTTP binding have one name.
 */
export function serviceIndex(service: ServiceDescriptor, options: ServiceIndexOptions = {}): ServiceIndex {
  const { namespace = service.namespace } = options;
  const alias =
    namespace === service.namespace ? undefined : { wire: namespace, contract: service.namespace };
  const byOperation = new Map<AnyOperation, IndexedOperation>();
  const byName = new Map<string, IndexedOperation>();
  const byLowerName = new Map<string, IndexedOperation>();
  const byElement = new Map<string, Map<string, IndexedOperation[]>>();
  const withoutElement: IndexedOperation[] = [];
  for (const operation of service.operations) {
    const indexed = { operation, actions: servedActions(operation, alias) };
    byOperation.set(operation, indexed);
    if (hasBinding(operation, "httpGet") || hasBinding(operation, "httpPost")) {
      if (byName.has(operation.name)) throw new RangeError(`Two operations are named ${operation.name}`);
      byName.set(operation.name, indexed);
      byLowerName.set(operation.name.toLowerCase(), indexed);
    }
    if (!hasBinding(operation, "soap11") && !hasBinding(operation, "soap12")) continue;
    const first = operation.input.element ?? operation.input.first;
    if (first === undefined) withoutElement.push(indexed);
    else addByElement(byElement, first, indexed);
  }
  const encoded = service.operations.some((operation) => operation.encoded === true);
  const versions = new Set(
    (["soap11", "soap12"] as const).filter((version) =>
      service.operations.some((operation) => hasBinding(operation, version)),
    ),
  );
  const headerBlocks = knownBlocks(service.operations.map(inputBlocks));
  return {
    service,
    alias,
    byOperation,
    byName,
    byLowerName,
    byElement,
    withoutElement,
    headerBlocks,
    encoded,
    versions,
  };
}

/** True when the operation is reached by the binding. */
export function hasBinding(operation: AnyOperation, binding: BindingName): boolean {
  return operation.bindings.includes(binding);
}

function addByElement(
  byElement: Map<string, Map<string, IndexedOperation[]>>,
  { namespace, name }: QName,
  indexed: IndexedOperation,
): void {
  const elements = byElement.get(namespace) ?? new Map<string, IndexedOperation[]>();
  byElement.set(namespace, elements);
  const known = elements.get(name);
  if (known === undefined) elements.set(name, [indexed]);
  else known.push(indexed);
}

function servedActions(
  { action = "", actions = {} }: AnyOperation,
  alias: NamespaceAlias | undefined,
): IndexedOperation["actions"] {
  const served = (own: string): string =>
    alias === undefined || !own.startsWith(alias.contract)
      ? own
      : alias.wire + own.slice(alias.contract.length);
  return { soap11: served(actions.soap11 ?? action), soap12: served(actions.soap12 ?? action) };
}
