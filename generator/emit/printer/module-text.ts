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
  const codes = parts.flatMap((part) => (part.kind === "code" ? [part.codes] : []));
  if (exports.length > 0 || codes.length < parts.length)
    return printed(new Structures(printer().morph, module).statements());
  const imports = importStatements(module.imports).map(importText);
  const texts = [
    ...(imports.length === 0 ? [] : [imports.join("\n")]),
    ...codes.map((each) => module.layout(each)),
  ];
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

/**
 * A file that is created at once: editing an existing tree takes quadratic time. It takes the place of the last one: among several,
 * ts-morph compares paths by the rules of a language, and to load these takes 20 ms.
 */
function printed(statements: Statement[]): string {
  const file = printer().project.createSourceFile("printed.ts", { statements }, { overwrite: true });
  return withoutMarks(file.getFullText());
}
