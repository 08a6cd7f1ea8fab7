import { posix } from "node:path";
import type { Code, Reference } from "./code.js";
import {
  codesIn,
  signaturesIn,
  type CodePart,
  type Declaration,
  type Module,
  type Place,
  type StructuredPart,
  type TextPart,
} from "./declarations.js";
import type { Export, Import } from "./imports.js";
import { printModule } from "./module-text.js";
import { dividedFile, type TextUnit } from "./divided-file.js";
import { flatText, type NameOf } from "./flat-text.js";
import { GivenNames, isImport, localNames, nameOfAll, PreferredNames } from "./given-names.js";
import { GuessedText } from "./guessed-text.js";
import { layout } from "./layout.js";
import { commentLines, type Doc } from "./text.js";
import {
  Scope,
  type CodeSymbol,
  type ConstantSymbol,
  type ExportedSymbol,
  type GlobalSymbol,
  type ImportedSymbol,
  type MemberSymbol,
  type ModuleSymbol,
} from "./symbols.js";
import { usageOf, usedSymbols, type UsedSymbols } from "./used-symbols.js";

/** Constants in adjacent lines. Constants without references are not printed. */
interface Constants {
  readonly kind: "constants";
  readonly place: Place | undefined;
  readonly constants: ConstantSymbol[];
}

/** A function or constant that a file prints. */
interface Printed {
  readonly guessed: GuessedText;
  /** The constant that it declares; absent for exports of the file. */
  readonly constant?: ConstantSymbol;
}

/** Declarations in adjacent lines. */
interface CodeUnit extends Pick<CodePart, "kind" | "place" | "exported"> {
  readonly declarations: readonly Printed[];
}

/** What a file prints, with the names in it. */
interface Contents {
  readonly used: UsedSymbols;
  readonly names: GivenNames;
  readonly parts: readonly (StructuredPart | CodeUnit)[];
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
  readonly #exportedCode = new Map<string, CodePart["print"]>();
  readonly #exports: Export[] = [];
  readonly #guess = new PreferredNames();
  #doc: Doc = [];

  constructor(path: string) {
    this.#path = path;
  }

