import type { BindingName, ResolveReferences } from "../contract/message-codecs.js";
import type { AnyService } from "../service/service.js";
import type { AnyOperation } from "../contract/operation.js";
import {
  serviceForm,
  type ServiceForm,
  type ClientBinding,
  type ServiceOptions,
} from "../contract/client-binding.js";
import type { BlockReaders, HeaderGuard, KeepBlocks } from "../service/header-guard.js";
import { locationOf, templateOf, type FormBinding, type PathTemplate } from "./path-template.js";
import { actionOf } from "./soap-action.js";
import type { KnownBlocks } from "./soap-header.js";
import type { NamespaceAlias } from "../xml/namespace-alias.js";
import type { SoapVersion } from "../contract/soap-version.js";
import type { QName } from "../xml/names.js";

/** An operation as a service serves it. */
export interface IndexedOperation {
  readonly operation: AnyOperation;
  /** Name of the method that implements it. */
  readonly method: string;
  /** The served soapAction, in the namespace of the alias if there is one; empty without a soapAction. */
  readonly actions: Readonly<Record<SoapVersion, string>>;
}

/** A service as the bindings look it up. All lookups are Maps: a name in a message never meets an inherited member. */
export interface ServiceIndex extends ServiceForm, BlockReaders {
  readonly service: AnyService;
  readonly byOperation: ReadonlyMap<AnyOperation, IndexedOperation>;
  /** Operations of each HTTP binding by the path after the address of the service. */
  readonly byPath: Readonly<Record<FormBinding, PathIndex>>;
  /** Operations that are reached by a version of SOAP; undefined when there is none. */
  readonly bySoap: Readonly<Record<SoapVersion, BodyIndex | undefined>>;
  /** Blocks that calls may have in Header. */
  readonly headerBlocks: KnownBlocks;
  /** Present when messages of some operation are SOAP-encoded. */
  readonly encoded: ResolveReferences | undefined;
}

/** Options for serving a service. */
export interface ServedOptions extends ServiceOptions {
  /** Decides about calls by SOAP headers that the contract does not declare. */
  readonly guard?: HeaderGuard | undefined;
  /** The host keeps the SOAP headers that the contract does not declare. */
  readonly keepBlocks?: KeepBlocks | undefined;
}

/** Operations of a SOAP binding. */
export interface BodyIndex {
  readonly version: SoapVersion;
  readonly alias: NamespaceAlias | undefined;
  /**
   * By namespace (of the contract) and name of the first element in Body. Most have an element of their own; among
   * several, the action or the content of the message decides.
   */
  readonly byElement: ReadonlyMap<string, ReadonlyMap<string, readonly IndexedOperation[]>>;
  /** Operations with nothing in Body. */
  readonly withoutElement: readonly IndexedOperation[];
}

/** Operations of an HTTP binding. */
export interface PathIndex {
  /** Several only where they take different documents. */
  readonly exact: ReadonlyMap<string, readonly IndexedOperation[]>;
  /** By lower-case path: operations whose path differs only in case. */
  readonly lower: ReadonlyMap<string, IndexedOperation>;
  /** Operations with parameters in the path. */
  readonly templates: readonly { readonly template: PathTemplate; readonly indexed: IndexedOperation }[];
}

/**
 * Indexes a service once, for all its calls.
 *
 * @throws RangeError if two operations of an HTTP binding have one location and the same document, or none, and for
 * MTOM without `multipart`
 */
export function serviceIndex(service: AnyService, options: ServedOptions = {}): ServiceIndex {
  const form = serviceForm(service, { multipart: service.multipart, ...options });
  const { alias } = form;
  const byOperation = new Map<AnyOperation, IndexedOperation>();
  for (const [method, operation] of Object.entries(service.operations)) {
    const actions = {
      soap11: actionOf(operation, "soap11", alias),
      soap12: actionOf(operation, "soap12", alias),
    };
    byOperation.set(operation, { operation, method, actions });
  }
  const indexes = [...byOperation.values()];
  const operations = [...byOperation.keys()];
  return {
    ...form,
    service,
    byOperation,
    byPath: { httpGet: pathIndex(indexes, "httpGet"), httpPost: pathIndex(indexes, "httpPost") },
    bySoap: { soap11: bodyIndex(indexes, "soap11", alias), soap12: bodyIndex(indexes, "soap12", alias) },
    headerBlocks: headerIndex(operations),
    encoded: operations.find((operation) => operation.encoded !== undefined)?.encoded,
    guard: options.guard,
    keepBlocks: options.keepBlocks,
  };
}

function headerIndex(operations: readonly AnyOperation[]): KnownBlocks {
  const codecs = operations.flatMap(({ headers }) => headers?.format.readersOf(headers.input) ?? []);
  const byElement = new Map(
    codecs.flatMap((codec) => (codec.element === undefined ? [] : [[elementKey(codec.element), codec]])),
  );
  return (element) => byElement.get(elementKey(element));
}

function elementKey({ namespace, name }: QName): string {
  return `{${namespace}}${name}`;
}

function bodyIndex(
  operations: readonly IndexedOperation[],
  version: SoapVersion,
  alias: NamespaceAlias | undefined,
): BodyIndex | undefined {
  const byElement = new Map<string, Map<string, IndexedOperation[]>>();
  const withoutElement: IndexedOperation[] = [];
  const reached = operations.filter(({ operation }) => hasBinding(operation, version));
  for (const indexed of reached) {
    const { element, first } = indexed.operation.input;
    const name = element ?? first;
    if (name === undefined) withoutElement.push(indexed);
    else addByElement(byElement, name, indexed);
  }
  return reached.length === 0 ? undefined : { version, alias, byElement, withoutElement };
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

/** Operations of one location are distinguished by their document; only one of them has parameters. */
function locationKey({ document, input: { element } }: AnyOperation, binding: FormBinding): string {
  return binding === "httpGet" || document === undefined
    ? ""
    : `{${element?.namespace ?? ""}}${element?.name ?? ""}`;
}

/** How an operation is reached: the name of each binding, and how a client calls it. */
export function bindingsOf({
  bindings,
}: Pick<AnyOperation, "bindings">): readonly [BindingName, ClientBinding][] {
  return Object.entries(bindings) as [BindingName, ClientBinding][];
}

/** True when the operation is reached by the binding. */
export function hasBinding(operation: AnyOperation, binding: BindingName): boolean {
  return Object.hasOwn(operation.bindings, binding);
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
