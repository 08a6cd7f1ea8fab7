import type { Id } from "../../../model/types.js";
import type { NamedContract } from "./named-contract.js";

/** A finder of something of a type that looks once and then remembers: chains and diamonds of types ask again and again. */
export function oncePerType<T>(
  find: (contract: NamedContract, id: Id) => T,
): (contract: NamedContract, id: Id) => T {
  const known = new WeakMap<NamedContract, Map<Id, T>>();
  return (contract, id) => {
    const types = known.get(contract) ?? new Map<Id, T>();
    known.set(contract, types);
    const earlier = types.get(id);
    if (earlier !== undefined || types.has(id)) return earlier as T;
    const found = find(contract, id);
    types.set(id, found);
    return found;
  };
}