  /** A name that a module exports; `module` is its specifier relative to the top of the output. */
  imported(name: string, module: string): ImportedSymbol {
    const names = known(this.#imported, module, () => new Map<string, ImportedSymbol>());
    return known(names, name, () => this.#named({ kind: "imported", name, module }));
  }

  /** A module under one name, to which its members belong. */
  module(name: string, module: string): ModuleSymbol {
    return known(this.#modules, module, () => this.#named({ kind: "module", name, module }));
  }

  member(of: ModuleSymbol, name: string): MemberSymbol {
    const members = known(this.#members, of, () => new Map<string, MemberSymbol>());
    return known(members, name, () => ({ kind: "member", name, of }));
  }

  /** A declaration of this file that others can import. */
  exported(name: string): ExportedSymbol {
    return known(this.#exported, name, () => this.#named({ kind: "exported", name }));
  }

  global(name: string): GlobalSymbol {
    return known(this.#globals, name, () => this.#named({ kind: "global", name }));
  }

  #named<S extends CodeSymbol>(symbol: S): S {
    this.#guess.add(symbol.name);
    return symbol;
  }

  scope(): Scope {
    return new Scope();
  }

  /** Constants of the file, side by side at this position. */
  constants(place?: Place): ConstantGroup {
    const part: Constants = { kind: "constants", place, constants: [] };
    this.#parts.push(part);
    return (name, print) => {
      const symbol = this.#named<ConstantSymbol>({ kind: "constant", name });
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
    for (const each of declarations) {
      this.#parts.push(each);
      if (each.kind === "code" && each.exported !== undefined)
        this.#exportedCode.set(each.exported, each.print);
    }
  }

  /** Names of the values that the code of the file exports. */
  get exportedCode(): Iterable<string> {
    return this.#exportedCode.keys();
  }

  /** The code that declares a constant or a value that the file exports: for programs that compile each when they use it. */
  codeOf(symbol: CodeSymbol): Code | undefined {
    const print =
      symbol.kind === "constant" ? this.#printed.get(symbol) : this.#exportedCode.get(symbol.name);
    if (print === undefined) throw new Error(`Nothing declares ${symbol.name}.`);
    return print();
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
    return usageOf(shown).mentions.flatMap(({ symbol, use }) =>
      symbol.kind === "imported" && symbol.module === module ? [{ name: symbol.name, use }] : [],
    );
  }

  /** A comment about the whole file, before its imports. */
  describe(doc: Doc): void {
    this.#doc = doc;
  }

  text(): string {
    const contents = this.#contents();
    const parts = contents.parts.map((part) =>
      part.kind === "code" ? textPart(this.#unit(part, contents.names)) : part,
    );
    return this.#whole(contents, parts, fileComment(this.#doc));
  }

  /**
   * The file, or if its text has more characters than `longest` the modules that it is divided into: the first is at
   * its path and has the same exports. A file that is divided consists of code, and declares constants in the order of
   * their use.
   */
  texts(longest: number): readonly ModuleText[] {
    const contents = this.#contents();
    const { names } = contents;
    const units = contents.parts.flatMap((part) => (part.kind === "code" ? [this.#unit(part, names)] : []));
    if (units.reduce((sum, unit) => sum + lengthOf(unit), 0) <= longest) {
      const text = this.#whole(contents, units.map(textPart), "");
      if (text.length <= longest) return [{ path: this.#path, text }];
    }
    const nameOf = nameOfAll(names);
    return dividedFile({ path: this.#path, units, nameOf, longest }).map(
      ({ path, imports, exports, parts }) => ({
        path,
        text: printed(path, { comment: "", imports, exports, parts }, nameOf),
      }),
    );
  }

  #unit({ place, exported, declarations }: CodeUnit, names: GivenNames): TextUnit {
    return {
      place,
      exported: exported === undefined ? undefined : this.exported(exported),
      declarations: declarations.map(({ guessed, constant }) => ({
        constant,
        mentions: guessed.mentions,
        text: guessed.named(names),
        exported: () => guessed.exported(names),
      })),
    };
  }

  #whole(
    { used, names, parts: declared }: Contents,
    parts: readonly (StructuredPart | TextPart)[],
    comment: string,
  ): string {
    const structured = declared.flatMap((part) => (part.kind === "code" ? [] : codesIn(part)));
    const nameOf = nameOfAll(names, localNames(usageOf(structured).variables, names));
    const imports = importsIn(used, nameOf);
    return printed(this.#path, { comment, imports, exports: this.#exports, parts }, nameOf);
  }

  #contents(): Contents {
    const shown = this.#parts.map((part) => this.#shown(part));
    const constants = new Map<ConstantSymbol, GuessedText>();
    const used = usedSymbols(
      shown.flatMap(({ mentions }) => mentions),
      (constant) => {
        const print = this.#printed.get(constant) ?? (() => "");
        const guessed = new GuessedText(print(), print, this.#guess);
        constants.set(constant, guessed);
        return guessed.mentions;
      },
    );
    const parts = shown.flatMap(({ part, guessed }): readonly (StructuredPart | CodeUnit)[] => {
      if (part.kind === "code")
        return guessed === undefined ? [] : [{ ...part, declarations: [{ guessed }] }];
      if (part.kind !== "constants") return [part];
      const declarations = part.constants.flatMap((constant) => {
        const found = constants.get(constant);
        return found === undefined ? [] : [{ guessed: found, constant }];
      });
      return declarations.length === 0 ? [] : [{ kind: "code", place: part.place, declarations }];
    });
    const named = parts.flatMap((part) =>
      part.kind === "code" ? part.declarations.flatMap(({ constant }) => constant ?? []) : [],
    );
    return { used, names: new GivenNames(used, [...this.#exported.values()], named), parts };
  }

  /** A part with what it mentions, and if it is code with its text. */
  #shown(part: Constants | Declaration): Shown {
    if (part.kind === "constants") return { part, mentions: [] };
    if (part.kind !== "code") return { part, mentions: [usageOf(codesIn(part)).mentions] };
    const body = part.print();
    if (body === undefined) return { part, mentions: [] };
    const guessed = new GuessedText(body, part.print, this.#guess);
    return { part, mentions: [guessed.mentions], guessed };
  }
}

interface Shown {
  readonly part: Constants | Declaration;
  readonly mentions: readonly (readonly Reference[])[];
  readonly guessed?: GuessedText;
}

function textPart({ declarations }: TextUnit): TextPart {
  return { kind: "text", text: declarations.map(({ text }) => text).join("\n") };
}

function lengthOf({ declarations }: TextUnit): number {
  return declarations.reduce((sum, { text }) => sum + text.length, 0);
}

/** Imports of the modules that references lead to. */
function importsIn(references: UsedSymbols, nameOf: NameOf): readonly Import[] {
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
  const specifiers = new Map<string, string>();
  const relative = <T extends Import | Export>(each: T): T => ({
    ...each,
    module: known(specifiers, each.module, () => specifier(path, each.module)),
  });
  return printModule({
    comment,
    imports: imports.map(relative),
    exports: exports.map(relative),
    parts,
    flat: (body) => flatText(body, nameOf),
    layout: (body) => layout(body, nameOf),
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
  const held = map.get(key);
  if (held !== undefined) return held;
  const made = make();
  map.set(key, made);
  return made;
}

/** Adds a constant to the others of its place. */
export type ConstantGroup = (name: string, print: (self: ConstantSymbol) => Code) => ConstantSymbol;
