import { readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  isolatedModules: true,
  forceConsistentCasingInFileNames: true,
  skipLibCheck: true,
  types: [],
};

/** Declarations of the language and the runtime, which every program shares: parsed once. */
const declarations = new Map<string, ts.SourceFile | undefined>();

/** Result of the compiler for the output of one entry. */
export interface Checked {
  readonly errors: readonly string[];
  /** Names of the methods, by the class of the client and the interface of the server that has them. */
  readonly clients: ReadonlyMap<string, readonly string[]>;
  readonly servers: ReadonlyMap<string, readonly string[]>;
}

/**
 * Compiles the output folder of one entry into `scripts`, strictly, as a program of its own: the compiler hides errors of types while
 * one file of a program has errors of syntax.
 */
export function typeCheck(folder: string, scripts: string): Checked {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const rootNames = files.filter((name) => name.endsWith(".ts")).map((name) => join(folder, name));
  const emitted = { ...options, rootDir: folder, outDir: scripts };
  const program = ts.createProgram({ rootNames, options: emitted, host: sharingHost() });
  program.emit();
  const errors = ts.getPreEmitDiagnostics(program).map((diagnostic) => describe(folder, diagnostic));
  const checker = program.getTypeChecker();
  const members = (file: string, kind: ts.SymbolFlags): ReadonlyMap<string, readonly string[]> => {
    const source = program.getSourceFile(join(folder, file));
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
    const exported = module === undefined ? [] : checker.getExportsOfModule(module);
    return new Map(exported.filter(({ flags }) => (flags & kind) !== 0).map(methodsOf));
  };
  return {
    errors,
    clients: members("client.ts", ts.SymbolFlags.Class),
    servers: members("server.ts", ts.SymbolFlags.Interface),
  };
}

function methodsOf({ name, members }: ts.Symbol): readonly [string, readonly string[]] {
  const methods = [...(members?.values() ?? [])].filter(({ flags }) => (flags & ts.SymbolFlags.Method) !== 0);
  return [name, methods.map((method) => method.name)];
}

function sharingHost(): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (path, ...rest) => {
    if (!path.endsWith(".d.ts")) return read(path, ...rest);
    if (!declarations.has(path)) declarations.set(path, read(path, ...rest));
    return declarations.get(path);
  };
  return host;
}

function describe(folder: string, { messageText, file, start, code }: ts.Diagnostic): string {
  const text = `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, " ").slice(0, 300)}`;
  if (file === undefined || start === undefined) return text;
  const { line } = file.getLineAndCharacterOfPosition(start);
  const source = file.text.split("\n")[line] ?? "";
  return `${file.fileName.slice(folder.length + 1)}:${line + 1}: ${text} in: ${source.trim().slice(0, 160)}`;
}
