import type { AnyOperation, BindingName, ServiceDescriptor } from "../operation.js";
import type { NamespaceAlias } from "../xml/namespace-alias.js";
import type { MultipartFormat } from "./multipart.js";
import { locationOf, templateOf, type FormBinding, type PathTemplate } from "./path-template.js";
import { inputBlocks, knownBlocks, type KnownBlocks } from "./soap-header.js";
import type { SoapVersion } from "./soap-version.js";
import type { QName } from "../xml/names.js";

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
  /** Operations of each HTTP binding by what follows the address of the service. */
  readonly byPath: Readonly<Record<FormBinding, PathIndex>>;
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
  /** Undefined for a service whose messages are never more than a document. */
  readonly multipart: MultipartFormat | undefined;
  /** Whether bytes are sent as parts (MTOM); undefined to do as the other side does. */
  readonly mtom: boolean | undefined;
}

/** Operations of an HTTP binding. */
export interface PathIndex {
  /** Several only where they take different documents. */
  readonly exact: ReadonlyMap<string, readonly IndexedOperation[]>;
  /** By lower-case path; what is served under the path in other letters. */
  readonly lower: ReadonlyMap<string, IndexedOperation>;
  /** Those whose parameters stand in the path. */
  readonly templates: readonly { readonly template: PathTemplate; readonly indexed: IndexedOperation }[];
}

/** How a service is served or called. */
export interface ServiceIndexOptions {
  /** Target namespace in messages; that of the contract when not given. */
  readonly namespace?: string | undefined;
  /**
   * Whether bytes in SOAP messages are sent as MIME parts (MTOM) instead of base64, where they are 768 or more. A client sends
   * every message so, or none. A server answers so always or never; not given, it does when it is asked: by a request that
   * came so, or by `application/xop+xml` in Accept. What the contract says when not given; both are always read.
   */
  readonly mtom?: boolean | undefined;
  /** `multipartRelated`, for a contract that does not bring it: one without bytes. */
  readonly multipart?: MultipartFormat | undefined;
}

/**
 * Indexes a service once, for all its calls.
 *
 * @throws RangeError when two operations of an HTTP binding have one location and the same document, or none, and for MTOM
 *   without `multipart`
 */
export function serviceIndex(service: ServiceDescriptor, options: ServiceIndexOptions = {}): ServiceIndex {
  const { namespace = service.namespace } = options;
  const alias =
    namespace === service.namespace ? undefined : { wire: namespace, contract: service.namespace };
  const byOperation = new Map<AnyOperation, IndexedOperation>();
  const byElement = new Map<string, Map<string, IndexedOperation[]>>();
  const withoutElement: IndexedOperation[] = [];
  for (const operation of service.operations) {
    const indexed = { operation, actions: servedActions(operation, alias) };
    byOperation.set(operation, indexed);
    if (!hasBinding(operation, "soap11") && !hasBinding(operation, "soap12")) continue;
    const first = operation.input.element ?? operation.input.first;
    if (first === undefined) withoutElement.push(indexed);
    else addByElement(byElement, first, indexed);
  }
  const indexes = [...byOperation.values()];
  const byPath = { httpGet: pathIndex(indexes, "httpGet"), httpPost: pathIndex(indexes, "httpPost") };
  const encoded = service.operations.some((operation) => operation.encoded === true);
  const versions = new Set(
    (["soap11", "soap12"] as const).filter((version) =>
      service.operations.some((operation) => hasBinding(operation, version)),
    ),
  );
  const { multipart = service.multipart, mtom = service.mtom } = options;
  if (mtom === true && multipart === undefined) {
    throw new RangeError(`The contract of ${service.name} has no bytes: MTOM needs the option multipart`);
  }
  const headerBlocks = knownBlocks(service.operations.map(inputBlocks));
  return {
    service,
    alias,
    byOperation,
    byPath,
    byElement,
    withoutElement,
    headerBlocks,
    encoded,
    versions,
    multipart,
    mtom,
  };
}

function pathIndex(operations: readonly IndexedOperation[], binding: FormBinding): PathIndex {
  const exact = new Map<string, IndexedOperation[]>();
  const templates: { template: PathTemplate; indexed: IndexedOperation }[] = [];
  for (const indexed of operations.filter(({ operation }) => hasBinding(operation, binding))) {
    const path = locationOf(indexed.operation, binding);
    const template = templateOf(path);
    if (template !== undefined) templates.push({ template, indexed });
    else addByPath(exact, path, indexed, binding);
  }
  const lower = new Map(
    [...exact].flatMap(([path, [first]]) => (first === undefined ? [] : [[path.toLowerCase(), first]])),
  );
  return { exact, lower, templates };
}

function addByPath(
  exact: Map<string, IndexedOperation[]>,
  path: string,
  indexed: IndexedOperation,
  binding: FormBinding,
): void {
  const known = exact.get(path) ?? [];
  const rivals = known.map(({ operation }) => locationKey(operation, binding));
  if (rivals.includes(locationKey(indexed.operation, binding)))
    throw new RangeError(`Two operations are named ${path}`);
  exact.set(path, [...known, indexed]);
}

/** What tells operations of one location apart: the document they take; only one takes parameters. */
function locationKey({ document, input: { element } }: AnyOperation, binding: FormBinding): string {
  return binding === "httpGet" || document === undefined
    ? ""
    : `{${element?.namespace ?? ""}}${element?.name ?? ""}`;
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
