import type { Diagnostics } from "../diagnostics.js";
import { checkBindingSupport } from "./support-bindings.js";
import { checkTypeSupport } from "./support-types.js";
import type { ContractModel } from "./types.js";

/**
 * Refuses what the model can hold but the plan cannot: one row of the table for each construct, so that nothing is
 * lost without a word. A construct that is learned takes its row away here.
 */
export function checkSupport(model: ContractModel, diagnostics: Diagnostics): void {
  checkTypeSupport(model, diagnostics);
  checkBindingSupport(model, diagnostics);
}
