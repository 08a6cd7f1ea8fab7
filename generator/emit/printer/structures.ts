/** Structures of ts-morph for everything that a module declares. */
import type * as tsMorph from "ts-morph";
import { key, union } from "./code.js";
import {
  parameterCode,
  type AliasPart,
  type ClassPart,
  type ConstantPart,
  type InterfacePart,
  type MethodPart,
  type Module,
  type StructuredPart,
  type TextPart,
} from "./declarations.js";
import { fits, importStatements, type Export, type ImportStatement, type ListedName } from "./imports.js";
import { codeWidth, jsDoc } from "./text.js";

/** A statement; code that belongs to no declaration is a text. */
export type Statement = tsMorph.StatementStructures | tsMorph.WriterFunction | string;

type Parameter = tsMorph.OptionalKind<tsMorph.ParameterDeclarationStructure>;
type Trivia = Pick<Parameter, "leadingTrivia" | "trailingTrivia">;

/**
 * Behind a line break that is ours: white space of TypeScript that no output has. ts-morph indents each line behind the first
 * of a type or value, whatever is on it.
 */
const mark = "\f";

/** The text that ts-morph has printed, with our line breaks as they were, and blocks without content on one line. */
export function withoutMarks(printed: string): string {
  return printed.replace(/ ?\n *\f|(?<=\{)\n *(?=\})/g, (found) => (found.endsWith(mark) ? "\n" : ""));
}

function marked(text: string): string {
  return text.replaceAll("\n", `\n${mark}`);
}

/** An item a line with a comma behind each: what stands around the item at that place of a list. */
function brokenAt(at: number, count: number, indent: string, close: string): Trivia {
  const next = `\n${mark}${indent}`;
  const end = close === "" ? "\n" : `\n${mark}${close}`;
  return {
    ...(at === 0 ? { leadingTrivia: next } : {}),
    trailingTrivia: `,${at === count - 1 ? end : next}`,
  };
}

/** ts-morph separates interfaces and classes by an empty line, and no other statements. */
const apart: tsMorph.WriterFunction = (writer) => {
  if (writer.getLength() > 0) writer.blankLineIfLastNot();
};

export class Structures {
  readonly #morph: typeof tsMorph;
  readonly #module: Module;

  constructor(morph: typeof tsMorph, module: Module) {
    this.#morph = morph;
    this.#module = module;
  }

  /** All statements of the module, in order. */
  statements(): Statement[] {
    const { comment, imports, exports, parts } = this.#module;
    return [
      ...(comment === "" ? [] : [comment]),
      ...importStatements(imports).map((each) => this.#import(each)),
      ...exports.map((each) => this.#export(each)),
      ...parts.map((part) => this.#part(part)),
    ];
  }

  #import({ module, isType, whole, names }: ImportStatement): Statement {
    return {
      kind: this.#morph.StructureKind.ImportDeclaration,
      moduleSpecifier: module,
      isTypeOnly: isType,
      ...(whole === undefined ? {} : { namespaceImport: whole }),
      namedImports: listed(names, fits(isType ? "import type" : "import", names, module)),
    };
  }

  #export({ module, as, names = [] }: Export): Statement {
    return {
      kind: this.#morph.StructureKind.ExportDeclaration,
      moduleSpecifier: module,
      ...(as === undefined ? {} : { namespaceExport: as }),
      namedExports: listed(names, fits("export", names, module)),
    };
  }

  #part(part: TextPart | StructuredPart): Statement {
    switch (part.kind) {
      case "text":
        return (writer) => {
          apart(writer);
          writer.write(part.text);
        };
      case "constant":
        return this.#constant(part);
      case "alias":
        return this.#alias(part);
      case "interface":
        return this.#interface(part);
      case "class":
        return this.#class(part);
    }
  }

