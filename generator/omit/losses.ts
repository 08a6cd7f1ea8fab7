import { omittedKey } from "../model/check.js";
import { messagesOf } from "../model/offered.js";
import type {
  BindingModel,
  BindingOperationModel,
  ContractModel,
  Id,
  OperationModel,
} from "../model/types.js";
import { keyAt } from "../model/declaration.js";
import type { SubjectKey } from "./subjects.js";
import { abstractOf } from "./users.js";

/** An operation that is omitted from a binding. */
interface OmittedBound {
  readonly binding: BindingModel;
  readonly bound: BindingOperationModel;
}

/** An operation that no remaining binding contains. */
interface LostOperation {
  readonly portType: string;
  readonly operation: OperationModel;
  /** The subject that it is lost with. */
  readonly key: SubjectKey;
}

/** Effect of an omission on the operations. */
export interface Losses {
  /** Operations that another binding of the service contains. */
  readonly covered: readonly OmittedBound[];
  readonly lost: readonly LostOperation[];
}

/** The effect of omitting subjects of a model. */
export function lossesOf(declared: ContractModel, omitted: ReadonlySet<SubjectKey>): Losses {
  const portTypes = new Map(declared.portTypes.map((portType) => [portType.id, portType]));
  const isOffered = offersOf(declared, omitted);
  const covered: OmittedBound[] = [];
  const lost = new Map<OperationModel, LostOperation>();
  for (const binding of declared.bindings) {
    const portType = portTypes.get(binding.portType);
    for (const bound of binding.operations) {
      const key = keyAt(bound.origin);
      const operation = abstractOf(portType, bound);
      if (!omitted.has(key)) continue;
      if (isOffered(binding.id, bound.name)) covered.push({ binding, bound });
      else if (portType !== undefined && operation !== undefined)
        lost.set(operation, { portType: portType.name, operation, key });
    }
  }
  return { covered, lost: [...lost.values(), ...lostWithoutBinding(declared, omitted)] };
}

/** Operations of a contract without bindings, which is generated from its port types. */
function lostWithoutBinding(
  { bindings, portTypes }: ContractModel,
  omitted: ReadonlySet<SubjectKey>,
): readonly LostOperation[] {
  if (bindings.some(({ operations }) => operations.length > 0)) return [];
  return portTypes.flatMap(({ name, operations }) =>
    operations
      .map((operation) => ({ portType: name, operation, key: keyAt(operation.origin) }))
      .filter(({ key }) => omitted.has(key)),
  );
}

/** Whether a binding, or another one of its services, still contains an operation of a name. */
function offersOf(
  { bindings, services }: ContractModel,
  omitted: ReadonlySet<SubjectKey>,
): (binding: Id, operation: string) => boolean {
  const names = new Map(
    bindings.map(({ id, operations }) => [
      id,
      operations.filter(({ origin }) => !omitted.has(keyAt(origin))).map(({ name }) => name),
    ]),
  );
  const offered = new Set<string>();
  const inServices = services.map(({ ports }) => ports.map(({ binding }) => binding));
  const inNone = bindings.map(({ id }) => id).filter((id) => !inServices.flat().includes(id));
  for (const group of [...inServices, inNone]) {
    const all = new Set(group.flatMap((id) => names.get(id) ?? []));
    for (const id of group) for (const name of all) offered.add(omittedKey(id, name));
  }
  return (binding, operation) => offered.has(omittedKey(binding, operation));
}

/** Operations of port types that are omitted, counted as `coverage` counts them. */
export function countOmitted({ portTypes }: ContractModel, omitted: ReadonlySet<SubjectKey>): number {
  const operations = portTypes.flatMap((portType) => portType.operations);
  return new Set(
    operations
      .filter(({ origin }) => omitted.has(keyAt(origin)))
      .map((operation) => [operation.name, operation.input, operation.output].join(" ")),
  ).size;
}

/** Messages that only omitted operations use. */
export function unusedMessages(
  { portTypes }: ContractModel,
  omitted: ReadonlySet<SubjectKey>,
): readonly SubjectKey[] {
  const operations = portTypes.flatMap((portType) => portType.operations);
  const isOmitted = ({ origin }: OperationModel): boolean => omitted.has(keyAt(origin));
  const used = new Set(operations.filter((each) => !isOmitted(each)).flatMap(messagesOf));
  const unused = operations.filter(isOmitted).flatMap(messagesOf);
  return unused.filter((id) => !used.has(id)).map((id): SubjectKey => `message ${id}`);
}
