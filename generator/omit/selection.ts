import type { Diagnostics } from "../diagnostics.js";
import { headerBlocks } from "../model/bound-operation.js";
import type { Arrows } from "../model/arrows.js";
import { attemptModel } from "../model/build.js";
import { bindingsWithoutPort } from "../model/complete.js";
import { keyAt, type Owner } from "../model/declaration.js";
import type { BindingModel, ContractModel, Id, PortTypeModel } from "../model/types.js";
import { messagesOf } from "../model/offered.js";
import type { ContractDocuments } from "../read/contract.js";
import { narrowingOf, type Narrowing, type NarrowingOptions } from "./narrowing.js";
import { Subjects, withoutSubjects, type SubjectKey } from "./subjects.js";
import { isContainer } from "./users.js";

/** Names of the services, ports and operations to generate; all of a kind if undefined. */
export interface Selection extends NarrowingOptions {
  readonly service?: readonly string[] | undefined;
  readonly port?: readonly string[] | undefined;
  readonly operation?: readonly string[] | undefined;
}

/**
 * The documents with the selected services, ports and operations, and the declarations that they use. A service that is
 * derived has the name of its port type, its ports have those of the bindings.
 *
 * @returns undefined, with diagnostics, if a name is not in the contract
 */
export function selected(
  contract: ContractDocuments,
  selection: Selection,
  diagnostics: Diagnostics,
): ContractDocuments | undefined {
  const { service, port, operation, choose, omit } = selection;
  if ([service, port, operation, choose, omit].every((each) => each === undefined)) return contract;
  const whole = attemptModel(contract, diagnostics.fresh());
  const narrowing =
    choose === undefined && omit === undefined ? undefined : narrowingOf(whole.declared, selection);
  const narrowed = narrowing?.pruned(contract) ?? contract;
  const attempt = narrowing === undefined ? whole : attemptModel(narrowed, diagnostics.fresh());
  const chosen = chosenIn(attempt.declared, selection);
  const unknown = [...chosen.unknown, ...(narrowing === undefined ? [] : unknownOf(narrowing))];
  const [root] = contract.wsdls;
  for (const { kind, name, known } of unknown)
    if (root !== undefined) diagnostics.report("MG2047", root.origin, { kind, name, known });
  if (unknown.length > 0) return undefined;
  const kept = keptBy(narrowing?.narrowed(attempt.arrows) ?? attempt.arrows, chosen);
  const omitted = [...new Subjects(narrowed).keys].filter((key) => !kept.has(key));
  return { ...narrowed, ...withoutSubjects(narrowed, new Set(omitted)) };
}

/** A port of a service, or one that is derived. */
interface Offer {
  readonly service: string;
  /** Undefined in a contract without bindings. */
  readonly port: string | undefined;
  readonly binding: BindingModel | undefined;
  readonly portType: PortTypeModel;
  /** The service and the port, unless derived. */
  readonly keys: readonly SubjectKey[];
}

function offersOf(declared: ContractModel): readonly Offer[] {
  const { services, bindings, portTypes } = declared;
  const byId = new Map(bindings.map((binding) => [binding.id, binding]));
  const offer = (service: string, port: string, id: Id, keys: readonly SubjectKey[]): readonly Offer[] => {
    const binding = byId.get(id);
    const portType = portTypes.find((each) => each.id === binding?.portType);
    return binding === undefined || portType === undefined
      ? []
      : [{ service, port, binding, portType, keys }];
  };
  const ofPorts = services.flatMap(({ id, name, ports }) =>
    ports.flatMap((port) => offer(name, port.name, port.binding, [`service ${id}`, keyAt(port.origin)])),
  );
  const derived = bindingsWithoutPort(declared).flatMap(({ id, name, portType }) =>
    offer(portTypes.find((each) => each.id === portType)?.name ?? "", name, id, []),
  );
  const offers = [...ofPorts, ...derived];
  if (offers.length > 0) return offers;
  return portTypes.map((portType) => ({
    service: portType.name,
    port: undefined,
    binding: undefined,
    portType,
    keys: [],
  }));
}

interface Chosen {
  readonly offers: readonly Offer[];
  readonly isWanted: (operation: string) => boolean;
  /** Names that the contract does not have, and those that it has. */
  readonly unknown: readonly { readonly kind: string; readonly name: string; readonly known: string }[];
}

function chosenIn(declared: ContractModel, { service, port, operation }: Selection): Chosen {
  const all = offersOf(declared);
  const inServices = all.filter((offer) => service?.includes(offer.service) ?? true);
  const offers = inServices.filter((offer) => port === undefined || port.includes(offer.port ?? ""));
  const operations = offers.flatMap(({ portType }) => portType.operations.map(({ name }) => name));
  return {
    offers,
    isWanted: (name) => operation?.includes(name) ?? true,
    unknown: [
      ...unknownNames(
        "service",
        service,
        all.map((offer) => offer.service),
      ),
      ...unknownNames(
        "port",
        port,
        inServices.map((offer) => offer.port ?? ""),
      ),
      ...unknownNames("operation", operation, operations),
    ],
  };
}

function unknownNames(
  kind: string,
  wanted: readonly string[] = [],
  known: readonly string[],
): Chosen["unknown"] {
  const names = new Set(known);
  return wanted
    .filter((name) => !names.has(name))
    .map((name) => ({ kind, name, known: [...names].join(", ") || "none" }));
}

/** A contract may have hundreds: the message has those that begin most like the name. */
function unknownOf({ unknown }: Narrowing): Chosen["unknown"] {
  return unknown.flatMap(({ kind, names, known }) =>
    names.map((name) => ({ kind, name, known: similar(name, [...known]).join(", ") || "none" })),
  );
}

/** The ten that begin most like a name. */
function similar(name: string, known: readonly string[]): readonly string[] {
  const common = (other: string): number => {
    let length = 0;
    while (length < name.length && other[length] === name[length]) length++;
    return length;
  };
  return known.toSorted((one, other) => common(other) - common(one)).slice(0, 10);
}

/** The subjects of the chosen operations: their ports, bindings, port types, messages, and the declarations that these use. */
function keptBy(arrows: Arrows, { offers, isWanted }: Chosen): ReadonlySet<SubjectKey> {
  const kept = new Set<SubjectKey>();
  const messages: Id[] = [];
  for (const { keys, binding, portType } of offers) {
    for (const key of keys) kept.add(key);
    kept.add(`port type ${portType.id}`);
    for (const operation of portType.operations.filter(({ name }) => isWanted(name))) {
      kept.add(keyAt(operation.origin));
      messages.push(...messagesOf(operation));
    }
    if (binding === undefined) continue;
    kept.add(`binding ${binding.id}`);
    for (const bound of binding.operations.filter(({ name }) => isWanted(name))) {
      kept.add(keyAt(bound.origin));
      messages.push(...headerBlocks(bound).map(({ message }) => message));
    }
  }
  const used = new Set(messages.map((id): Owner => `message ${id}`));
  for (const owner of used) {
    kept.add(owner);
    // Of a type that is only a base, its declaration; not the other types that are derived from it.
    const [, base] = /^(?:base|content) (.+)$/.exec(owner) ?? [];
    if (base !== undefined) kept.add(`type ${base}`);
    for (const next of arrows.get(owner) ?? []) if (!isContainer(next)) used.add(next);
  }
  return kept;
}
