/**
 * Texts of modules. A module that declares types, classes or the constants of enumerations, or exports other modules, is
 * printed by ts-morph as a whole, once. A module of code, such as `codecs.ts`, is laid out already: `live` and `call` need no
 * others, and to load ts-morph takes longer than they do.
 */
import { createRequire } from "node:module";
import type * as tsMorph from "ts-morph";
import type { Module } from "./declarations.js";
import { importStatements, importText } from "./imports.js";
import { Structures, withoutMarks, type Statement } from "./structures.js";

export function printModule(module: Module): string {
  const { exports, parts } = module;
  const codes = parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  if (exports.length > 0 || codes.length < parts.length)
    return printed(new Structures(printer().morph, module).statements());
  const imports = importStatements(module.imports).map(importText);
  const texts = [...(imports.length === 0 ? [] : [imports.join("\n")]), ...codes];
  return `${module.comment}${texts.length === 0 ? "export {};" : texts.join("\n\n")}\n`;
}

/** ts-morph, and a project for what it prints. */
interface Printer {
  readonly project: tsMorph.Project;
  readonly morph: typeof tsMorph;
}

let loaded: Printer | undefined;

/**
 * Loaded for the first module that needs it, for that takes as long as to generate a small contract. As the CommonJS module it
 * is: an ES import would first search its megabytes for the names it exports.
 */
function printer(): Printer {
  loaded ??= loadPrinter();
  return loaded;
}

function loadPrinter(): Printer {
  const morph = createRequire(import.meta.url)("ts-morph") as typeof tsMorph;
  const { IndentationText, Project, QuoteKind } = morph;
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    manipulationSettings: { indentationText: IndentationText.TwoSpaces, quoteKind: QuoteKind.Double },
  });
  return { project, morph };
}

/** Ends the creation of a file when its text is complete. */
class Complete extends Error {
  readonly text: string;

  constructor(text: string) {
    super("The text of a file is complete.");
    this.text = text;
  }
}

/**
 * The text of a file that ts-morph creates at once: editing an existing tree takes quadratic time. It would parse the text
 * to the tree of a file, which nobody needs and which takes longer than to print it; so a last statement takes the text and ends there.
 */
function printed(statements: readonly Statement[]): string {
  const complete: tsMorph.WriterFunction = (writer) => {
    throw new Complete(writer.toString());
  };
  try {
    printer().project.createSourceFile("printed.ts", { statements: [...statements, complete] });
  } catch (error) {
    if (error instanceof Complete) return `${withoutMarks(error.text).trimEnd()}\n`;
    throw error;
  }
  throw new Error("ts-morph has not printed the last statement");
}
