/** The imports and exports of a module: which statements there are, and in what order. */
import { codeWidth } from "./text.js";

export interface Import {
  readonly kind: "imported" | "module";
  readonly name: string;
  /** Name in this file. */
  readonly as: string;
  readonly module: string;
  readonly isType: boolean;
}

export interface Export {
  readonly module: string;
  /** Name for the module as a whole. */
  readonly as?: string;
  /** The names that are exported; all when absent. */
  readonly names?: readonly ListedName[];
}

/** A name between the braces of an import or an export. */
export interface ListedName {
  readonly name: string;
  readonly as?: string | undefined;
  /** Marked as a type of its own, in a statement that has values too. */
  readonly isType: boolean;
}

/** A statement: the module as a whole, or names of it. */
export interface ImportStatement {
  readonly module: string;
  readonly isType: boolean;
  readonly whole?: string;
  readonly names: readonly ListedName[];
}

/** Imports of packages first, then those of other folders, then those of this one. */
export function importStatements(imports: readonly Import[]): readonly ImportStatement[] {
  const byModule = grouped(imports, ({ module }) => module);
  return [...byModule.keys()].toSorted(farthestFirst).flatMap((module) => {
    const from = byModule.get(module) ?? [];
    const whole = from
      .filter(({ kind }) => kind === "module")
      .map(({ as, isType }) => ({ module, isType, whole: as, names: [] }));
    const named = from.filter(({ kind }) => kind === "imported");
    return [...whole, ...(named.length === 0 ? [] : [importOfNames(module, named)])];
  });
}

/** Values first; where there are none the import is one of types. */
function importOfNames(module: string, named: readonly Import[]): ImportStatement {
  const isTypeOnly = named.every(({ isType }) => isType);
  const ordered = named.toSorted(
    (a, b) => Number(a.isType) - Number(b.isType) || compareNames(a.name, b.name),
  );
  const names = ordered.map(({ name, as, isType }) => ({
    name,
    as: name === as ? undefined : as,
    isType: isType && !isTypeOnly,
  }));
  return { module, isType: isTypeOnly, names };
}

/** The statement in a module of code: a line, or one for each name where they do not fit. */
export function importText(statement: ImportStatement): string {
  const { module, isType, whole, names } = statement;
  const word = isType ? "import type" : "import";
  if (whole !== undefined) return `${word} * as ${whole} from "${module}";`;
  const listed = names.map(listedText);
  return fits(word, names, module)
    ? `${word} { ${listed.join(", ")} } from "${module}";`
    : `${word} {\n${listed.map((name) => `  ${name},\n`).join("")}} from "${module}";`;
}

/** True if a statement with these names is no longer than a line. */
export function fits(word: string, names: readonly ListedName[], module: string): boolean {
  return `${word} { ${names.map(listedText).join(", ")} } from "${module}";`.length <= codeWidth;
}

function listedText({ name, as, isType }: ListedName): string {
  return `${isType ? "type " : ""}${name}${as === undefined ? "" : ` as ${as}`}`;
}

function farthestFirst(one: string, other: string): number {
  const distance = (module: string): number =>
    module.startsWith(".") ? module.split("/").filter((step) => step === "..").length : Infinity;
  return one === other ? 0 : Math.sign(distance(other) - distance(one)) || (one < other ? -1 : 1);
}

/** In the order of their code units without regard to case. */
function compareNames(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  return a < b ? -1 : a > b ? 1 : one < other ? -1 : 1;
}

/** Items by a key, in their order. */
export function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
