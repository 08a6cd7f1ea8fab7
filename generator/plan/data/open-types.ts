/** Plans of the types that elements of type xs:anyType and xs:anySimpleType may have. */
import type { ListValuePlan } from "./members.js";
import type { QNamePlan, TypeNamePlan } from "./names.js";
import type { EnumValuePlan, SimpleValuePlan } from "./simple-types.js";

/** Present in contracts that use one of the two. */
export interface OpenTypesPlan {
  /** Types of values; undefined for the one that the contract does not use. */
  readonly anyType: TypeNamePlan | undefined;
  readonly anySimpleType: TypeNamePlan | undefined;
  /** Interfaces of the known types, by `$type`; undefined for one without properties. */
  readonly knownTypes: TypeNamePlan | undefined;
  readonly knownSimpleTypes: TypeNamePlan | undefined;
  /** Types with a name that are not abstract: simple ones first, in schema order. */
  readonly types: readonly KnownTypePlan[];
}

/** A type that xsi:type may name. */
export interface KnownTypePlan {
  /** Value of `$type`. */
  readonly tag: string;
  readonly wire: QNamePlan;
  /** False if messages declare no prefix for its namespace. */
  readonly isDeclared: boolean;
  readonly value: KnownValuePlan;
}

export type KnownValuePlan =
  | SimpleValuePlan
  | EnumValuePlan
  | ListValuePlan
  /** The properties of the record are those of the value. */
  | { readonly kind: "fields"; readonly type: TypeNamePlan; readonly fieldsType: TypeNamePlan };

export function isSimple({ value }: KnownTypePlan): boolean {
  return value.kind === "simple" || value.kind === "enum";
}
