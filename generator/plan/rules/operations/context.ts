import type { Diagnostics } from "../../../diagnostics.js";
import type { FieldPlan } from "../../data/members.js";
import type { InputPlan, OutputPlan } from "../../data/operations.js";
import type { Contents } from "../content/record-content.js";
import type { NamedContract } from "../contract/named-contract.js";
import type { AnswerStems } from "./answer-stems.js";
import type { Elements } from "./headers-and-faults.js";

export interface OperationContext {
  readonly contract: NamedContract;
  readonly contents: Contents;
  readonly diagnostics: Diagnostics;
  readonly elements: Elements;
  readonly answers: AnswerStems;
  /** True for a message that holds repeated elements or XML. */
  readonly hasRows: (fields: readonly FieldPlan[]) => boolean;
  /** True for fields that hold bytes, which may travel as parts of their own. */
  readonly hasBytes: (fields: readonly FieldPlan[]) => boolean;
}

/** Messages as the SOAP binding, or the element of an HTTP binding, defines them. */
export interface TypedMessage {
  readonly input?: InputPlan;
  readonly output?: OutputPlan;
}
