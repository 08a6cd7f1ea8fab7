import { isCall, operationOf, operationsNamed } from "../../../model/bound-operation.js";
import type { ServiceModel } from "../../../model/types.js";
import type { NamedContract } from "../contract/named-contract.js";
import { methodName, operationStem, typeName } from "../names/spelling.js";
import { isOneMessage, isSoap, type Exposure } from "./exposure.js";

/** An operation with its bindings, in the order of the ports, and its name. */
export interface ExposedOperation {
  /** Name in the WSDL. */
  readonly name: string;
  readonly stem: string;
  readonly method: string;
  readonly exposures: readonly Exposure[];
}

/** A service with the operations of its ports. */
export interface ExposedService {
  readonly service: ServiceModel;
  readonly operations: readonly ExposedOperation[];
}

/**
 * The operations of every service. Ports that offer the same messages under one name offer one operation, also when
 * they belong to several services; different messages are separate operations.
 */
export function exposeServices(contract: NamedContract): readonly ExposedService[] {
  const shared = new SharedDrafts();
  return contract.model.services.map((service) => ({
    service,
    operations: draftsOf(contract, service).map((draft) => share(contract, shared, draft, service)),
  }));
}

/** An operation while the ports are processed. */
interface OperationDraft extends ExposedOperation {
  stem: string;
  readonly exposures: Exposure[];
}

/** The operations of several services, as they can be looked for. */
class SharedDrafts {
  readonly byMethod = new Map<string, OperationDraft[]>();
  readonly stems = new Set<string>();
}

function draftsOf(contract: NamedContract, service: ServiceModel): readonly OperationDraft[] {
  const drafts: OperationDraft[] = [];
  const byName = new Map<string, OperationDraft[]>();
  for (const exposure of exposuresOf(contract, service)) {
    const { name } = exposure.operation;
    const namesakes = byName.get(name) ?? [];
    const known = namesakes.find((draft) => accepts(contract, draft, exposure));
    if (known === undefined) {
      const called = calledName(contract, namesakes[0], exposure);
      const draft = { name, stem: operationStem(called), method: methodName(called), exposures: [exposure] };
      drafts.push(draft);
      namesakes.push(draft);
      byName.set(name, namesakes);
    } else if (known.exposures.every(({ binding }) => binding.protocol !== exposure.binding.protocol)) {
      known.exposures.push(exposure);
    }
  }
  return drafts;
}

function exposuresOf(contract: NamedContract, service: ServiceModel): readonly Exposure[] {
  return service.ports.flatMap((port) => {
    const binding = contract.binding(port.binding);
    const portType = contract.portType(binding.portType);
    const offered = new Map(binding.operations.map((bound) => [operationOf(portType, bound), bound]));
    return portType.operations.filter(isCall).flatMap((operation) => {
      const bound = offered.get(operation);
      return bound === undefined ? [] : [{ binding, bound, operation }];
    });
  });
}

/** HTTP bindings join the operation of their name; those of SOAP only when they exchange the same messages. */
function accepts(contract: NamedContract, { exposures }: OperationDraft, exposure: Exposure): boolean {
  if (!isOneMessage(contract, [...exposures, exposure])) return false;
  const alike = exposures.filter((known) => isSoap(known) === isSoap(exposure));
  if (isSoap(exposure)) return alike.every((known) => sameCall(known, exposure));
  const rival = alike.find((known) => known.binding.protocol === exposure.binding.protocol);
  return rival === undefined || sameCall(rival, exposure);
}

function sameCall(one: Exposure, other: Exposure): boolean {
  const sameVersion = one.binding.protocol === other.binding.protocol;
  return (
    sameMessages(one, other) &&
    (!sameVersion || ((one.bound.action ?? "") === (other.bound.action ?? "") && sameLocation(one, other)))
  );
}

function sameLocation(one: Exposure, other: Exposure): boolean {
  return one.bound.location === other.bound.location;
}

function sameMessages(one: Exposure, other: Exposure): boolean {
  return messagesOf(one) === messagesOf(other);
}

function messagesOf({ bound, operation }: Exposure): string {
  return JSON.stringify(
    [operation.input, operation.output, bound.style, bound.input, bound.output],
    withoutBesides,
  );
}

/** Neither places nor the faults of headers are part of a message. */
function withoutBesides(key: string, value: unknown): unknown {
  return key === "origin" || key === "faults" ? undefined : value;
}

/**
 * Name of an operation: its own name; of overloaded ones all but the first as their inputs are, or with a number; one whose name another
 * port of the service has given to other messages with the name of its port type, or of its binding.
 */
function calledName(
  contract: NamedContract,
  namesake: OperationDraft | undefined,
  { binding, operation }: Exposure,
): string {
  const { name, signature } = operation;
  const overloads = operationsNamed(contract.portType(binding.portType), name);
  if (overloads.length > 1) {
    const at = overloads.indexOf(operation) + 1;
    if (at === 1) return name;
    const names = new Set([name, ...overloads.slice(1).map((other) => other.signature.input)]);
    const distinct = names.size === overloads.length && signature.input !== undefined;
    return distinct ? signature.input : `${name}_${at}`;
  }
  const rival = namesake?.exposures[0];
  if (rival === undefined) return name;
  const other = rival.binding.portType === binding.portType ? binding : contract.portType(binding.portType);
  return `${name}_${other.name}`;
}

/** The operation of another service that is the same one, or this one under a name that is free. */
function share(
  contract: NamedContract,
  shared: SharedDrafts,
  draft: OperationDraft,
  service: ServiceModel,
): OperationDraft {
  const namesakes = shared.byMethod.get(draft.method) ?? [];
  const same = namesakes.find(
    (known) =>
      known.name === draft.name && draft.exposures.every((exposure) => accepts(contract, known, exposure)),
  );
  if (same === undefined) {
    if (shared.stems.has(draft.stem)) draft.stem = typeName(service.name) + draft.stem;
    shared.stems.add(draft.stem);
    shared.byMethod.set(draft.method, [...namesakes, draft]);
    return draft;
  }
  const protocols = new Set(same.exposures.map(({ binding }) => binding.protocol));
  same.exposures.push(...draft.exposures.filter(({ binding }) => !protocols.has(binding.protocol)));
  return same;
}
