import { freeName, reservedWords, typeWords } from "../../plan/data/identifiers.js";
import type { Reference } from "./code.js";
import type { NameOf } from "./layout.js";
import type { CodeSymbol, ExportedSymbol, ImportedSymbol, ModuleSymbol, Scope } from "./symbols.js";
import type { UsedSymbols } from "./used-symbols.js";

/** Names that mean something in every module, whatever it declares. */
const known = ["undefined", "globalThis"];

/**
 * Gives every symbol of a file a name, in this order: exports, used names of the language, imports by name, and
 * constants in the order of the file. If a name is taken, `$2` is appended, then `$3`. Variables are last: a `$` is
 * appended to a name that is taken in the module or in an enclosing scope.
 */
export function givenNames(
  used: UsedSymbols,
  exported: readonly ExportedSymbol[],
  constants: readonly CodeSymbol[],
): NameOf {
  const names = new Map<CodeSymbol, string>();
  const taken = new Set([...reservedWords, ...known]);
  for (const symbol of exported) give(names, taken, symbol, symbol.name);
  for (const symbol of used.references.keys()) {
    if (symbol.kind !== "global") continue;
    give(names, taken, symbol, taken.has(symbol.name) ? `globalThis.${symbol.name}` : symbol.name);
  }
  const imports = [...used.references.keys()].filter(isImport);
  for (const symbol of [...imports.toSorted(byName), ...constants]) {
    const isFree = (name: string): boolean =>
      !taken.has(name) && !(symbol.kind === "module" && typeWords.has(name));
    give(names, taken, symbol, freeName(symbol.name, isFree));
  }
  for (const scope of used.scopes) nameLocals(scope, used, names, taken);
  return ({ symbol }: Reference): string => {
    if (symbol.kind === "member") return `${nameIn(names, symbol.of)}.${symbol.name}`;
    return nameIn(names, symbol);
  };
}

function give(names: Map<CodeSymbol, string>, taken: Set<string>, symbol: CodeSymbol, name: string): void {
  names.set(symbol, name);
  taken.add(name);
}

function nameIn(names: ReadonlyMap<CodeSymbol, string>, symbol: CodeSymbol): string {
  const name = names.get(symbol);
  if (name === undefined) throw new Error(`Nothing declares the ${symbol.kind} ${symbol.name}.`);
  return name;
}

export function isImport(symbol: CodeSymbol): symbol is ImportedSymbol | ModuleSymbol {
  return symbol.kind === "imported" || symbol.kind === "module";
}

function byName(one: ImportedSymbol | ModuleSymbol, other: ImportedSymbol | ModuleSymbol): number {
  return compare(one.name, other.name) || compare(one.module, other.module);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function nameLocals(
  { locals, outer }: Scope,
  used: UsedSymbols,
  names: Map<CodeSymbol, string>,
  taken: ReadonlySet<string>,
): void {
  const around = new Set<string>();
  for (let scope = outer; scope !== undefined; scope = scope.outer)
    for (const local of scope.locals) around.add(names.get(local) ?? "");
  for (const local of locals) {
    if (!used.locals.has(local)) continue;
    let name = local.name;
    while (taken.has(name) || around.has(name)) name += "$";
    names.set(local, name);
    around.add(name);
  }
}
