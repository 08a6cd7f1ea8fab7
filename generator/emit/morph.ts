import type { OptionalKind, ParameterDeclarationStructure, StatementStructures } from "ts-morph";
import type { Statement } from "./emitter.js";
import { listed } from "./layout.js";
import { IndentationText, Project, QuoteKind } from "./ts-morph.js";

const project = new Project({
  useInMemoryFileSystem: true,
  skipLoadingLibFiles: true,
  manipulationSettings: {
    indentationText: IndentationText.TwoSpaces,
    quoteKind: QuoteKind.Double,
    useTrailingCommas: true,
  },
});

/**
 * The text of a source file. Lines of code are text already; structures between them are printed together, each group as
 * a file made in one go: an existing tree is never edited, which takes quadratic time.
 */
export function printSource(path: string, statements: readonly Statement[]): string {
  const texts: string[] = [];
  let structures: StatementStructures[] = [];
  const flush = (): void => {
    if (structures.length > 0) texts.push(printStructures(path, structures));
    structures = [];
  };
  for (const statement of statements) {
    if (typeof statement !== "string") structures.push(statement);
    else {
      flush();
      texts.push(`${statement}\n`);
    }
  }
  flush();
  return texts.join("\n");
}

function printStructures(path: string, statements: StatementStructures[]): string {
  const file = project.createSourceFile(path, { statements }, { overwrite: true });
  const text = file.getFullText();
  project.removeSourceFile(file);
  return text;
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
