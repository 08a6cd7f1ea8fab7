/** Printed modules. ts-morph prints interfaces and classes; all other code is laid out already. */
import type {
  ClassDeclarationStructure,
  InterfaceDeclarationStructure,
  MethodDeclarationStructure,
  MethodSignatureStructure,
  OptionalKind,
  ParameterDeclarationStructure,
  StatementStructures,
} from "ts-morph";
import { documented, key, lines, type as asType, type Code } from "./code.js";
import { exportLine, importLines, type Export, type Import } from "./imports.js";
import type { ExportedSymbol } from "./symbols.js";
import { codeWidth, jsDoc, type Doc } from "./text.js";
import { createRequire } from "node:module";
import type * as tsMorph from "ts-morph";

/** A top-level declaration, or several in adjacent lines. */
export type Declaration = CodePart | InterfacePart | ClassPart;

/** Functions, constants and aliases, one below the other. */
export interface CodePart {
  readonly kind: "code";
  readonly codes: readonly Code[];
  readonly place?: Place | undefined;
  /** What the code exports, where other code of the file refers to it. */
  readonly exported?: ExportedSymbol | undefined;
}

/** Position of declarations in a file that is divided. */
export interface Place {
  /** Module below the folder named after the file: `messages`. */
  readonly module: string;
  /** The letters of this name divide a long module. */
  readonly name: string;
}

/** An exported interface; its properties are read-only. */
export interface InterfacePart {
  readonly kind: "interface";
  readonly symbol: ExportedSymbol;
  readonly doc: Doc;
  readonly bases?: readonly Code[];
  readonly properties?: readonly PropertyPart[];
  readonly methods?: readonly MethodPart[];
}

export interface PropertyPart {
  readonly name: string;
  readonly doc: Doc;
  readonly isOptional: boolean;
  readonly type: Code;
}

/** A method, or in an interface its signature. */
export interface MethodPart {
  readonly name: string;
  readonly doc?: Doc;
  readonly isAsync?: boolean;
  readonly parameters: readonly Code[];
  readonly returnType: Code;
  readonly body?: Code;
}

/** An exported class. */
export interface ClassPart {
  readonly kind: "class";
  readonly symbol: ExportedSymbol;
  readonly doc: Doc;
  readonly isAbstract?: boolean;
  readonly base?: Code;
  readonly interfaces?: readonly Code[];
  /** Private read-only properties. */
  readonly properties?: readonly Pick<PropertyPart, "name" | "type">[];
  readonly construction?: { readonly parameter: Code; readonly body: Code };
  readonly methods: readonly MethodPart[];
}

export interface Module {
  readonly path: string;
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
  readonly parts: readonly Declaration[];
  readonly flat: (body: Code) => string;
  readonly layout: (body: Code) => string;
}

/** All code of a declaration. */
export function codesIn(part: Declaration): readonly Code[] {
  switch (part.kind) {
    case "code":
      return part.codes;
    case "interface":
      return [
        ...(part.bases ?? []),
        ...(part.properties ?? []).map((property) => property.type),
        ...(part.methods ?? []).flatMap(codesInMethod),
      ];
    case "class":
      return [
        ...(part.base === undefined ? [] : [part.base]),
        ...(part.interfaces ?? []),
        ...(part.properties ?? []).map((property) => property.type),
        ...(part.construction === undefined ? [] : [part.construction.parameter, part.construction.body]),
        ...part.methods.flatMap(codesInMethod),
      ];
  }
}

/** The public part of a declaration, without bodies and private properties. */
export function signaturesIn(part: Declaration): readonly Code[] {
  if (part.kind !== "class") return codesIn(part);
  const { base, interfaces = [], construction, methods } = part;
  return [
    ...(base === undefined ? [] : [base]),
    ...interfaces,
    ...(construction === undefined ? [] : [construction.parameter]),
    ...methods.flatMap((method) => codesInMethod({ ...method, body: "" })),
  ];
}

function codesInMethod({ parameters, returnType, body = "" }: MethodPart): readonly Code[] {
  return [...parameters, returnType, body];
}

/** ts-morph, and a project for what it prints. */
interface Printer {
  readonly project: tsMorph.Project;
  readonly kinds: typeof tsMorph.StructureKind;
}

let loaded: Printer | undefined;

/**
 * Loaded for the first interface or class, for that takes as long as to generate a small contract. As the CommonJS module it is: an ES import
 * would first search its megabytes for the names it exports.
 */
function printer(): Printer {
  loaded ??= loadPrinter();
  return loaded;
}

function loadPrinter(): Printer {
  const required = createRequire(import.meta.url)("ts-morph") as typeof tsMorph;
  const { IndentationText, Project, QuoteKind, StructureKind } = required;
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    manipulationSettings: {
      indentationText: IndentationText.TwoSpaces,
      quoteKind: QuoteKind.Double,
      useTrailingCommas: true,
    },
  });
  return { project, kinds: StructureKind };
}

