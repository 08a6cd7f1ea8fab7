/** Checks of the values of options in configuration files. */

/** Accepts values of a type. */
export interface Check<T = unknown> {
  /** Description of the values, for messages. */
  readonly wanted: string;
  readonly holds: (value: unknown) => value is T;
  /** The values, if they are words; the first applies if none is given. */
  readonly choices?: readonly string[];
  /** What each use on a command line adds to the value, if there may be several. */
  readonly repeated?: "values" | "entries";
}

/** The type that a check gives a value. */
export type ValueOf<C> = C extends { readonly holds: (value: unknown) => value is infer T } ? T : never;

export const text: Check<string> = { wanted: "a text", holds: isText };

export const texts: Check<readonly string[]> = {
  wanted: "an array of texts",
  holds: (value): value is readonly string[] => Array.isArray(value) && value.every(isText),
  repeated: "values",
};

export const textsByName: Check<Readonly<Record<string, string>>> = {
  wanted: "an object whose values are texts",
  holds: (value): value is Readonly<Record<string, string>> =>
    isRecord(value) && Object.values(value).every(isText),
  repeated: "entries",
};

export const flag: Check<boolean> = {
  wanted: "true or false",
  holds: (value): value is boolean => typeof value === "boolean",
};

/** An object, whose members are checked elsewhere. */
export function record<T extends object>(): Check<T> {
  return { wanted: "an object", holds: (value): value is T => isRecord(value) };
}

export function oneOf<T extends string>(...choices: readonly T[]): Check<T> {
  const holds = (value: unknown): value is T => choices.some((each) => each === value);
  return { wanted: listed(choices), holds, choices };
}

export function listed(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(" or ");
}

export function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
