import { expect, test } from "@jest/globals";
import ts from "typescript";

/** What the package exports, by the sources of its entry points; what is generated is documented by its contract. */
const entries = [
  "generator/index.ts",
  "runtime/index.ts",
  "runtime/node.ts",
  "host/serve.ts",
  "server/index.ts",
];

test("everything that an entry point of the package exports says what it is", () => {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile("tsconfig.json", (path) => ts.sys.readFile(path)).config,
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
