/** Plans of complex types. */
import type { Doc } from "../../model/types.js";
import type { MemberPlan, ValuePlan } from "./members.js";
import type { QNamePlan, TypeNamePlan } from "./names.js";
import type { EnumPlan, NarrowedPlan } from "./simple-types.js";

export interface RecordPlan {
  readonly type: TypeNamePlan;
  readonly wire: QNamePlan;
  readonly doc: Doc;
  readonly abstract: boolean;
  /** Value of `xsi:type` for the type itself in SOAP-encoded messages; undefined in contracts without any. */
  readonly xsiType: string | undefined;
  /** Name of the interface with the members: that of the record; `<name>Fields` if the name is a union of types. */
  readonly fieldsType: TypeNamePlan;
  /** Interface of the members outside of choices; undefined where there are none. */
  readonly interfaceType: TypeNamePlan | undefined;
  /** Interface that it extends. */
  readonly base: RecordBasePlan | undefined;
  /** Own members; those of the base come before them. */
  readonly members: readonly MemberPlan[];
  /** Members of all bases, then the own ones. */
  readonly allMembers: readonly MemberPlan[];
  /** Types of values on the wire: the type itself unless it is abstract, and all concrete types derived from it. */
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
  /** For an array of the SOAP encoding. */
  readonly soapArray: SoapArrayPlan | undefined;
}

export interface SoapArrayPlan {
  /** Type of its items in `soapenc:arrayType`; undefined if messages do not have it. */
  readonly itemType: string | undefined;
  /** If there are several. */
  readonly dimensions: number | undefined;
  /** Types derived from it, which messages may name in its place. */
  readonly derived: readonly QNamePlan[];
}

/** Every type of a contract. */
export interface TypesPlan {
  readonly enums: readonly EnumPlan[];
  readonly records: readonly RecordPlan[];
  readonly lists: readonly ListPlan[];
  readonly narrowed: readonly NarrowedPlan[];
  /** Records and lists in schema order. */
  readonly ordered: readonly (RecordPlan | ListPlan)[];
}
