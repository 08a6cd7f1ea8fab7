/** The members of a record and their values, and walks over them: fields hold values, and items of values are fields. */
import type { Doc, Occurs } from "../../model/types.js";
import type { ContentNode } from "./content-tree.js";
import type { QNamePlan, TypeNamePlan } from "./names.js";
import type { EnumValuePlan, SimpleValuePlan } from "./simple-types.js";

/** A property of a record that is not a choice. */
export interface FieldPlan {
  /**
   * Location of its value: `text` is simple content, `any` a wildcard, `attributes` undeclared attributes, `attachment`
   * a MIME part beside the message, `prefixes` the prefixes in its text.
   */
  readonly kind:
    "element" | "attribute" | "text" | "any" | "attributes" | "prefixes" | "items" | "attachment";
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
  /** Value of an absent attribute. */
  readonly absent: string | undefined;
}

/** Members that exclude each other. */
export interface ChoicePlan {
  readonly kind: "choice";
  /** Union of the contents of the branches. */
  readonly type: TypeNamePlan;
  /** Behind the names of variables: empty for the first choice of a record. */
  readonly number: string;
  /** Undefined where the members of the branches are members of the record itself. */
  readonly property: string | undefined;
  /** True if all branches may be absent. */
  readonly optional: boolean;
  readonly branches: readonly (readonly MemberPlan[])[];
}

export type MemberPlan = FieldPlan | ChoicePlan;

/** Value of a field, an item or a result. */
export type ValuePlan = AnyValuePlan & {
  /** Value of `xsi:type` in SOAP-encoded messages; undefined in contracts without any. */
  readonly xsiType?: string | undefined;
};

type AnyValuePlan =
  | SimpleValuePlan
  | EnumValuePlan
  | RecordValuePlan
  | ListValuePlan
  | ItemsValuePlan
  | AnyElementPlan
  | AnyTypePlan
  /** Mixed content around any element. */
  | { readonly kind: "content" }
  /** Attributes that the type does not name. */
  | { readonly kind: "attributes" }
  /** Prefixes in a text, with their namespaces. */
  | { readonly kind: "prefixes" };

/** Elements, and in mixed content texts, of which the order counts. */
export interface ItemsValuePlan {
  readonly kind: "items";
  /** Type of one of them. */
  readonly type: TypeNamePlan;
  readonly items: readonly ItemPlan[];
  readonly mixed: boolean;
  /** In which order the schema has them, and how often. */
  readonly order: ContentNode;
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
  /** NamespaceNames it may not be in. */
  readonly except: readonly string[];
}

/** A value whose type the message names. */
export interface AnyTypePlan {
  readonly kind: "anyType";
  /** `AnyType` or `AnySimpleType`. */
  readonly type: TypeNamePlan;
  /** True for xs:anySimpleType. */
  readonly simple: boolean;
}

export interface RecordValuePlan {
  readonly kind: "record";
  readonly type: TypeNamePlan;
  /** True when the wire may hold a type derived from the declared one. */
  readonly derived: boolean;
  /** True if the declared type is abstract: `$type` names the type of the value. */
  readonly abstract: boolean;
  /** Value of `xsi:type` of a nil element: the first concrete type if the declared one is abstract. */
  readonly nilType: string | undefined;
}

export interface ListValuePlan {
  readonly kind: "list";
  /** The type that wraps the items, for example `ArrayOfString`. */
  readonly type: TypeNamePlan;
  readonly item: ValuePlan;
  readonly nillable: boolean;
  /** Number of dimensions of an array of the SOAP encoding, if there are several. */
  readonly dimensions?: number | undefined;
  /** How many items the schema has. */
  readonly occurs: Occurs;
}

/** Every field, including those of choices; a field of several branches once. */
export function fieldsOf(members: readonly MemberPlan[]): readonly FieldPlan[] {
  const fields = new Map<string, FieldPlan>();
  for (const member of members) {
    const inner = member.kind === "choice" ? member.branches.flatMap(fieldsOf) : [member];
    for (const field of inner) if (!fields.has(field.property)) fields.set(field.property, field);
  }
  return [...fields.values()];
}

/** Every value that the members hold, directly or as an item. */
export function valuesOf(members: readonly MemberPlan[]): readonly ValuePlan[] {
  return fieldsOf(members).flatMap(({ value }) =>
    value.kind === "items" ? [value, ...value.items.map(({ field }) => field.value)] : [value],
  );
}

/** Every choice, those inside of others included, outer ones first. */
export function choicesOf(members: readonly MemberPlan[]): readonly ChoicePlan[] {
  return members.flatMap((member) =>
    member.kind === "choice" ? [member, ...member.branches.flatMap(choicesOf)] : [],
  );
}

/** True when a member may be absent. */
export function isOptional(member: MemberPlan): boolean {
  return member.kind === "choice" ? member.optional : !member.required;
}

export function isFlatChoice(member: MemberPlan): member is ChoicePlan {
  return member.kind === "choice" && member.property === undefined;
}
