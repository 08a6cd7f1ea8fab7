import type { BindingModel, BindingOperationModel, OperationModel } from "../model/types.js";

/** One way to reach an operation: a binding, and the operation in it and in its port type. */
export interface Exposure {
  readonly binding: BindingModel;
  readonly bound: BindingOperationModel;
  readonly operation: OperationModel;
}

export function isSoap({ binding }: Pick<Exposure, "binding">): boolean {
  return binding.protocol === "soap11" || binding.protocol === "soap12";
}
