import { expect, test } from "@jest/globals";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** Sources of the entry points of all packages; generated code is documented by its contract. */
const entries = ["generator", "host", "runtime", "server"].flatMap((folder) => {
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as Manifest;
  return Object.values(manifest.exports)
    .filter((target) => typeof target === "object")
    .map(({ types }) => join(folder, types.replace(/^\.\/dist\//, "").replace(/\.d\.ts$/, ".ts")));
});

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly types: string } | string>>;
}

test("every export of an entry point of a package is documented", () => {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile("tsconfig.base.json", (path) => ts.sys.readFile(path)).config,
    ts.sys,
    ".",
  );
  const program = ts.createProgram({ rootNames: entries, options });
  const checker = program.getTypeChecker();
  const silent = entries.flatMap((entry) => {
    const source = program.getSourceFile(entry);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${entry} is no module`);
    return checker
      .getExportsOfModule(module)
      .filter((symbol) => meant(checker, symbol).getDocumentationComment(checker).length === 0)
      .map(({ name }) => `${entry} ${name}`);
  });
  expect(silent).toEqual([]);
});

function meant(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}
