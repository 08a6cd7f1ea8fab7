import { posix } from "node:path";
import { lines, type Code, type Reference } from "./code.js";
import { codesIn, signaturesIn, type Declaration, type Module, type Place } from "./declarations.js";
import type { Export, Import } from "./imports.js";
import { printModule } from "./module-text.js";
import { dividedFile, type CodeUnit } from "./divided-file.js";
import { givenNames, isImport } from "./given-names.js";
import { flatText, layout, type NameOf } from "./layout.js";
import { commentLines, type Doc } from "./text.js";
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

/** Constants in adjacent lines. Constants without references are not printed. */
interface Constants {
  readonly kind: "constants";
  readonly place: Place | undefined;
  readonly constants: ConstantSymbol[];
}

/** What a file prints, with the names in it. */
interface Contents {
  readonly used: UsedSymbols;
  readonly nameOf: NameOf;
  readonly parts: readonly (Declaration | CodeUnit)[];
}

/** A module of the output. */
export interface ModuleText {
  /** Below the output folder. */
  readonly path: string;
  readonly text: string;
}

/** A name of another module in the signatures of a file. */
export interface Mention {
  readonly name: string;
  readonly use: Reference["use"];
}

/**
 * A file of TypeScript. Emitters refer to symbols; the file then gives them names, adds the imports, prints the
 * constants that are used, and breaks lines.
 */
export class GeneratedFile {
  /** Below the output folder. */
  readonly #path: string;
  readonly #imported = new Map<string, Map<string, ImportedSymbol>>();
  readonly #modules = new Map<string, ModuleSymbol>();
  readonly #members = new Map<ModuleSymbol, Map<string, MemberSymbol>>();
  readonly #exported = new Map<string, ExportedSymbol>();
  readonly #globals = new Map<string, GlobalSymbol>();
  readonly #parts: (Constants | Declaration)[] = [];
  readonly #printed = new Map<ConstantSymbol, () => Code>();
  readonly #declared = new Map<ConstantSymbol, Code>();
  readonly #exports: Export[] = [];
  #doc: Doc = [];

  constructor(path: string) {
    this.#path = path;
  }

