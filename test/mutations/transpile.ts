import ts from "typescript";

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
};

/** JavaScript of one module. Throws if it is not TypeScript. */
export function transpile(source: string, fileName: string): string {
  const { outputText, diagnostics = [] } = ts.transpileModule(source, {
    compilerOptions,
    fileName,
    reportDiagnostics: true,
  });
  const [first] = diagnostics;
  if (first !== undefined)
    throw new Error(`${fileName}: ${ts.flattenDiagnosticMessageText(first.messageText, " ")}`);
  return outputText;
}
