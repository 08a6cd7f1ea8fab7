/**
 * Divides a long file of code into modules. Names are those of the undivided file, so that imports between the modules
 * need no others.
 */
import { code, type Code, type Reference } from "./code.js";
import type { CodePart, Place } from "./declarations.js";
import type { Export, Import } from "./imports.js";
import { isImport } from "./given-names.js";
import type { NameOf } from "./layout.js";
import type { CodeSymbol, ConstantSymbol } from "./symbols.js";
import { usedSymbols } from "./used-symbols.js";

/** Declarations that stay together. */
export interface CodeUnit extends CodePart {
  /** The constant that each code declares; absent for exports of the file. */
  readonly declared?: readonly ConstantSymbol[];
}

interface DividedFile {
  readonly path: string;
  readonly units: readonly CodeUnit[];
  readonly nameOf: NameOf;
  /** Length of the text of a unit. */
  readonly lengthOf: (unit: CodeUnit) => number;
  /** Longer modules are divided further. */
  readonly longest: number;
}

/** A module of a divided file. */
interface DividedModule {
  readonly path: string;
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
  readonly codes: readonly CodePart[];
}

/** Module of declarations without a place: constants. It imports no other, so that all others find its values. */
const constantsPlace: Place = { module: "constants", name: "" };

/** Characters of a name that divide modules; names that have more in common stay together. */
const longestKey = 30;

/** First the module at the path of the file, which only exports. */
export function dividedFile(file: DividedFile): readonly DividedModule[] {
  const { path, nameOf } = file;
  const modules = modulesOf(file);
  const owner = new Map(
    modules.flatMap(({ module, units }) =>
      units.flatMap(({ declared = [], exported }) =>
        [...declared, ...(exported === undefined ? [] : [exported])].map((each): [CodeSymbol, string] => [
          each,
          module,
        ]),
      ),
    ),
  );
  const shared = new Set(
    modules.flatMap(({ module, references }) =>
      references.flatMap(([symbol]) => ((owner.get(symbol) ?? module) === module ? [] : [symbol])),
    ),
  );
  const exporting = modules.filter(({ units }) => units.some(({ declared }) => declared === undefined));
  return [
    { path, imports: [], exports: exporting.map(({ module }) => ({ module: `${module}.js` })), codes: [] },
    ...modules.map(({ module, units, references }) => ({
      path: `${module.slice(2)}.ts`,
      imports: references.flatMap((each) => importOf(each, module, owner, nameOf)),
      exports: [],
      codes: units.map((unit) => withExports(unit, shared)),
    })),
  ];
}

interface LinkedModule {
  /** `./codecs/messages-a` */
  readonly module: string;
  readonly units: readonly CodeUnit[];
  readonly references: readonly (readonly [CodeSymbol, Reference])[];
}

/** The modules in the order of their names, each with its units in their order. */
function modulesOf({ path, units, lengthOf, longest }: DividedFile): readonly LinkedModule[] {
  const folder = `./${path.replace(/\.ts$/, "")}`;
  const sized = units.map((unit) => {
    const { module, name } = unit.place ?? constantsPlace;
    return { unit, module, tokens: tokensOf(name), length: lengthOf(unit) };
  });
  const keyed = [...grouped(sized, ({ module }) => module)].flatMap(([module, inModule]) =>
    divided(inModule, 0, longest).map(({ key, unit }) => ({
      module: `${folder}/${module}${key === "" ? "" : `-${key}`}`,
      unit,
    })),
  );
  return [...grouped(keyed, ({ module }) => module)]
    .map(([module, own]) => {
      const codes = own.flatMap(({ unit }) => unit.codes);
      const { references } = usedSymbols(codes, () => []);
      return { module, units: own.map(({ unit }) => unit), references: [...references] };
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
function withExports({ codes, declared = [] }: CodeUnit, shared: ReadonlySet<CodeSymbol>): CodePart {
  return {
    kind: "code",
    codes: codes.map((each, at): Code => {
      const symbol = declared[at];
      return symbol !== undefined && shared.has(symbol) ? code`export ${each}` : each;
    }),
  };
}

interface Sized {
  readonly unit: CodeUnit;
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
): readonly { readonly key: string; readonly unit: CodeUnit }[] {
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
  return Array.from(name.toLowerCase().replace(/[-_.$]/g, ""), (each) =>
    /[a-z0-9]/.test(each) ? each : `u${(each.codePointAt(0) ?? 0).toString(16)}`,
  );
}

function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
