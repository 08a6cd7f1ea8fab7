/** Text of the imports and exports of a module: a line each, or one for each name where they do not fit. */
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
  readonly names?: readonly string[];
}

/** Imports of packages first, then those of other folders, then those of this one. */
export function importLines(imports: readonly Import[]): readonly string[] {
  const modules = [...new Set(imports.map(({ module }) => module))].toSorted(farthestFirst);
  return modules.flatMap((module) => {
    const from = imports.filter((each) => each.module === module);
    const whole = from.filter(({ kind }) => kind === "module").map(importOfModule);
    const named = from.filter(({ kind }) => kind === "imported");
    return [...whole, ...(named.length === 0 ? [] : [importOfNames(module, named)])];
  });
}

export function exportLine({ module, as, names = [] }: Export): string {
  if (names.length > 0) return listed("export", names, module);
  return as === undefined ? `export * from "${module}";` : `export * as ${as} from "${module}";`;
}

function importOfModule({ module, as, isType }: Import): string {
  return `import ${isType ? "type " : ""}* as ${as} from "${module}";`;
}

/** Values first; where there are none the import is one of types. */
function importOfNames(module: string, named: readonly Import[]): string {
  const isTypeOnly = named.every(({ isType }) => isType);
  const ordered = named.toSorted(
    (a, b) => Number(a.isType) - Number(b.isType) || compareNames(a.name, b.name),
  );
  const names = ordered.map(({ name, as, isType }) => {
    const renamed = name === as ? name : `${name} as ${as}`;
    return isType && !isTypeOnly ? `type ${renamed}` : renamed;
  });
  return listed(isTypeOnly ? "import type" : "import", names, module);
}

function listed(word: string, names: readonly string[], module: string): string {
  const line = `${word} { ${names.join(", ")} } from "${module}";`;
  if (line.length <= codeWidth) return line;
  return `${word} {\n${names.map((name) => `  ${name},\n`).join("")}} from "${module}";`;
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
