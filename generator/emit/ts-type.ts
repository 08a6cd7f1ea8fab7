import type { FieldPlan, SimpleValuePlan, TypeNamePlan, ValuePlan } from "../plan/types.js";

/** How the modules of generated types are called where a type is written; empty for the module itself. */
export interface Qualifiers {
  readonly enums: string;
  readonly records: string;
  /** Alias of the module that the text stands in, when it is that of a namespace. */
  readonly module?: string | undefined;
}

/** A type as another one, a function or a constant names it; `main` stands before a type of the main namespace. */
export function typeText({ name, module }: TypeNamePlan, main: string, here?: string): string {
  if (module === here && module !== undefined) return name;
  return module === undefined ? main + name : `${module}.${name}`;
}

/** The TypeScript type of a value. */
export function valueType(value: ValuePlan, qualifiers: Qualifiers): string {
  switch (value.kind) {
    case "simple":
      return simpleTypeText(value, qualifiers);
    case "enum":
      return typeText(value.type, qualifiers.enums, qualifiers.module);
    case "record":
      return typeText(value.type, qualifiers.records, qualifiers.module);
    case "list":
      return listType(value.item, value.nillable, qualifiers);
    case "items":
      return typeText(value.type, qualifiers.records, qualifiers.module);
    case "anyElement":
      return "XmlElement";
    case "attributes":
      return "readonly XmlAttribute[]";
    case "content":
      return "XmlContent";
  }
}

function simpleTypeText({ shape, typescript }: SimpleValuePlan, qualifiers: Qualifiers): string {
  switch (shape?.kind) {
    case undefined:
      return typescript;
    case "list":
      return `SimpleList<${valueType(shape.item, qualifiers)}>`;
    case "union":
      return [...new Set(shape.members.map((member) => valueType(member, qualifiers)))].join(" | ");
  }
}

/** `readonly (string | null)[]` */
export function listType(item: ValuePlan, nillable: boolean, qualifiers: Qualifiers): string {
  return `readonly ${arrayText(nillableType(item, nillable, qualifiers))}`;
}

/** `string[]`, `(string | null)[]` */
export function arrayText(type: string): string {
  return type.includes(" ") ? `(${type})[]` : `${type}[]`;
}

/** A value, or null where it may be nil. */
export function nillableType(value: ValuePlan, nillable: boolean, qualifiers: Qualifiers): string {
  return valueType(value, qualifiers) + (nillable ? " | null" : "");
}

/** The type of a field, `undefined` included for one that may be absent. */
export function fieldType(
  { value, nillable, required, repeated }: FieldPlan,
  qualifiers: Qualifiers,
): string {
  const type = repeated ? listType(value, nillable, qualifiers) : nillableType(value, nillable, qualifiers);
  return type + (required ? "" : " | undefined");
}

/** Names of the types that the runtime exports and these values need. */
export function runtimeTypes(values: readonly ValuePlan[]): readonly string[] {
  return sortedNames([
    ...(values.some(hasSimpleList) ? ["SimpleList"] : []),
    ...values.flatMap(leavesOf).flatMap((value) => {
      if (value.kind === "content") return ["XmlContent"];
      if (value.kind === "anyElement") return ["XmlElement"];
      if (value.kind === "attributes") return ["XmlAttribute"];
      return value.kind === "simple" && isRuntimeType(value.typescript) ? [value.typescript] : [];
    }),
  ]);
}

/** True for a value that stands in one text and is an array all the same. */
function hasSimpleList(value: ValuePlan): boolean {
  if (value.kind === "list") return hasSimpleList(value.item);
  if (value.kind !== "simple") return false;
  const { shape, typescript } = value;
  return shape?.kind === "union"
    ? shape.members.some(hasSimpleList)
    : shape !== undefined || typescript.startsWith("SimpleList<");
}

/** Names of the enumerations of the main namespace that these values need. */
export function enumTypes(values: readonly ValuePlan[]): readonly string[] {
  return mainNames(values, "enum");
}

/** Names of the records of the main namespace that these values need. */
export function recordTypes(values: readonly ValuePlan[]): readonly string[] {
  return mainNames(values, "record");
}

/** Modules of namespaces that these values need. */
export function typeModules(values: readonly ValuePlan[]): ReadonlySet<string> {
  return new Set(values.flatMap(leavesOf).flatMap((value) => declaredType(value)?.module ?? []));
}

function mainNames(values: readonly ValuePlan[], kind: "enum" | "record"): readonly string[] {
  return sortedNames(
    values
      .flatMap(leavesOf)
      .filter((value) => value.kind === kind)
      .flatMap((value) => {
        const type = declaredType(value);
        return type === undefined || type.module !== undefined ? [] : [type.name];
      }),
  );
}

function declaredType(value: ValuePlan): TypeNamePlan | undefined {
  const leaf = leafOf(value);
  return leaf.kind === "enum" || leaf.kind === "record" ? leaf.type : undefined;
}

/** Each name once, in the order of their code units without regard to case. */
export function sortedNames(names: Iterable<string>): readonly string[] {
  return [...new Set(names)].sort((a, b) => compare(a.toLowerCase(), b.toLowerCase()) || compare(a, b));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What a value is made of at the end: items of lists, members of unions. */
function leavesOf(value: ValuePlan): readonly ValuePlan[] {
  if (value.kind === "list") return leavesOf(value.item);
  if (value.kind !== "simple" || value.shape === undefined) return [value];
  return value.shape.kind === "list" ? leavesOf(value.shape.item) : value.shape.members.flatMap(leavesOf);
}

/** The item of a list of lists at the end. */
export function leafOf(value: ValuePlan): ValuePlan {
  return value.kind === "list" ? leafOf(value.item) : value;
}

function isRuntimeType(typescript: string): boolean {
  return /^[A-Z]\w*$/.test(typescript) && typescript !== "Uint8Array";
}