  #constant({ symbol, doc, value }: ConstantPart): Statement {
    const head = `export const ${symbol.name} =`;
    const text = this.#module.layout([head, " ", value, ";"]);
    return {
      kind: this.#morph.StructureKind.VariableStatement,
      leadingTrivia: apart,
      isExported: true,
      declarationKind: this.#morph.VariableDeclarationKind.Const,
      docs: jsDoc(doc, 0),
      declarations: [{ name: symbol.name, initializer: marked(text.slice(head.length + 1, -1)) }],
    };
  }

  #alias({ symbol, doc, types }: AliasPart): Statement {
    const head = `export type ${symbol.name} =`;
    const text = this.#module.layout(union(head, types));
    return {
      kind: this.#morph.StructureKind.TypeAlias,
      leadingTrivia: apart,
      isExported: true,
      name: symbol.name,
      docs: jsDoc(doc, 0),
      type: marked(text.slice(head.length, -1).replace(/^ /, "")),
    };
  }

  #interface({ symbol, doc, bases = [], properties = [], methods = [] }: InterfacePart): Statement {
    const { flat } = this.#module;
    return {
      kind: this.#morph.StructureKind.Interface,
      isExported: true,
      name: symbol.name,
      docs: jsDoc(doc, 0),
      extends: bases.map((base) => flat(base)),
      properties: properties.map((property) => ({
        name: key(property.name),
        docs: jsDoc(property.doc, 2),
        isReadonly: true,
        hasQuestionToken: property.isOptional,
        type: flat(property.type),
      })),
      methods: methods.map((method) => this.#signature(method)),
    };
  }

  #signature(method: MethodPart): tsMorph.OptionalKind<tsMorph.MethodSignatureStructure> {
    // Without quotes `new` is a signature of constructors.
    const name = method.name === "new" ? '"new"' : key(method.name);
    const returnType = this.#module.flat(method.returnType);
    const parameters = this.#parameters(`  ${name}`, method, `: ${returnType};`);
    return { name, docs: jsDoc(method.doc ?? [], 2), parameters, returnType };
  }

  #class(part: ClassPart): Statement {
    const { symbol, doc, isAbstract = false, base, interfaces = [], properties = [], construction } = part;
    const { flat } = this.#module;
    return {
      kind: this.#morph.StructureKind.Class,
      isExported: true,
      isAbstract,
      name: symbol.name,
      ...(base === undefined ? {} : { extends: flat(base) }),
      implements: interfaces.map((each) => flat(each)),
      docs: jsDoc(doc, 0),
      properties: properties.map(({ name, type }) => ({ name, isReadonly: true, type: flat(type) })),
      ctors: construction === undefined ? [] : [this.#construction(construction)],
      methods: part.methods.map((method) => this.#method(method)),
    };
  }

  #construction({
    parameter,
    body,
  }: NonNullable<ClassPart["construction"]>): tsMorph.OptionalKind<tsMorph.ConstructorDeclarationStructure> {
    const parameters = this.#parameters("  constructor", { parameters: [parameter] }, " {");
    return { parameters, statements: this.#module.flat(body) };
  }

  #method(method: MethodPart): tsMorph.OptionalKind<tsMorph.MethodDeclarationStructure> {
    const { doc = [], isAsync = false, body = "" } = method;
    const name = key(method.name);
    const returnType = this.#module.flat(method.returnType);
    const parameters = this.#parameters(`  ${isAsync ? "async " : ""}${name}`, method, `: ${returnType} {`);
    const statements = this.#module.flat(body);
    return { name, isAsync, docs: jsDoc(doc, 2), parameters, returnType, statements };
  }

  /** Parameters of a method: one a line when the signature does not fit. */
  #parameters(before: string, { parameters }: Pick<MethodPart, "parameters">, behind: string): Parameter[] {
    const { flat } = this.#module;
    const texts = parameters.map((each) => flat(parameterCode(each)));
    const isBroken = `${before}(${texts.join(", ")})${behind}`.length > codeWidth;
    return parameters.map(({ name, type, isOptional = false, initial }, at) => ({
      name,
      type: flat(type),
      hasQuestionToken: isOptional,
      ...(initial === undefined ? {} : { initializer: initial }),
      ...(isBroken ? brokenAt(at, parameters.length, "    ", "  ") : {}),
    }));
  }
}

function listed(
  names: readonly ListedName[],
  isFlat: boolean,
): Omit<tsMorph.ImportSpecifierStructure, "kind">[] {
  return names.map(({ name, as, isType }, at) => ({
    name,
    isTypeOnly: isType,
    ...(as === undefined ? {} : { alias: as }),
    ...(isFlat ? {} : brokenAt(at, names.length, "  ", "")),
  }));
}
