/** Examples of values, and the forms that they are made in: expressions of TypeScript, or JSON. */
import type { TypeNamePlan } from "../../plan/data/names.js";
import type { EnumValuePlan, SimpleValuePlan } from "../../plan/data/simple-types.js";

/** An example, and the minimum number of lines of its expression. */
export interface Sample<T> {
  readonly made: T;
  readonly lines: number;
}

export interface SampleProperty<T> {
  readonly name: string;
  readonly sample: Sample<T>;
}

/** What the parts of an example are in one form. */
export interface SampleForm<T> {
  readonly nil: T;
  /** A repeated member without items, where that is not left out. */
  readonly noItems?: T;
  /** The output of an operation that has none. */
  readonly nothing: T;
  /** Mixed content around any element. */
  readonly content: T;
  /** A value of xs:anyType: a string. */
  readonly anyType: T;
  text(text: string): T;
  /** A value of a type without parts, which has this text if one is given. */
  simple(plan: SimpleValuePlan, text: string | undefined): T;
  enumeration(plan: EnumValuePlan): T;
  /** An element of that namespace; undefined where any will do. */
  anyElement(namespace: string | undefined): T;
  /** An array; `open` with a line for each item. */
  list(items: readonly T[], open: boolean): T;
  /** An array of `count` equal values. */
  many(count: number, made: T): T;
  /** An object with a line for each property. */
  object(properties: readonly SampleProperty<T>[]): T;
  /** The example of a record, which others share; `name` is unique. */
  shared(name: string, type: TypeNamePlan, made: T): T;
  /** The example of a record with the name of its type. */
  typed(tag: string, made: T): T;
}

export function linesOf<T>(samples: readonly Sample<T>[]): number {
  return samples.reduce((sum, { lines }) => sum + lines, 0);
}

export function oneLine<T>(made: T): Sample<T> {
  return { made, lines: 1 };
}
