import { posix } from "node:path";
import type { ImportDeclarationStructure } from "ts-morph";
import type { Plan } from "../plan/types.js";
import { listed } from "./layout.js";
import { StructureKind } from "./ts-morph.js";

/** `import type { A, B } from "./x.js";`, or nothing when no name is needed. */
export function importTypes(module: string, names: readonly string[]): readonly ImportDeclarationStructure[] {
  return importList(module, names, true);
}

/** `import { a, type B } from "./x.js";`; names that are types only begin with `type `. */
export function importNames(module: string, names: readonly string[]): readonly ImportDeclarationStructure[] {
  return importList(module, names, false);
}

/** `import * as name from "./x.js";` */
export function importModule(name: string, module: string, isTypeOnly: boolean): ImportDeclarationStructure {
  return {
    kind: StructureKind.ImportDeclaration,
    moduleSpecifier: module,
    namespaceImport: name,
    isTypeOnly,
  };
}

/** The modules of namespaces with these aliases, for their types; `from` is the path of the file below the output. */
export function importTypeModules(
  { namespaces }: Plan,
  aliases: ReadonlySet<string>,
  from = "",
): readonly ImportDeclarationStructure[] {
  return namespaces.flatMap(({ module }) =>
    module !== undefined && aliases.has(module.alias)
      ? [importModule(module.alias, specifier(from, module.path), true)]
      : [],
  );
}

function specifier(from: string, path: string): string {
  const relative = posix.relative(posix.dirname(from), `${path}.js`);
  return relative.startsWith(".") ? relative : `./${relative}`;
}

function importList(
  moduleSpecifier: string,
  names: readonly string[],
  isTypeOnly: boolean,
): readonly ImportDeclarationStructure[] {
  if (names.length === 0) return [];
  const before = isTypeOnly ? "import type { " : "import { ";
  const fits = listed(before, names, ` } from "${moduleSpecifier}";`).length === 1;
  const namedImports = fits ? [...names] : [`\n${names.join(",\n")},\n`];
  return [{ kind: StructureKind.ImportDeclaration, moduleSpecifier, isTypeOnly, namedImports }];
}
