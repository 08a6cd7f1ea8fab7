/** Plans of complex types and their members. */
import type { Doc, Occurs } from "../model/types.js";
import type { QNamePlan, TypeNamePlan } from "./name-plans.js";
import type { ValuePlan } from "./value-plans.js";

/** A property of a record that is no choice. */
export interface FieldPlan {
  /**
   * Where its value stands; `text` is simple content, `any` a wildcard, `attributes` what the type does not name, `attachment` a
   * part beside the message.
   */
  readonly kind: "element" | "attribute" | "text" | "any" | "attributes" | "items" | "attachment";
  /** Local name on the wire. */
  readonly name: string;
  readonly element: QNamePlan;
  /** Name of the property; differs from `name` only where JavaScript gives `name` a meaning on every object. */
  readonly property: string;
  readonly doc: Doc;
  readonly value: ValuePlan;
  readonly required: boolean;
  readonly nillable: boolean;
  /** True for an array of values. */
  readonly repeated: boolean;
  /** How many of them the schema has, where there is a field at all. */
  readonly occurs?: Occurs | undefined;
  /** What an absent attribute stands for. */
  readonly absent: string | undefined;
}

/** Members that exclude each other. */
export interface ChoicePlan {
  readonly kind: "choice";
  /** Union of what the branches hold. */
  readonly type: TypeNamePlan;
  /** Behind the names of variables: empty for the first choice of a record. */
  readonly number: string;
  /** Undefined where the members of the branches are members of the record itself. */
  readonly property: string | undefined;
  /** True when no branch at all may stand. */
  readonly optional: boolean;
  readonly branches: readonly (readonly MemberPlan[])[];
}

export type MemberPlan = FieldPlan | ChoicePlan;

export interface RecordPlan {
  readonly type: TypeNamePlan;
  readonly wire: QNamePlan;
  readonly doc: Doc;
  readonly abstract: boolean;
  /** What `xsi:type` says of a value of the type itself in SOAP-encoded messages; undefined in contracts without any. */
  readonly xsiType: string | undefined;
  /** What the members make: the record itself; where the name stands for a union of types, `<name>Fields`. */
  readonly fieldsType: TypeNamePlan;
  /** Interface of the members outside of choices; undefined where there are none. */
  readonly interfaceType: TypeNamePlan | undefined;
  /** Interface that it extends. */
  readonly base: RecordBasePlan | undefined;
  /** Own members; those of the base come before them. */
  readonly members: readonly MemberPlan[];
  /** Members of all bases, then the own ones. */
  readonly allMembers: readonly MemberPlan[];
  /** What a value of this type may be on the wire: itself unless abstract, and all concrete types derived from it. */
  readonly variants: readonly VariantPlan[];
}

export interface RecordBasePlan {
  readonly type: TypeNamePlan;
  readonly fieldsType: TypeNamePlan;
  /** True when the base writes its members before the own ones. */
  readonly writes: boolean;
}

export interface VariantPlan {
  readonly type: TypeNamePlan;
  /** Value of `$type`: the name, made different where two variants of a record share it. */
  readonly tag: string;
  readonly fieldsType: TypeNamePlan;
  readonly wire: QNamePlan;
}

/** A type with one repeated child: an array in TypeScript. */
export interface ListPlan {
  readonly type: TypeNamePlan;
  readonly wire: QNamePlan;
  /** The repeated element. */
  readonly itemElement: QNamePlan;
  readonly item: ValuePlan;
  readonly nillable: boolean;
  /** For an array of the SOAP encoding the type of its items as a message names it. */
  readonly soapArray: string | undefined;
}
