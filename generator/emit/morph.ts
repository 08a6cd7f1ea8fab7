import {
  IndentationText,
  Project,
  QuoteKind,
  StructureKind,
  type OptionalKind,
  type ParameterDeclarationStructure,
} from "ts-morph";
import type { Statement } from "./emitter.js";
import { listed } from "./layout.js";

const project = new Project({
  useInMemoryFileSystem: true,
  skipLoadingLibFiles: true,
  manipulationSettings: {
    indentationText: IndentationText.TwoSpaces,
    quoteKind: QuoteKind.Double,
    useTrailingCommas: true,
  },
});

/** The text of a source file, made in one go: an existing tree is never edited, which takes quadratic time. */
export function printSource(path: string, statements: readonly Statement[]): string {
  const file = project.createSourceFile(
    path,
    { statements: withBlankLines(statements) },
    { overwrite: true },
  );
  const text = file.getFullText();
  project.removeSourceFile(file);
  return text;
}

/** `ts-morph` sets no blank line between statements of lines, nor behind imports. */
function withBlankLines(statements: readonly Statement[]): Statement[] {
  const apart: Statement[] = [];
  for (const statement of statements) {
    const last = apart.at(-1);
    if (last === undefined || typeof statement !== "string") apart.push(statement);
    else if (typeof last === "string") apart[apart.length - 1] = `${last}\n\n${statement}`;
    else apart.push(isImport(last) ? `\n${statement}` : statement);
  }
  return apart;
}

function isImport(statement: Statement): boolean {
  return typeof statement !== "string" && statement.kind === StructureKind.ImportDeclaration;
}

/**
 * Parameters of a function or method: one a line when the signature does not fit. `ts-morph` never breaks a list, so the
 * whole list then goes as the name of one parameter.
 *
 * @param before what stands in front of the parenthesis, with the indent of the line
 * @param behind what follows it
 */
export function parameters(
  before: string,
  texts: readonly string[],
  behind: string,
): OptionalKind<ParameterDeclarationStructure>[] {
  const [, ...broken] = listed(`${before}(`, texts, `)${behind}`);
  return [{ name: broken.length === 0 ? texts.join(", ") : `\n${texts.join(",\n")},\n` }];
}
