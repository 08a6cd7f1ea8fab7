/**
 * Divides a long file of code into modules. Names are those of the undivided file, so that imports between the modules
 * need no others.
 */
import type { Reference } from "./code.js";
import type { Place, TextPart } from "./declarations.js";
import type { NameOf } from "./flat-text.js";
import { grouped, type Export, type Import } from "./imports.js";
import { isImport } from "./given-names.js";
import type { CodeSymbol, ConstantSymbol, ExportedSymbol } from "./symbols.js";
import { merged, type UsedSymbols } from "./used-symbols.js";

/** Declarations that stay together. */
export interface TextUnit {
  readonly place: Place | undefined;
  /** What the code exports, where other code of the file refers to it. */
  readonly exported?: ExportedSymbol | undefined;
  readonly declarations: readonly DeclarationText[];
}

/** A function or constant. */
export interface DeclarationText {
  /** The constant that it declares; absent for exports of the file. */
  readonly constant?: ConstantSymbol | undefined;
  readonly mentions: readonly Reference[];
  readonly text: string;
  /** The text behind `export`. */
  readonly exported: () => string;
}

interface DividedFile {
  readonly path: string;
  readonly units: readonly TextUnit[];
  readonly nameOf: NameOf;
  /** Longer modules are divided further. */
  readonly longest: number;
}

/** A module of a divided file. */
interface DividedModule {
  readonly path: string;
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
  readonly parts: readonly TextPart[];
}

/** Module of declarations without a place: constants. It imports no other, so that all others find its values. */
const constantsPlace: Place = { module: "constants", name: "" };

/** Characters of a name that divide modules; names that have more in common stay together. */
const longestKey = 30;

/** First the module at the path of the file, which only exports. */
export function dividedFile(file: DividedFile): readonly DividedModule[] {
  const { path, nameOf } = file;
  const modules = modulesOf(file);
  const owner = new Map<CodeSymbol, string>();
  for (const { module, units } of modules)
    for (const { exported, declarations } of units) {
      if (exported !== undefined) owner.set(exported, module);
      for (const { constant } of declarations) if (constant !== undefined) owner.set(constant, module);
    }
  const shared = new Set<CodeSymbol>();
  for (const { module, references } of modules)
    for (const symbol of references.keys()) if ((owner.get(symbol) ?? module) !== module) shared.add(symbol);
  const exporting = modules.filter(({ units }) =>
    units.some(({ declarations }) => declarations.some(({ constant }) => constant === undefined)),
  );
  return [
    { path, imports: [], exports: exporting.map(({ module }) => ({ module: `${module}.js` })), parts: [] },
    ...modules.map(({ module, units, references }) => ({
      path: `${module.slice(2)}.ts`,
      imports: [...references].flatMap((each) => importOf(each, module, owner, nameOf)),
      exports: [],
      parts: units.map((unit) => withExports(unit, shared)),
    })),
  ];
}

interface LinkedModule {
  /** `./codecs/messages-a` */
  readonly module: string;
  readonly units: readonly TextUnit[];
  readonly references: UsedSymbols;
}

/** The modules in the order of their names, each with its units in their order. */
function modulesOf({ path, units, longest }: DividedFile): readonly LinkedModule[] {
  const folder = `./${path.replace(/\.ts$/, "")}`;
  const sized = units.map((unit) => {
    const { module, name } = unit.place ?? constantsPlace;
    const length = unit.declarations.reduce((sum, { text }) => sum + text.length, 0);
    return { unit, module, tokens: tokensOf(name), length };
  });
  const keyed = [...grouped(sized, ({ module }) => module)].flatMap(([module, inModule]) =>
    divided(inModule, 0, longest).map(({ key, unit }) => ({
      module: `${folder}/${module}${key === "" ? "" : `-${key}`}`,
      unit,
    })),
  );
  return [...grouped(keyed, ({ module }) => module)]
    .map(([module, own]) => {
      const units = own.map(({ unit }) => unit);
      const mentions = units.flatMap(({ declarations }) => declarations.map((each) => each.mentions));
      return { module, units, references: merged(mentions) };
    })
    .sort((one, other) => (one.module < other.module ? -1 : 1));
}

/** The import for a reference: of the module that it names, or of the module of the file that declares it. */
function importOf(
  [symbol, reference]: readonly [CodeSymbol, Reference],
  here: string,
  owner: ReadonlyMap<CodeSymbol, string>,
  nameOf: NameOf,
): readonly Import[] {
  const isType = reference.use === "type";
  const as = nameOf(reference);
  if (isImport(symbol)) return [{ kind: symbol.kind, name: symbol.name, as, module: symbol.module, isType }];
  const module = owner.get(symbol);
  if (module === undefined || module === here) return [];
  return [{ kind: "imported", name: as, as, module: `${module}.js`, isType }];
}

/** Exports are part of their declarations: compilers to CommonJS then assign exported functions before they import. */
function withExports({ declarations }: TextUnit, shared: ReadonlySet<CodeSymbol>): TextPart {
  const texts = declarations.map(({ constant, text, exported }) =>
    constant !== undefined && shared.has(constant) ? exported() : text,
  );
  return { kind: "text", text: texts.join("\n") };
}

interface Sized {
  readonly unit: TextUnit;
  readonly tokens: readonly string[];
  readonly length: number;
}

/**
 * The units with the key of their module: none, or if they are too long together the letters that their names begin
 * with. A new name thus changes one module, and divides that one at most.
 */
function divided(
  units: readonly Sized[],
  depth: number,
  longest: number,
): readonly { readonly key: string; readonly unit: TextUnit }[] {
  const length = units.reduce((sum, each) => sum + each.length, 0);
  const isWhole = length <= longest || depth === longestKey;
  return [...grouped(units, ({ tokens }) => (isWhole ? undefined : tokens[depth]))].flatMap(
    ([next, alike]) =>
      next === undefined
        ? alike.map(({ unit, tokens }) => ({ key: tokens.slice(0, depth).join(""), unit }))
        : divided(alike, depth + 1, longest),
  );
}

/** Letters and digits in lower case, which all file systems distinguish; other characters as numbers, without punctuation. */
function tokensOf(name: string): readonly string[] {
  const letters = name.toLowerCase().replace(/[-_.$]/g, "");
  if (/^[a-z0-9]*$/.test(letters)) return letters.split("");
  return Array.from(letters, (each) =>
    /[a-z0-9]/.test(each) ? each : `u${(each.codePointAt(0) ?? 0).toString(16)}`,
  );
}
