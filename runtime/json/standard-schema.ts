/** Messages and records as validators of the Standard Schema (https://standardschema.dev), version 1. */
import type { Decimal } from "../xsd/decimal.js";
import type { XsdDateTime } from "../xsd/date-time.js";
import type { Guid } from "../xsd/guid.js";
import type { SoapAttachment } from "../xsd/parts.js";
import type { XmlContent, XmlElement } from "../xml/content.js";
import { JsonError } from "./errors.js";
import { JsonReader, type ReadJson } from "./reader.js";
import { jsonLimits } from "./scan.js";

/**
 * A value in its form as JSON: what a schema takes. Dates, decimals, bytes and identifiers are strings, large integers strings or
 * numbers; open content and attachments are `unknown`.
 */
export type JsonForm<T> = T extends Decimal | XsdDateTime | Date | Guid | Uint8Array
  ? string
  : T extends bigint
    ? string | number
    : T extends string | number | boolean | null | undefined
      ? T
      : T extends readonly (infer Item)[]
        ? XmlContent extends T
          ? unknown
          : readonly JsonForm<Item>[]
        : T extends XmlElement | SoapAttachment
          ? unknown
          : T extends object
            ? { readonly [Name in keyof T]: JsonForm<T[Name]> }
            : T;

/** A defect, and where it is: `["user", "CustomerID"]`, `["items", 3]`; empty for the value itself. */
export interface SchemaIssue {
  readonly message: string;
  readonly path: readonly (string | number)[];
}

/** The value of the contract, or the defects of what was given. */
export type SchemaResult<T> =
  { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };

/** A validator for Hono, tRPC, TanStack Form and others: from the form of JSON to a value of the contract. */
export interface StandardSchema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "messenger-gen";
    /** Checks all that the contract says of a value, until the first defect. */
    readonly validate: (value: unknown) => SchemaResult<T>;
    /** For the compiler only; never set. */
    readonly types?: { readonly input: JsonForm<T>; readonly output: T } | undefined;
  };
}

/** The schema of a value that a function of the generated code reads. */
export function standardSchema<T>(read: ReadJson<T>): StandardSchema<T> {
  const validate = (value: unknown): SchemaResult<T> => {
    try {
      const reader = new JsonReader();
      if (isTooDeep(value)) throw reader.error("DepthLimit", `More than ${jsonLimits.depth} levels.`);
      return { value: read(reader, value) };
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      return { issues: [{ message: error.detail, path: error.path }] };
    }
  };
  return { "~standard": { version: 1, vendor: "messenger-gen", validate } };
}

/** True for objects and arrays in one another beyond the limit, and for those that contain themselves. */
function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > jsonLimits.depth) return true;
    level = level.flatMap((each): readonly unknown[] =>
      typeof each === "object" && each !== null ? Object.values(each) : [],
    );
  }
  return false;
}
