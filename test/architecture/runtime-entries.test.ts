import { expect, test } from "@jest/globals";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { Artefact } from "#generator/emit/emitter.js";
import { mocksEmitter } from "#generator/emit/mocks.js";
import { programNames } from "#generator/emit/runtime-names.js";
import { emitSchemas } from "#generator/emit/schemas.js";
import { builtInTypes } from "messenger-gen-runtime/xsd";
import { planFile } from "../generator/plan/contracts.js";

/** Names that programs can keep in mind. */
const most = 70;

/** Names that each entry exports, types included; `values` are those that are there at run time. */
const { programs, codec, ...others } = exportedNames();

test("the main entry of the runtime has few names, and none of generated code", () => {
  expect(programs.names.length).toBeLessThanOrEqual(most);
  expect(programs.names.filter((name) => codec.names.includes(name))).toEqual([]);
});

test("the generator knows which names of its output are those of programs", () => {
  expect([...programNames].filter((name) => !programs.names.includes(name))).toEqual([]);
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
  "mocks.ts": ["/testing"],
  "operations.ts": [".", "/codec"],
  "records.ts": ["."],
  "samples.ts": ["."],
  "schemas.ts": [".", "/codec", "/json"],
  "server.ts": [".", "/codec"],
  "service.ts": [".", "/codec"],
};

const folders = ["generated", ...readdirSync("test/golden").map((name) => `test/golden/${name}/expected`)];
const imports = [...folders.flatMap(filesIn), ...made("kitchen-sink")].flatMap(importsIn);

test.each(Object.entries(importsOf))("%s imports from the entries %j", (file, want) => {
  const found = new Set(imports.filter((each) => each.file === file).map(({ entry }) => entry));
  expect([...found].toSorted()).toEqual(want);
});

test("the entries export each name that an output imports", () => {
  const entries = new Map(Object.entries({ ".": programs, "/codec": codec, ...others }));
  const missing = imports.flatMap(({ file, entry, names }) =>
    names
      .filter((name) => entries.get(entry)?.names.includes(name) !== true)
      .map((name) => `${file}: ${name} of ${entry}`),
  );
  expect(missing).toEqual([]);
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
  const needless = codec.values.filter((name) => !used.has(name) && !isMentioned(name) && !isBuiltIn(name));
  expect(needless).toEqual([]);
});

interface Exports {
  readonly names: readonly string[];
  readonly values: readonly string[];
}

/** What the entries that outputs import from export. */
function exportedNames() {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile("tsconfig.base.json", (path) => ts.sys.readFile(path)).config,
    ts.sys,
    ".",
  );
  const modules = ["index", "codec", "interceptors", "items", "json", "testing"];
  const program = ts.createProgram({ rootNames: modules.map((name) => `runtime/${name}.ts`), options });
  const checker = program.getTypeChecker();
  const isValue = (symbol: ts.Symbol): boolean => {
    const meant = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
    return (meant.flags & ts.SymbolFlags.Value) !== 0;
  };
  const exportsOf = (name: string): Exports => {
    const source = program.getSourceFile(`runtime/${name}.ts`);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${name} is no module`);
    const symbols = checker.getExportsOfModule(module);
    const namesOf = (all: readonly ts.Symbol[]): readonly string[] => all.map((each) => each.name);
    return { names: namesOf(symbols), values: namesOf(symbols.filter(isValue)) };
  };
  return {
    programs: exportsOf("index"),
    codec: exportsOf("codec"),
    "/interceptors": exportsOf("interceptors"),
    "/items": exportsOf("items"),
    "/json": exportsOf("json"),
    "/testing": exportsOf("testing"),
  };
}

interface RuntimeImport {
  /** `codecs.ts`; `types/*` for a file in the folder `types`. */
  readonly file: string;
  /** Behind the name of the package; `.` for the main entry. */
  readonly entry: string;
  readonly names: readonly string[];
}

type OutputFile = Pick<Artefact, "path" | "text">;

function filesIn(folder: string): readonly OutputFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.startsWith("dist/"))
    .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
}

/** Files of an output that no expected output has. */
function made(construct: string): readonly OutputFile[] {
  const { plan, errors } = planFile(`test/golden/${construct}/service.wsdl`);
  if (plan === undefined) throw new Error(errors.join("\n"));
  return [mocksEmitter.emit(plan), ...emitSchemas(plan)];
}

function importsIn({ path, text }: OutputFile): readonly RuntimeImport[] {
  const file = path.includes("/") ? `${path.split("/")[0] ?? ""}/*` : path;
  const all = text.matchAll(
    /^(?:import|export) (?:type )?\{([^}]*)\} from "messenger-gen-runtime([^"]*)";/gmu,
  );
  return [...all].map(([, names = "", entry = ""]) => ({
    file,
    entry: entry === "" ? "." : entry,
    names: names
      .split(",")
      .map((each) =>
        each
          .trim()
          .replace(/^type /, "")
          .replace(/ as .*$/, ""),
      )
      .filter((name) => name !== ""),
  }));
}
