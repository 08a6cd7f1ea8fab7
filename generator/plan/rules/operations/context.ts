import type { Diagnostics } from "../../../diagnostics.js";
import type { FieldPlan } from "../../data/members.js";
import type { InputPlan, OutputPlan, RepeatedPlan } from "../../data/operations.js";
import type { Contents } from "../content/record-content.js";
import type { NamedContract } from "../contract/named-contract.js";
import type { Elements } from "./headers-and-faults.js";
import { freeName } from "../../data/identifiers.js";
import type { QNamePlan } from "../../data/names.js";
import { operationStem } from "../names/spelling.js";

export interface OperationContext {
  readonly contract: NamedContract;
  readonly contents: Contents;
  readonly diagnostics: Diagnostics;
  readonly elements: Elements;
  readonly answers: ResponseStems;
  /** True for a message that holds repeated elements or XML. */
  readonly hasRows: (fields: readonly FieldPlan[]) => boolean;
  /** The repeated elements that a client can read item by item. */
  readonly repeatedIn: (stem: string, output: OutputPlan) => readonly RepeatedPlan[];
  /** True for fields that hold bytes, which may travel as parts of their own. */
  readonly hasBytes: (fields: readonly FieldPlan[]) => boolean;
}

/** Messages as the SOAP binding, or the element of an HTTP binding, defines them. */
export interface TypedMessage {
  readonly input?: InputPlan;
  readonly output?: OutputPlan;
}

/** Stems of the response documents, by their root elements: `Xml` is any element, `Empty` none. */
export class ResponseStems {
  readonly #taken = new Set(["Xml", "Empty"]);
  readonly #stems = new Map<string, string>();

  stemOf(root: QNamePlan | undefined): string {
    if (root === undefined) return "Xml";
    const key = `{${root.namespace}}${root.name}`;
    const stem = this.#stems.get(key) ?? freeName(operationStem(root.name), (free) => !this.#taken.has(free));
    this.#taken.add(stem);
    this.#stems.set(key, stem);
    return stem;
  }
}
