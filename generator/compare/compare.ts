import type { ContractModel, Id } from "../model/types.js";
import { Changes, type Change } from "./changes.js";
import { MessageComparison } from "./messages.js";
import { isInMessages } from "./namespaces.js";
import { OperationComparison } from "./operations.js";
import { ServiceComparison } from "./services.js";
import { TypeComparison } from "./types.js";
import { versionsOf, type Versions } from "./versions.js";

/**
 * How two versions of a contract differ, and whom each change breaks. Documentation, prefixes, the order of declarations and their
 * distribution to documents make no difference.
 */
export function compareModels(old: ContractModel, fresh: ContractModel): readonly Change[] {
  const versions = versionsOf(old, fresh);
  const changes = new Changes();
  const types = new TypeComparison(versions);
  const messages = new MessageComparison(versions, types);
  const operations = new OperationComparison(versions, messages, changes);
  reportNamespaces(versions, changes);
  new ServiceComparison(versions, operations, messages, changes).services();
  compareDeclarations(versions, types, changes);
  versions.pairs.settle();
  return changes.all();
}

function reportNamespaces({ renamed, old, new: fresh }: Versions, changes: Changes): void {
  for (const [from, to] of renamed) {
    const isNamed = isInMessages(old.model, from) || isInMessages(fresh.model, to);
    const place = (model: ContractModel, namespace: string) =>
      [model.elements, model.complexTypes, model.simpleTypes, model.portTypes, model.bindings, model.messages]
        .flat()
        .find((each) => each.namespace === namespace)?.origin;
    const places = { old: place(old.model, from), new: place(fresh.model, to) };
    changes.report(isNamed ? "MD1001" : "MD1002", places, { old: from, new: to });
  }
}

/** Global declarations, which messages need not use. */
function compareDeclarations(versions: Versions, types: TypeComparison, changes: Changes): void {
  const { old, new: fresh } = versions;
  const named = ({ simpleTypes, complexTypes }: ContractModel) =>
    [...simpleTypes, ...complexTypes].filter(({ anonymous }) => !anonymous);
  byId(versions, changes, "type", [named(old.model), named(fresh.model)], (one, other) => {
    changes.unused(types.namedTypes(one, other));
  });
  byId(versions, changes, "element", [old.model.elements, fresh.model.elements], (one, other) => {
    changes.unused(types.globalElements(one, other));
  });
}

type Declarations = readonly Pick<ContractModel["elements"][number], "id" | "name" | "origin">[];

function byId(
  versions: Versions,
  changes: Changes,
  kind: string,
  [before, after]: readonly [Declarations, Declarations],
  compare: (old: Id, fresh: Id) => void,
): void {
  const olds = new Map(before.map((each) => [versions.id(each.id), each]));
  const news = new Map(after.map((each) => [each.id, each]));
  for (const [id, { name, origin }] of news) {
    const known = olds.get(id);
    if (known !== undefined) compare(known.id, id);
    else changes.report("MD3120", { new: origin }, { kind, name });
  }
  for (const [id, { name, origin }] of olds)
    if (!news.has(id)) changes.report("MD3121", { old: origin }, { kind, name });
}
