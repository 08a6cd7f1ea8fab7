import { ts } from "ts-morph";

/** The first syntax error of a text. */
export interface SyntaxFault {
  readonly message: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1, in UTF-16 code units. */
  readonly column: number;
}

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2022,
  verbatimModuleSyntax: true,
};

/** JavaScript of a TypeScript or JavaScript module, or its first syntax error. */
export function compiled(path: string, text: string): string | SyntaxFault {
  const { outputText, diagnostics } = ts.transpileModule(text, {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: options,
  });
  return faultOf(diagnostics?.[0]) ?? outputText;
}

/** The first syntax error of a JSON text; undefined if it has none other than comments and trailing commas. */
export function jsonFault(path: string, text: string): SyntaxFault | undefined {
  return faultOf(ts.parseConfigFileTextToJson(path, text).error);
}

function faultOf(diagnostic: ts.Diagnostic | undefined): SyntaxFault | undefined {
  if (diagnostic === undefined) return undefined;
  const { file, start = 0, messageText } = diagnostic;
  const { line, character } = file?.getLineAndCharacterOfPosition(start) ?? { line: 0, character: 0 };
  const message = ts.flattenDiagnosticMessageText(messageText, " ").replace(/\.$/, "");
  return { message, line: line + 1, column: character + 1 };
}
