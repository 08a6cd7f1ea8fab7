import { indexModel, type ContractIndex } from "../plan/rules/contract/contract-index.js";
import type { ContractModel, Id } from "../model/types.js";
import { unclark, xsdNamespace } from "../read/names.js";
import { Pairs } from "./pairs.js";
import { renamedNamespaces, type RenamedNamespaces } from "./namespaces.js";

/** Two versions of a contract while they are compared. */
export interface Versions {
  readonly old: ContractIndex;
  readonly new: ContractIndex;
  readonly pairs: Pairs;
  readonly renamed: RenamedNamespaces;
  /** A namespace of the old contract as the new one calls it. */
  readonly namespace: (old: string) => string;
  /** The id of a declaration of the old contract as the new one has it. */
  readonly id: (old: Id) => Id;
  /** Ids of the types of the old contract, as the new one has them. */
  readonly known: ReadonlySet<Id>;
}

export function versionsOf(old: ContractModel, fresh: ContractModel): Versions {
  const renamed = renamedNamespaces(old, fresh);
  const namespace = (name: string): string => renamed.get(name) ?? name;
  const id = (of: Id): Id => {
    const known = unclark(of);
    return `{${namespace(known.namespace)}}${known.name}`;
  };
  return {
    old: indexModel(old),
    new: indexModel(fresh),
    pairs: new Pairs(),
    renamed,
    namespace,
    id,
    known: new Set([...old.simpleTypes, ...old.complexTypes].map((type) => id(type.id))),
  };
}

/** A type as messages call it: `Size`, `xs:int`; for a type without a name the path to it, `Send/size`. */
export function typeLabel(id: Id): string {
  const { namespace, name } = unclark(id);
  return namespace === xsdNamespace ? `xs:${name}` : name.replaceAll("/type()", "");
}
