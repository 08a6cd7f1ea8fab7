import type { Doc } from "../model/types.js";
import type { FieldPlan } from "./record-plans.js";

/** An element that is a block of a header or the detail of a fault. */
export interface ElementPlan {
  /** Stem of the names of its functions and its constant. */
  readonly stem: string;
  readonly field: FieldPlan;
}

export interface FaultPlan {
  readonly className: string;
  readonly doc: Doc;
  /** What stands in the detail, or in Header. */
  readonly element: ElementPlan;
}

export interface HeadersPlan {
  /** Interface with one optional property per element. */
  readonly typeName: string;
  readonly elements: readonly ElementPlan[];
}
