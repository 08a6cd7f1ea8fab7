/** Plans of values. */
import type { Occurs } from "../model/types.js";
import type { TypeNamePlan } from "./name-plans.js";
import type { Node } from "./particles.js";
import type { FieldPlan } from "./record-plans.js";
import type { EnumValuePlan, SimpleValuePlan } from "./simple-plans.js";

/** What a field, an item or a result holds. */
export type ValuePlan = AnyValuePlan & {
  /** What `xsi:type` says in SOAP-encoded messages; undefined in contracts without any. */
  readonly xsiType?: string | undefined;
};

type AnyValuePlan =
  | SimpleValuePlan
  | EnumValuePlan
  | RecordValuePlan
  | ListValuePlan
  | ItemsValuePlan
  | AnyElementPlan
  /** Mixed content around any element. */
  | { readonly kind: "content" }
  /** Attributes that the type does not name. */
  | { readonly kind: "attributes" };

/** Elements, and in mixed content texts, of which the order counts. */
export interface ItemsValuePlan {
  readonly kind: "items";
  /** Type of one of them. */
  readonly type: TypeNamePlan;
  readonly items: readonly ItemPlan[];
  readonly mixed: boolean;
  /** In which order the schema has them, and how often. */
  readonly order: Node;
}

export interface ItemPlan {
  /** Value of the property `name` of the item. */
  readonly tag: string;
  readonly field: FieldPlan;
}

/** An element that a wildcard admits. */
export interface AnyElementPlan {
  readonly kind: "anyElement";
  /** The only namespaces it may be in, empty for none; undefined for any. */
  readonly only: readonly string[] | undefined;
  /** Namespaces it may not be in. */
  readonly except: readonly string[];
}

export interface RecordValuePlan {
  readonly kind: "record";
  readonly type: TypeNamePlan;
  /** True when the wire may hold a type derived from the declared one. */
  readonly derived: boolean;
  /** True when the declared type is abstract: the value says its type in `$type`. */
  readonly abstract: boolean;
  /** What `xsi:type` says of a nil element: the first concrete type where the declared one is abstract. */
  readonly nilType: string | undefined;
}

export interface ListValuePlan {
  readonly kind: "list";
  /** The type that wraps the items, for example `ArrayOfString`. */
  readonly type: TypeNamePlan;
  readonly item: ValuePlan;
  readonly nillable: boolean;
  /** How many items the schema has. */
  readonly occurs: Occurs;
}
