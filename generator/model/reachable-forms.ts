import { Diagnostics } from "../diagnostics.js";
import { isSoapBinding } from "./bound-operation.js";
import { checkBindingSupport } from "./support-bindings.js";
import type { BindingModel, BindingOperationModel, ContractModel, Id } from "./types.js";

/**
 * A contract without the operations of HTTP bindings whose layout has no form, where the same service offers the operation by
 * another binding as well: each is a warning. An operation that nothing else reaches stays, and is refused.
 */
export function withReachableForms(model: ContractModel, diagnostics: Diagnostics): ContractModel {
  const elsewhere = reachedOperations(model);
  const bindings = model.bindings.map((binding): BindingModel => {
    if (isSoapBinding(binding)) return binding;
    const operations = binding.operations.filter((bound) => {
      const { name, origin } = bound;
      if (elsewhere.get(binding.id)?.has(name) !== true || hasForm(model, binding, bound)) return true;
      diagnostics.report("MG2036", origin, { operation: name, binding: binding.name });
      return false;
    });
    return { ...binding, operations };
  });
  return { ...model, bindings };
}

function hasForm(model: ContractModel, binding: BindingModel, bound: BindingOperationModel): boolean {
  const scratch = new Diagnostics();
  checkBindingSupport({ ...model, bindings: [{ ...binding, operations: [bound] }] }, scratch);
  return !scratch.hasErrors;
}

/** By binding the operations that its services offer over SOAP, or by an HTTP binding that has a form for them. */
function reachedOperations(model: ContractModel): ReadonlyMap<Id, ReadonlySet<string>> {
  const offered = new Map<Id, Set<string>>();
  for (const { ports } of model.services) {
    const own = model.bindings.filter(({ id }) => ports.some((port) => port.binding === id));
    const names = own.flatMap((binding) =>
      binding.operations
        .filter((bound) => isSoapBinding(binding) || hasForm(model, binding, bound))
        .map(({ name }) => name),
    );
    for (const { id } of own) offered.set(id, new Set([...(offered.get(id) ?? []), ...names]));
  }
  return offered;
}
