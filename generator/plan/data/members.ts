/** The members of a record and their values, and walks over them: fields hold values, and items of values are fields. */
import type { Doc, Occurs } from "../../model/types.js";
import type { Admitted } from "./admitted.js";
import type { ContentNode } from "./content-tree.js";
import type { QNamePlan, TypeNamePlan } from "./names.js";
import type { EnumValuePlan, SimpleValuePlan } from "./simple-types.js";

/** A property of a record that is not a choice, by the location of its value. */
export type FieldPlan =
  ValueFieldPlan | AnyFieldPlan | ItemsFieldPlan | AttributesFieldPlan | PrefixesFieldPlan;

/** A value with a type: `text` is simple content, `attachment` a MIME part beside the message. */
export interface ValueFieldPlan extends FieldParts {
  readonly kind: "element" | "attribute" | "text" | "attachment";
  readonly value: ValuePlan;
}

/** Elements that a wildcard admits. */
export interface AnyFieldPlan extends FieldParts {
  readonly kind: "any";
  readonly value: AnyElementPlan;
}

/** Content of which the order counts. */
export interface ItemsFieldPlan extends FieldParts {
  readonly kind: "items";
  readonly value: ItemsValuePlan;
}

/** Attributes that the type does not name. */
interface AttributesFieldPlan extends FieldParts {
  readonly kind: "attributes";
  readonly value: AttributesPlan;
}

/** Attributes that a wildcard admits. */
export interface AttributesPlan extends Admitted {
  readonly kind: "attributes";
}

/** Prefixes in a text, with their namespaces. */
interface PrefixesFieldPlan extends FieldParts {
  readonly kind: "prefixes";
  readonly value: { readonly kind: "prefixes" };
}

/** What a field has, wherever its value is. */
interface FieldParts {
  /** Local name on the wire. */
  readonly name: string;
  readonly element: QNamePlan;
  /** Name of the property; differs from `name` only where JavaScript gives `name` a meaning on every object. */
  readonly property: string;
  readonly doc: Doc;
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

/** What a field holds. */
export type FieldValuePlan = FieldPlan["value"];

/** Value of an element, an attribute or a result. */
export type ValuePlan = AnyValuePlan & {
  /** Value of `xsi:type` in SOAP-encoded messages; undefined in contracts without any. */
  readonly xsiType?: string | undefined;
};

type AnyValuePlan =
  | SimpleValuePlan
  | EnumValuePlan
  | RecordValuePlan
  | ListValuePlan
  | AnyTypePlan
  /** Mixed content around any element. */
  | { readonly kind: "content" };

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
  readonly field: ValueFieldPlan | AnyFieldPlan;
}

/** An element that a wildcard admits. */
export interface AnyElementPlan extends Admitted {
  readonly kind: "anyElement";
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
  if (members.every(isField)) return members;
  const fields = new Map<string, FieldPlan>();
  for (const member of members) {
    const inner = member.kind === "choice" ? member.branches.flatMap(fieldsOf) : [member];
    for (const field of inner) if (!fields.has(field.property)) fields.set(field.property, field);
  }
  return [...fields.values()];
}

/** Every value that the members hold, directly or as an item. */
export function valuesOf(members: readonly MemberPlan[]): readonly FieldValuePlan[] {
  const values: FieldValuePlan[] = [];
  for (const { value } of fieldsOf(members)) {
    values.push(value);
    if (value.kind === "items") for (const { field } of value.items) values.push(field.value);
  }
  return values;
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

function isField(member: MemberPlan): member is FieldPlan {
  return member.kind !== "choice";
}

export function isFlatChoice(member: MemberPlan): member is ChoicePlan {
  return member.kind === "choice" && member.property === undefined;
}
