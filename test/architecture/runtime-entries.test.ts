import { expect, test } from "@jest/globals";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { programNames } from "#generator/emit/runtime-names.js";
import { builtInTypes } from "messenger-gen-runtime/xsd";

/** Names that programs can keep in mind. */
const most = 70;

const entries = exportedNames({ programs: "runtime/index.ts", codec: "runtime/codec.ts" });

test("the main entry of the runtime has few names, and none of generated code", () => {
  expect(entries.programs.length).toBeLessThanOrEqual(most);
  expect(entries.programs.filter((name) => entries.codec.includes(name))).toEqual([]);
});

test("the generator knows which names of its output are those of programs", () => {
  expect([...programNames].filter((name) => !entries.programs.includes(name))).toEqual([]);
});

/** Entries by the files of an output that import from them. */
const importsOf: Readonly<Record<string, readonly string[]>> = {
  "client.ts": [".", "/codec", "/interceptors"],
  "codecs.ts": [".", "/codec"],
  "codecs/*": [".", "/codec"],
  "faults.ts": ["."],
  "functions.ts": [".", "/codec", "/interceptors"],
  "index.ts": ["."],
  "items.ts": ["/items"],
  "json.ts": [".", "/codec", "/json"],
  "messages.ts": ["."],
  "operations.ts": [".", "/codec"],
  "records.ts": ["."],
  "samples.ts": ["."],
  "server.ts": [".", "/codec"],
  "service.ts": [".", "/codec"],
};

const outputs = ["generated", ...readdirSync("test/golden").map((name) => `test/golden/${name}/expected`)];
const imports = outputs.flatMap(importsIn);

test.each(Object.entries(importsOf))("%s imports from the entries %j", (file, want) => {
  const found = new Set(imports.filter((each) => each.file === file).map(({ entry }) => entry));
  expect([...found].toSorted()).toEqual(want);
});

test("these are all files of an output that import from the runtime", () => {
  expect([...new Set(imports.map(({ file }) => file))].toSorted()).toEqual(Object.keys(importsOf).toSorted());
});

/** Names that the emitters compose. */
const composed = ["readNillableAnySimple"];

test("generated code needs each function of its entry", () => {
  const used = new Set(imports.flatMap(({ names }) => names));
  const emitters = readdirSync("generator", { recursive: true, encoding: "utf8" })
    .filter((name) => /^(?:emit|plan)\/.*\.ts$/.test(name))
    .map((name) => readFileSync(join("generator", name), "utf8"))
    .join("\n");
  const isMentioned = (name: string): boolean => emitters.includes(`"${name}"`) || composed.includes(name);
  const isBuiltIn = (name: string): boolean => Object.hasOwn(builtInTypes, name);
  const needless = entries.functions.filter(
    (name) => !used.has(name) && !isMentioned(name) && !isBuiltIn(name),
  );
  expect(needless).toEqual([]);
});

/** Names that modules export, types included; `functions` are the values of `codec`. */
function exportedNames(modules: { readonly programs: string; readonly codec: string }) {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile("tsconfig.base.json", (path) => ts.sys.readFile(path)).config,
    ts.sys,
    ".",
  );
  const program = ts.createProgram({ rootNames: Object.values(modules), options });
  const checker = program.getTypeChecker();
  const exportsOf = (path: string): readonly ts.Symbol[] => {
    const source = program.getSourceFile(path);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${path} is no module`);
    return checker.getExportsOfModule(module);
  };
  const isValue = (symbol: ts.Symbol): boolean => {
    const meant = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
    return (meant.flags & ts.SymbolFlags.Value) !== 0;
  };
  const codec = exportsOf(modules.codec);
  return {
    programs: exportsOf(modules.programs).map(({ name }) => name),
    codec: codec.map(({ name }) => name),
    functions: codec.filter(isValue).map(({ name }) => name),
  };
}

interface RuntimeImport {
  /** `codecs.ts`; `types/*` for a file in the folder `types`. */
  readonly file: string;
  /** Behind the name of the package; `.` for the main entry. */
  readonly entry: string;
  readonly names: readonly string[];
}

function importsIn(output: string): readonly RuntimeImport[] {
  const files = readdirSync(output, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.startsWith("dist/"),
  );
  return files.flatMap((name) => {
    const file = name.includes("/") ? `${name.split("/")[0]}/*` : basename(name);
    const text = readFileSync(join(output, name), "utf8");
    const all = text.matchAll(
      /^(?:import|export) (?:type )?\{([^}]*)\} from "messenger-gen-runtime([^"]*)";/gmu,
    );
    return [...all].map(([, names = "", path = ""]) => ({
      file,
      entry: path === "" ? "." : path,
      names: names.split(",").map((each) =>
        each
          .trim()
          .replace(/^type /, "")
          .replace(/ as .*$/, ""),
      ),
    }));
  });
}