  /** A name that a module exports; `module` is its specifier relative to the top of the output. */
  imported(name: string, module: string): ImportedSymbol {
    const names = known(this.#imported, module, () => new Map<string, ImportedSymbol>());
    return known(names, name, () => ({ kind: "imported", name, module }));
  }

  /** A module under one name, to which its members belong. */
  module(name: string, module: string): ModuleSymbol {
    return known(this.#modules, module, () => ({ kind: "module", name, module }));
  }

  member(of: ModuleSymbol, name: string): MemberSymbol {
    const members = known(this.#members, of, () => new Map<string, MemberSymbol>());
    return known(members, name, () => ({ kind: "member", name, of }));
  }

  /** A declaration of this file that others can import. */
  exported(name: string): ExportedSymbol {
    return known(this.#exported, name, () => ({ kind: "exported", name }));
  }

  global(name: string): GlobalSymbol {
    return known(this.#globals, name, () => ({ kind: "global", name }));
  }

  scope(): Scope {
    return new Scope();
  }

  /** Constants of the file, side by side at this position. */
  constants(place?: Place): ConstantGroup {
    const part: Constants = { kind: "constants", place, constants: [] };
    this.#parts.push(part);
    return (name, print) => {
      const symbol: ConstantSymbol = { kind: "constant", name };
      part.constants.push(symbol);
      this.#printed.set(symbol, () => print(symbol));
      return symbol;
    };
  }

  /** A constant that is separated from others by empty lines. */
  constant(name: string, print: (self: ConstantSymbol) => Code, place?: Place): ConstantSymbol {
    return this.constants(place)(name, print);
  }

  print(...declarations: readonly Declaration[]): void {
    this.#parts.push(...declarations);
  }

  /** `export * from "module"`, all of it under a name, or only some names. */
  export(module: string, what: Pick<Export, "as" | "names"> = {}): void {
    this.#exports.push({ module, ...what });
  }

  /** Names that the file exports. */
  get exportedNames(): readonly string[] {
    return [...this.#exported.keys()];
  }

  /** Names of a module that the declarations of the file mention in their signatures. */
  mentioned(module: string): readonly Mention[] {
    const shown = this.#parts.flatMap((part) => (part.kind === "constants" ? [] : signaturesIn(part)));
    const { references } = usedSymbols(shown, () => []);
    return [...references.values()].flatMap(({ symbol, use }) =>
      symbol.kind === "imported" && symbol.module === module ? [{ name: symbol.name, use }] : [],
    );
  }

  /** A comment about the whole file, before its imports. */
  describe(doc: Doc): void {
    this.#doc = doc;
  }

  text(): string {
    const { used, nameOf, parts } = this.#contents();
    const comment = fileComment(this.#doc);
    const module = { comment, imports: importsIn(used, nameOf), exports: this.#exports, parts };
    return printed(this.#path, module, nameOf);
  }

  /**
   * The file, or if its text has more characters than `longest` the modules that it is divided into: the first is at
   * its path and has the same exports. A file that is divided consists of code, and declares constants in the order of
   * their use.
   */
  texts(longest: number): readonly ModuleText[] {
    const { used, nameOf, parts } = this.#contents();
    const whole = { comment: "", imports: importsIn(used, nameOf), exports: this.#exports, parts };
    const text = printed(this.#path, whole, nameOf);
    if (text.length <= longest) return [{ path: this.#path, text }];
    const units = parts.filter((part) => part.kind === "code");
    const lengthOf = ({ codes }: CodeUnit): number =>
      codes.reduce((sum, each) => sum + layout(each, nameOf).length, 0);
    return dividedFile({ path: this.#path, units, nameOf, lengthOf, longest }).map(
      ({ path, imports, exports, codes }) => ({
        path,
        text: printed(path, { comment: "", imports, exports, parts: codes }, nameOf),
      }),
    );
  }

  #contents(): Contents {
    const shown = this.#parts.flatMap((part) => (part.kind === "constants" ? [] : codesIn(part)));
    const used = usedSymbols(shown, (constant) => this.#declaration(constant));
    const isUsed = (constant: ConstantSymbol): boolean => used.references.has(constant);
    const constants = this.#parts.flatMap((part) => (part.kind === "constants" ? part.constants : []));
    const nameOf = givenNames(used, [...this.#exported.values()], constants.filter(isUsed));
    const parts = this.#parts.flatMap((part): readonly (Declaration | CodeUnit)[] => {
      if (part.kind !== "constants") return [part];
      const declared = part.constants.filter(isUsed);
      const codes = declared.map((constant) => this.#declaration(constant));
      return codes.length === 0 ? [] : [{ kind: "code", place: part.place, declared, codes }];
    });
    return { used, nameOf, parts };
  }

  #declaration(constant: ConstantSymbol): Code {
    const declared = this.#declared.get(constant) ?? this.#printed.get(constant)?.() ?? [];
    this.#declared.set(constant, declared);
    return declared;
  }
}

/** Imports of the modules that references lead to. */
function importsIn({ references }: UsedSymbols, nameOf: NameOf): readonly Import[] {
  return [...references].flatMap(([symbol, reference]): readonly Import[] => {
    if (!isImport(symbol)) return [];
    const { kind, name, module } = symbol;
    return [{ kind, name, as: nameOf(reference), module, isType: reference.use === "type" }];
  });
}

/** Text of a module; its imports and exports are relative to the top of the output. */
function printed(
  path: string,
  { comment, imports, exports, parts }: Pick<Module, "comment" | "imports" | "exports" | "parts">,
  nameOf: NameOf,
): string {
  const relative = <T extends Import | Export>(each: T): T => ({
    ...each,
    module: specifier(path, each.module),
  });
  return printModule({
    comment,
    imports: imports.map(relative),
    exports: exports.map(relative),
    parts,
    flat: (body) => flatText(body, nameOf),
    layout: (codes) => layout(lines(codes), nameOf),
  });
}

/** A comment that belongs to no declaration. */
function fileComment(doc: Doc): string {
  const lines = commentLines(doc, 0).map((line) => ` * ${line}`.trimEnd());
  return lines.length === 0 ? "" : `/**\n${lines.join("\n")}\n */\n\n`;
}

/** Specifier of a module of the output, or of the runtime inside this package, relative to a file. */
function specifier(path: string, module: string): string {
  if (!module.startsWith(".")) return module;
  const relative = posix.relative(posix.dirname(path), module);
  return relative.startsWith(".") ? relative : `./${relative}`;
}

/** The value of a key; a missing value is made and stored. */
function known<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const held = map.get(key) ?? make();
  map.set(key, held);
  return held;
}

/** Adds a constant to the others of its place. */
export type ConstantGroup = (name: string, print: (self: ConstantSymbol) => Code) => ConstantSymbol;
