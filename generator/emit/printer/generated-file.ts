import { posix } from "node:path";
import type { Code, Reference } from "./code.js";
import {
  codesIn,
  printModule,
  type Declaration,
  type Export,
  type Import,
  type Part,
} from "./declarations.js";
import { givenNames, isImport } from "./given-names.js";
import { flatText, layout } from "./layout.js";
import {
  Scope,
  type ConstantSymbol,
  type ExportedSymbol,
  type GlobalSymbol,
  type ImportedSymbol,
  type MemberSymbol,
  type ModuleSymbol,
} from "./symbols.js";
import { usedSymbols, type UsedSymbols } from "./used-symbols.js";

/** Constants that stand together, one below the other; those that nothing refers to are not printed. */
interface Constants {
  readonly kind: "constants";
  readonly constants: ConstantSymbol[];
}

/**
 * A file of TypeScript. Emitters refer to symbols; the file then gives them names, imports what is imported, prints the
 * constants that something leads to, and breaks lines.
 */
export class GeneratedFile {
  /** Below the output folder. */
  readonly #path: string;
  readonly #symbols = new Map<
    string,
    ImportedSymbol | ModuleSymbol | MemberSymbol | ExportedSymbol | GlobalSymbol
  >();
  readonly #parts: (Constants | Declaration)[] = [];
  readonly #printed = new Map<ConstantSymbol, () => Code>();
  readonly #declared = new Map<ConstantSymbol, Code>();
  readonly #exports: Export[] = [];

  constructor(path: string) {
    this.#path = path;
  }

  /** A name that a module exports; `module` is its specifier as seen from the top of the output. */
  imported(name: string, module: string): ImportedSymbol {
    return this.#once({ kind: "imported", name, module }, `imported ${name} ${module}`);
  }

  /** A module under one name, to which its members belong. */
  module(name: string, module: string): ModuleSymbol {
    return this.#once({ kind: "module", name, module }, `module ${module}`);
  }

  member(of: ModuleSymbol, name: string): MemberSymbol {
    return this.#once({ kind: "member", name, of }, `member ${of.module} ${name}`);
  }

  /** A declaration of this file that others can import. */
  exported(name: string): ExportedSymbol {
    return this.#once({ kind: "exported", name }, `exported ${name}`);
  }

  global(name: string): GlobalSymbol {
    return this.#once({ kind: "global", name }, `global ${name}`);
  }

  scope(): Scope {
    return new Scope();
  }

  /** Constants of the file, side by side at this place of it. */
  constants(): ConstantGroup {
    const part: Constants = { kind: "constants", constants: [] };
    this.#parts.push(part);
    return (name, print) => {
      const symbol: ConstantSymbol = { kind: "constant", name };
      part.constants.push(symbol);
      this.#printed.set(symbol, () => print(symbol));
      return symbol;
    };
  }

  /** A constant that stands apart from others. */
  constant(name: string, print: (self: ConstantSymbol) => Code): ConstantSymbol {
    return this.constants()(name, print);
  }

  print(...declarations: readonly Declaration[]): void {
    this.#parts.push(...declarations);
  }

  /** `export * from "module"`, all of it under a name, or only some names. */
  export(module: string, what: Pick<Export, "as" | "names"> = {}): void {
    this.#exports.push({ module: this.#specifier(module), ...what });
  }

  text(): string {
    const shown = this.#parts.flatMap((part) => (part.kind === "constants" ? [] : codesIn(part)));
    const used = usedSymbols(shown, (constant) => this.#declaration(constant));
    const isUsed = (constant: ConstantSymbol): boolean => used.references.has(constant);
    const constants = this.#parts.flatMap((part) => (part.kind === "constants" ? part.constants : []));
    const exported = [...this.#symbols.values()].filter((symbol) => symbol.kind === "exported");
    const nameOf = givenNames(used, exported, constants.filter(isUsed));
    const parts = this.#parts.flatMap((part): readonly Part[] => {
      if (part.kind !== "constants") return [part];
      const texts = part.constants.filter(isUsed).map((constant) => this.#declaration(constant));
      return texts.length === 0 ? [] : [{ kind: "code", codes: texts }];
    });
    return printModule({
      path: this.#path,
      imports: this.#imports(used, nameOf),
      exports: this.#exports,
      parts,
      flat: (body) => flatText(body, nameOf),
      layout: (body) => layout(body, nameOf),
    });
  }

  #once<S extends ImportedSymbol | ModuleSymbol | MemberSymbol | ExportedSymbol | GlobalSymbol>(
    symbol: S,
    key: string,
  ): S {
    const known = this.#symbols.get(key);
    if (known !== undefined) return known as S;
    this.#symbols.set(key, symbol);
    return symbol;
  }

  #declaration(constant: ConstantSymbol): Code {
    const declared = this.#declared.get(constant) ?? this.#printed.get(constant)?.() ?? [];
    this.#declared.set(constant, declared);
    return declared;
  }

  #imports({ references }: UsedSymbols, nameOf: (reference: Reference) => string): readonly Import[] {
    return [...references].flatMap(([symbol, reference]): readonly Import[] => {
      if (!isImport(symbol)) return [];
      const { kind, name, module } = symbol;
      const isType = reference.use === "type";
      return [{ kind, name, as: nameOf(reference), module: this.#specifier(module), isType }];
    });
  }

  /** Of a module of the output, or of the runtime inside this package, as seen from this file. */
  #specifier(module: string): string {
    if (!module.startsWith(".")) return module;
    const relative = posix.relative(posix.dirname(this.#path), module);
    return relative.startsWith(".") ? relative : `./${relative}`;
  }
}

/** Adds a constant to the others of its place. */
export type ConstantGroup = (name: string, print: (self: ConstantSymbol) => Code) => ConstantSymbol;
