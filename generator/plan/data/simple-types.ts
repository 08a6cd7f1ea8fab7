/** Plans of simple types and their values. */
import type { Doc } from "../../model/types.js";
import type { Origin } from "../../origin.js";
import type { TypeNamePlan } from "./names.js";

/** A default for empty values, or the only allowed value. */
export interface ConstraintPlan {
  /** Constant for the type that goes by it. */
  readonly name: string;
  readonly kind: "default" | "fixed";
  readonly lexical: string;
  /** Prefixes of names in a fixed value; absent without such names, and where values have namespaces in place of prefixes. */
  readonly prefixes?: QualifiedPlan;
}

/** A representation of values that the user has chosen. */
export interface RepresentedPlan {
  /** Function of the runtime that makes the type of the representation. */
  readonly by: string;
  /** Part of the name of its constant. */
  readonly stem: string;
  /** What the values are in the runtime's type. */
  readonly original: Pick<SimpleValuePlan, "typescript" | "shape">;
  /** Prefixes in the default or fixed value, if values have names (`by` is `resolved`); `slug` distinguishes them. */
  readonly names?: { readonly slug: string; readonly prefixes: QualifiedPlan };
}

/** A simple type without members of its own. */
export interface SimpleValuePlan {
  readonly kind: "simple";
  /** `number`, `Decimal`, `SimpleList<string>`. */
  readonly typescript: string;
  /** Name of the runtime's constant for the type that this is or goes back to; empty for a list or union. */
  readonly constant: string;
  /** The declared type that narrows it, or is a list or union; undefined for a type of the runtime. */
  readonly narrowed: string | undefined;
  readonly constraint?: ConstraintPlan | undefined;
  /** Present for a list or union, in place of `typescript`. */
  readonly shape: SimpleShapePlan | undefined;
  /** An example text of the type, if not every text of its base is valid. */
  readonly sample: string | undefined;
  /** The parts of an example of a list or union: its items, or the member that has the value. Absent where any part will do. */
  readonly examples?: readonly (SimpleValuePlan | EnumValuePlan)[];
  /** Media type of its bytes, if the element declares it. */
  readonly mediaType?: string | undefined;
  /** A text that a server may give in pieces. */
  readonly inPieces?: true;
  /** Present where values have another type than that of the runtime; `typescript` is that other type. */
  readonly represented?: RepresentedPlan | undefined;
  readonly alias?: AliasPlan | undefined;
}

/** Prefixes in values of xs:QName or xs:NOTATION that a contract lists, with their namespaces in the schema; empty for no prefix. */
export type QualifiedPlan = readonly { readonly prefix: string; readonly namespace: string }[];

/** A declared type with the values of its base: messages may name it in `xsi:type`. */
export interface AliasPlan {
  /** Different from the names of all other types. */
  readonly unique: string;
  /** Local name on the wire. */
  readonly wire: string;
}

/** Components of a simple type. */
export type SimpleShapePlan =
  | { readonly kind: "list"; readonly item: SimpleValuePlan | EnumValuePlan }
  | { readonly kind: "union"; readonly members: readonly (SimpleValuePlan | EnumValuePlan)[] };

export interface EnumValuePlan {
  readonly kind: "enum";
  readonly type: TypeNamePlan;
  readonly constraint?: ConstraintPlan | undefined;
  /** Name of the runtime's constant for the type of its values. */
  readonly base: string;
  readonly alias?: AliasPlan | undefined;
  readonly qualified?: QualifiedPlan | undefined;
}

export interface EnumPlan {
  readonly type: TypeNamePlan;
  /** Local name on the wire, or its name in TypeScript if it is anonymous. */
  readonly wire: string;
  readonly doc: Doc;
  /** Name of the runtime's constant for the type of its values. */
  readonly base: string;
  /** Its values are numbers, not texts. */
  readonly numeric: boolean;
  readonly members: readonly EnumMemberPlan[];
}

export interface EnumMemberPlan {
  /** Name of the property of the constant that holds the value. */
  readonly name: string;
  readonly value: string;
  readonly doc: Doc;
}

/** A declared simple type that needs a constant: a restriction by facets, a list or a union. */
export type NarrowedPlan = {
  /** Different from the names of all other types. */
  readonly name: string;
  /** Local name on the wire, or `name` if it is anonymous. */
  readonly wire: string;
  readonly origin: Origin;
} & (
  | {
      readonly kind: "restriction";
      readonly base: SimpleValuePlan | EnumValuePlan;
      readonly facets: FacetsPlan;
    }
  | SimpleShapePlan
);

export interface FacetsPlan {
  /** Lengths, digits, bounds, and the handling of white space. */
  readonly limits: readonly { readonly name: string; readonly value: string | number }[];
  /** Source of a regular expression with the flag `v` that matches the whole text. */
  readonly pattern: string | undefined;
  /** The platform's engine takes bounded time for any text. */
  readonly isBounded: boolean;
  readonly enumeration: readonly string[];
}

/** True for a type of which texts are, or contain, names that the contract lists with prefixes: enumerated ones, or those of a fixed value. */
export function hasQualifiedNames(value: SimpleValuePlan | EnumValuePlan): boolean {
  if (value.kind === "enum") return value.qualified !== undefined;
  if (value.constraint?.prefixes !== undefined) return true;
  return value.shape !== undefined && partsOf(value.shape).some(hasQualifiedNames);
}

/** True for a type of which values are, or contain, names with their namespaces in place of prefixes. */
export function isResolved(value: SimpleValuePlan | EnumValuePlan): boolean {
  return value.kind === "simple" && value.represented?.by === "resolved";
}

/** True for a type whose texts have prefixes that the message declares. */
export function hasPrefixes(value: SimpleValuePlan | EnumValuePlan): boolean {
  return hasQualifiedNames(value) || isResolved(value);
}

/** Components of a type. */
export function partsOf(plan: NarrowedPlan | SimpleShapePlan): readonly (SimpleValuePlan | EnumValuePlan)[] {
  switch (plan.kind) {
    case "restriction":
      return [plan.base];
    case "list":
      return [plan.item];
    case "union":
      return plan.members;
  }
}