/**
 * The text of a module. Consecutive structures are printed together; the code between them does not pass through
 * ts-morph.
 */
export function printModule(module: Module): string {
  const lines = [...importLines(module.imports), ...module.exports.map(exportLine)];
  const texts = lines.length === 0 ? [] : [`${lines.join("\n")}\n`];
  let structures: StatementStructures[] = [];
  const flush = (): void => {
    if (structures.length > 0) texts.push(printStructures(structures));
    structures = [];
  };
  for (const part of module.parts) {
    const statement = statementOf(part, module);
    if (typeof statement === "string") {
      flush();
      texts.push(`${statement}\n`);
    } else structures.push(statement);
  }
  flush();
  return texts.length === 0 ? "export {};\n" : texts.join("\n");
}

/**
 * A file that is created at once: editing an existing tree takes quadratic time. It takes the place of the last one: among several,
 * ts-morph compares paths by the rules of a language, and to load these takes 20 ms.
 */
function printStructures(statements: StatementStructures[]): string {
  return printer().project.createSourceFile("printed.ts", { statements }, { overwrite: true }).getFullText();
}

function statementOf(part: Declaration, module: Module): string | StatementStructures {
  switch (part.kind) {
    case "code":
      return module.layout(lines(part.codes));
    case "interface":
      return interfaceOf(part, module);
    case "class":
      return classOf(part, module);
  }
}

/** ts-morph cannot print an empty interface on one line. */
function interfaceOf(part: InterfacePart, module: Module): InterfaceDeclarationStructure | string {
  const { symbol, doc, bases = [], properties = [], methods = [] } = part;
  const extended = bases.map((base) => module.flat(base));
  if (properties.length === 0 && methods.length === 0) {
    const extending = extended.length === 0 ? "" : ` extends ${extended.join(", ")}`;
    return module.layout(documented(doc, ["export interface ", asType(symbol), `${extending} {}`]));
  }
  return {
    kind: printer().kinds.Interface,
    isExported: true,
    name: symbol.name,
    docs: jsDoc(doc, 0),
    extends: extended,
    properties: properties.map((property) => ({
      name: key(property.name),
      docs: jsDoc(property.doc, 2),
      isReadonly: true,
      hasQuestionToken: property.isOptional,
      type: module.flat(property.type),
    })),
    methods: methods.map((method) => signatureOf(method, module)),
  };
}

function signatureOf(method: MethodPart, module: Module): OptionalKind<MethodSignatureStructure> {
  // Without quotes `new` is a signature of constructors.
  const name = method.name === "new" ? '"new"' : key(method.name);
  const returnType = module.flat(method.returnType);
  return {
    name,
    docs: jsDoc(method.doc ?? [], 2),
    parameters: parameters(`  ${name}`, method, `: ${returnType};`, module),
    returnType,
  };
}

function classOf(part: ClassPart, module: Module): ClassDeclarationStructure {
  const { symbol, doc, isAbstract = false, base, interfaces = [], properties = [], construction } = part;
  return {
    kind: printer().kinds.Class,
    isExported: true,
    isAbstract,
    name: symbol.name,
    ...(base === undefined ? {} : { extends: module.flat(base) }),
    implements: interfaces.map((each) => module.flat(each)),
    docs: jsDoc(doc, 0),
    properties: properties.map(({ name, type }) => ({ name, isReadonly: true, type: module.flat(type) })),
    ctors:
      construction === undefined
        ? []
        : [
            {
              parameters: [{ name: module.flat(construction.parameter) }],
              statements: module.flat(construction.body),
            },
          ],
    methods: part.methods.map((method) => methodOf(method, module)),
  };
}

function methodOf(method: MethodPart, module: Module): OptionalKind<MethodDeclarationStructure> {
  const { doc = [], isAsync = false, body = "" } = method;
  const name = key(method.name);
  const returnType = module.flat(method.returnType);
  return {
    name,
    isAsync,
    docs: jsDoc(doc, 2),
    parameters: parameters(`  ${isAsync ? "async " : ""}${name}`, method, `: ${returnType} {`, module),
    returnType,
    statements: module.flat(body),
  };
}

/**
 * Parameters of a method: one a line when the signature does not fit. ts-morph never breaks a list, so the whole list
 * then goes as the name of one parameter.
 */
function parameters(
  before: string,
  method: MethodPart,
  behind: string,
  { flat }: Module,
): OptionalKind<ParameterDeclarationStructure>[] {
  const texts = method.parameters.map(flat);
  const fits = `${before}(${texts.join(", ")})${behind}`.length <= codeWidth;
  return [{ name: fits ? texts.join(", ") : brokenList(texts) }];
}

function brokenList(texts: readonly string[]): string {
  return `\n${texts.join(",\n")},\n`;
}
