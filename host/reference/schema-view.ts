/** How a JSON Schema is shown: the text of its type, and a row for each member. */
import { referredName, type Schema } from "./openapi.js";
import { paragraphsOf, type Paragraph } from "./paragraphs.js";

/** A piece of the text of a type. */
export interface TypePart {
  readonly text: string;
  /** Page of a named type. */
  readonly href: string | undefined;
}

export interface SchemaView {
  readonly type: readonly TypePart[];
  /** Texts of limits and formats. */
  readonly facts: readonly string[];
  /** Values of an enumeration. */
  readonly values: readonly string[];
  readonly paragraphs: readonly Paragraph[];
  readonly members: readonly MemberView[];
  /** Of each choice, its branches. */
  readonly choices: readonly (readonly BranchView[])[];
  /** Whether there are members or choices. */
  readonly hasParts: boolean;
}

export interface MemberView extends SchemaView {
  readonly name: string;
  readonly required: boolean;
}

export interface BranchView extends SchemaView {
  /** From 1. */
  readonly number: number;
}

/** Address of the page of a named type. */
export type TypeAddress = (name: string) => string;

export function schemaView(schema: Schema, addressOf: TypeAddress): SchemaView {
  const { description = "" } = schema;
  const inner = contentOf(schema);
  const parts = [inner, ...(inner.allOf ?? [])]
    .flatMap(withOnly)
    .filter((each) => referredName(each) === undefined);
  const members = parts.flatMap((part) => membersOf(part, addressOf));
  const choices = parts.flatMap((part) => choicesOf(part, addressOf));
  return {
    type: typeOf(schema, addressOf),
    facts: factsOf(schema),
    values: (inner.enum ?? []).map(valueText),
    paragraphs: paragraphsOf(description),
    members,
    choices,
    hasParts: members.length + choices.length > 0,
  };
}

export function memberView(
  name: string,
  required: boolean,
  schema: Schema,
  addressOf: TypeAddress,
): MemberView {
  return { name, required, ...schemaView(schema, addressOf) };
}

/** A schema and the only branch of its choice: that is none. */
function withOnly(schema: Schema): readonly Schema[] {
  const { oneOf, ...rest } = schema;
  const [only, ...others] = oneOf ?? [];
  return only === undefined || others.length > 0 ? [schema] : [rest, only];
}

function membersOf(
  { properties = {}, required = [] }: Schema,
  addressOf: TypeAddress,
): readonly MemberView[] {
  return Object.entries(properties).map(([name, schema]) =>
    memberView(name, required.includes(name), schema, addressOf),
  );
}

function choicesOf({ oneOf }: Schema, addressOf: TypeAddress): readonly (readonly BranchView[])[] {
  if (oneOf === undefined) return [];
  return [oneOf.map((branch, index) => ({ number: index + 1, ...schemaView(branch, addressOf) }))];
}

/** The schema of the items of an array, without null. */
function contentOf(schema: Schema): Schema {
  if (schema.items !== undefined) return contentOf(schema.items);
  const others = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  return others.length === 1 && others[0] !== undefined ? contentOf(others[0]) : schema;
}

function typeOf(schema: Schema, addressOf: TypeAddress): readonly TypePart[] {
  const name = referredName(schema);
  if (name !== undefined) return [{ text: name, href: addressOf(name) }];
  const { type, items, anyOf, oneOf, allOf } = schema;
  if ("const" in schema) return words(valueText(schema.const));
  if (schema.enum !== undefined) return words(typeof schema.enum[0]);
  if (items !== undefined) return [...words("array of "), ...typeOf(items, addressOf)];
  const alternatives = anyOf ?? (type === undefined ? oneOf : undefined);
  if (alternatives !== undefined) return joined(alternatives.map((each) => typeOf(each, addressOf)));
  const [only, ...others] = allOf ?? [];
  if (type === undefined && only !== undefined && others.length === 0) return typeOf(only, addressOf);
  if (type === undefined) return words(allOf === undefined ? "any value" : "object");
  return words(typeof type === "string" ? type : type.join(" or "));
}

function words(text: string): readonly TypePart[] {
  return [{ text, href: undefined }];
}

/** With "or" between them, and each once. */
function joined(types: readonly (readonly TypePart[])[]): readonly TypePart[] {
  const distinct = new Map(types.map((each) => [each.map(({ text }) => text).join(""), each]));
  return [...distinct.values()].flatMap((each, at) => (at === 0 ? each : [...words(" or "), ...each]));
}

/** A value as JSON. */
export function valueText(value: unknown): string {
  return JSON.stringify(value);
}

function factsOf(schema: Schema): readonly string[] {
  const alternatives = schema.anyOf?.flatMap(factsOf) ?? [];
  const items = schema.items === undefined ? [] : factsOf(schema.items).map((fact) => `each ${fact}`);
  return [...new Set([...ownFacts(schema), ...alternatives, ...items])];
}

function ownFacts(schema: Schema): readonly string[] {
  const { format, pattern, contentEncoding, minLength, maxLength, minItems, maxItems } = schema;
  const stated = [
    format,
    contentEncoding,
    range(schema.minimum, schema.maximum),
    schema.exclusiveMinimum === undefined ? undefined : `more than ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum === undefined ? undefined : `less than ${schema.exclusiveMaximum}`,
    range(minLength, maxLength, "character"),
    range(minItems === 0 ? undefined : minItems, maxItems, "item"),
    pattern === undefined ? undefined : `pattern ${pattern}`,
    "default" in schema ? `default ${valueText(schema.default)}` : undefined,
  ];
  return stated.filter((each) => each !== undefined);
}

function range(least: number | undefined, most: number | undefined, unit?: string): string | undefined {
  const counted = (count: number): string =>
    unit === undefined ? String(count) : `${count} ${unit}${count === 1 ? "" : "s"}`;
  if (least === undefined) return most === undefined ? undefined : `at most ${counted(most)}`;
  if (most === undefined) return `at least ${counted(least)}`;
  return least === most ? counted(least) : `${least} to ${counted(most)}`;
}
