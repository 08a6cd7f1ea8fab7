import { freeName } from "../../data/identifiers.js";
import type { QNamePlan } from "../../data/names.js";
import { operationStem } from "../names/spelling.js";

/** Stems of the documents that answer, by their root elements: `Xml` is any element, `Empty` none. */
export class AnswerStems {
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
