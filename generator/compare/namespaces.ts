import { declaredIn } from "../plan/rules/namespaces/used-namespaces.js";
import type { ContractModel } from "../model/types.js";

/** Namespaces of the old contract that have another name in the new one. */
export type RenamedNamespaces = ReadonlyMap<string, string>;

/**
 * Namespaces of the old contract that are missing in the new one, with the new namespaces that declare the same names: versions of a
 * contract often differ in a number in their namespaces. The pair with the most names in common comes first; at least half of the names of
 * the smaller one are.
 */
export function renamedNamespaces(old: ContractModel, fresh: ContractModel): RenamedNamespaces {
  const [before, after] = [namesByNamespace(old), namesByNamespace(fresh)];
  const candidates = [...before].flatMap(([from, names]) =>
    after.has(from)
      ? []
      : [...after].flatMap(([to, others]) => {
          const common = before.has(to) ? 0 : countCommon(names, others);
          return common * 2 >= Math.min(names.size, others.size) && common > 0 ? [{ from, to, common }] : [];
        }),
  );
  const renamed = new Map<string, string>();
  const taken = new Set<string>();
  for (const { from, to } of candidates.toSorted((a, b) => b.common - a.common)) {
    if (renamed.has(from) || taken.has(to)) continue;
    renamed.set(from, to);
    taken.add(to);
  }
  return renamed;
}

/** True if a namespace occurs in messages, in names of elements, attributes or types. */
export function isInMessages(model: ContractModel, namespace: string): boolean {
  return declaredIn(model).includes(namespace);
}

function namesByNamespace(model: ContractModel): ReadonlyMap<string, ReadonlySet<string>> {
  const { services, portTypes, bindings, messages, elements, attributes } = model;
  const { groups, attributeGroups, simpleTypes, complexTypes } = model;
  const named = { services, portTypes, bindings, messages, elements, attributes, groups, attributeGroups };
  const types = [...simpleTypes, ...complexTypes].filter(({ anonymous }) => !anonymous);
  const found = new Map<string, Set<string>>();
  for (const [kind, declarations] of Object.entries({ ...named, types })) {
    for (const { namespace, name } of declarations) {
      const names = found.get(namespace) ?? new Set<string>();
      found.set(namespace, names.add(`${kind} ${name}`));
    }
  }
  const operations = portTypes.flatMap((type) => type.operations.map(({ name }) => [type, name] as const));
  for (const [{ namespace }, name] of operations) found.get(namespace)?.add(`operation ${name}`);
  return found;
}

function countCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((name) => other.has(name)).length;
}
