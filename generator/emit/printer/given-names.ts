import { freeName, reservedWords, typeWords } from "../../plan/data/identifiers.js";
import type { NameOf } from "./flat-text.js";
import type { CodeSymbol, ExportedSymbol, ImportedSymbol, LocalSymbol, ModuleSymbol } from "./symbols.js";
import type { UsedSymbols, UsedVariables } from "./used-symbols.js";

/** Names that mean something in every module, whatever it declares. */
const known = ["undefined", "globalThis"];

/** Names of the symbols at the top level of a module. */
export interface ModuleNames {
  /** Of a symbol other than a variable. */
  readonly nameOf: (symbol: CodeSymbol) => string;
  /** True if a variable cannot have the name. */
  readonly isTaken: (name: string) => boolean;
}

/** Names of a file before all of its symbols are known: every symbol has the name it prefers. */
export class PreferredNames implements ModuleNames {
  readonly #taken = new Set([...reservedWords, ...known]);

  /** Takes the name of a symbol of the file. */
  add(name: string): void {
    this.#taken.add(name);
  }

  readonly nameOf = (symbol: CodeSymbol): string => symbol.name;

  readonly isTaken = (name: string): boolean => this.#taken.has(name);
}

/**
 * Names of the symbols of a file, given in this order: exports, used names of the language, imports by name, and
 * constants in the order of the file. If a name is taken, `$2` is appended, then `$3`.
 */
export class GivenNames implements ModuleNames {
  readonly #names = new Map<CodeSymbol, string>();
  readonly #taken = new Set([...reservedWords, ...known]);

  constructor(used: UsedSymbols, exported: readonly ExportedSymbol[], constants: readonly CodeSymbol[]) {
    for (const symbol of exported) this.#give(symbol, symbol.name);
    for (const symbol of used.keys()) {
      if (symbol.kind !== "global") continue;
      this.#give(symbol, this.#taken.has(symbol.name) ? `globalThis.${symbol.name}` : symbol.name);
    }
    const imports = [...used.keys()].filter(isImport);
    for (const symbol of [...imports.toSorted(byName), ...constants]) {
      const isFree = (name: string): boolean =>
        !this.#taken.has(name) && !(symbol.kind === "module" && typeWords.has(name));
      this.#give(symbol, freeName(symbol.name, isFree));
    }
  }

  #give(symbol: CodeSymbol, name: string): void {
    this.#names.set(symbol, name);
    this.#taken.add(name);
  }

  readonly nameOf = (symbol: CodeSymbol): string => nameIn(this.#names, symbol);

  readonly isTaken = (name: string): boolean => this.#taken.has(name);
}

/**
 * Names of variables: a `$` is appended to one that is taken in the module or in an enclosing scope.
 */
export function localNames(
  { scopes, locals: used }: UsedVariables,
  { isTaken }: ModuleNames,
): ReadonlyMap<LocalSymbol, string> {
  const names = new Map<LocalSymbol, string>();
  for (const { outer, locals } of scopes) {
    const around = new Set<string>();
    for (let scope = outer; scope !== undefined; scope = scope.outer)
      for (const local of scope.locals) around.add(names.get(local) ?? "");
    for (const local of locals) {
      if (!used.has(local)) continue;
      let { name } = local;
      while (isTaken(name) || around.has(name)) name += "$";
      names.set(local, name);
      around.add(name);
    }
  }
  return names;
}

/** The name behind a reference, in code with these variables. */
export function nameOfAll(names: ModuleNames, locals?: ReadonlyMap<LocalSymbol, string>): NameOf {
  return ({ symbol }) => {
    if (symbol.kind === "local") return nameIn(locals ?? new Map(), symbol);
    if (symbol.kind === "member") return `${names.nameOf(symbol.of)}.${symbol.name}`;
    return names.nameOf(symbol);
  };
}

function nameIn<S extends CodeSymbol>(names: ReadonlyMap<S, string>, symbol: S): string {
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
