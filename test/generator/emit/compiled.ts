import ts from "typescript";

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  isolatedModules: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

const disk = ts.createCompilerHost(options);
const onDisk = new Map<string, ts.SourceFile | undefined>();

/** A file of the disk, parsed once: those of the compiler's library take longer than what is compiled. */
function parsedFile(path: string, target: ts.ScriptTarget | ts.CreateSourceFileOptions) {
  if (!onDisk.has(path)) onDisk.set(path, disk.getSourceFile(path, target));
  return onDisk.get(path);
}

/**
 * Diagnostics of the compiler, with our own settings, for files in memory. Paths are below the project, so that
 * `messenger-gen-runtime` is the package of this project.
 *
 * @param only the file to check, as far as it needs the others; default: all
 */
export function compilerErrors(files: ReadonlyMap<string, string>, only?: string): readonly string[] {
  const host = ts.createCompilerHost(options);
  const known = new Map([...files].map(([path, text]) => [ts.sys.resolvePath(path), text]));
  const folders = new Set([...known.keys()].map((path) => path.slice(0, path.lastIndexOf("/"))));
  host.directoryExists = (path) => folders.has(path) || ts.sys.directoryExists(path);
  host.fileExists = (path) => known.has(path) || disk.fileExists(path);
  host.readFile = (path) => known.get(path) ?? disk.readFile(path);
  host.getSourceFile = (path, target) => {
    const text = known.get(path);
    return text === undefined ? parsedFile(path, target) : ts.createSourceFile(path, text, target);
  };
  const program = ts.createProgram({ rootNames: [...known.keys()], options, host });
  const checked = only === undefined ? undefined : program.getSourceFile(ts.sys.resolvePath(only));
  return ts.getPreEmitDiagnostics(program, checked).map((diagnostic) => {
    const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, " ");
    if (diagnostic.file === undefined || diagnostic.start === undefined) return text;
    const { line } = diagnostic.file.getLineAndCharacterOfPosition(diagnostic.start);
    const source = diagnostic.file.text.split("\n")[line] ?? "";
    return `${diagnostic.file.fileName}:${line + 1}: ${text} in: ${source.trim()}`;
  });
}
