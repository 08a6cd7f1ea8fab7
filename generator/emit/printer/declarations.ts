/** Declarations of a module before they are printed. */
import { code, type Code, typing } from "./code.js";
import type { Export, Import } from "./imports.js";
import type { ExportedSymbol } from "./symbols.js";
import type { Doc } from "./text.js";

/** A top-level declaration. */
export type Declaration = CodePart | StructuredPart;

/** A declaration that ts-morph prints from its structure. */
export type StructuredPart = ConstantPart | AliasPart | InterfacePart | ClassPart;

/** A function or constant of a module of code. */
export interface CodePart {
  readonly kind: "code";
  /**
   * Called for the names that the file needs, and again for its text: in between the code takes no memory, of which it needs ten times as
   * much as its text. It declares no constants. Undefined where there is nothing to print.
   */
  readonly print: () => Code | undefined;
  readonly place?: Place | undefined;
  /** Name of the value that the code exports, if it exports one. */
  readonly exported?: string | undefined;
}

/** Position of declarations in a file that is divided. */
export interface Place {
  /** Module below the folder named after the file: `messages`. */
  readonly module: string;
  /** The letters of this name divide a long module. */
  readonly name: string;
}

/** An exported constant. */
export interface ConstantPart {
  readonly kind: "constant";
  readonly symbol: ExportedSymbol;
  readonly doc: Doc;
  readonly value: Code;
}

/** An exported name for the union of types, or for the only one. */
export interface AliasPart {
  readonly kind: "alias";
  readonly symbol: ExportedSymbol;
  readonly doc: Doc;
  readonly types: readonly Code[];
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

export interface ParameterPart {
  readonly name: string;
  readonly type: Code;
  readonly isOptional?: boolean;
  /** The value of a call without this argument. */
  readonly initial?: string | undefined;
}

/** A method, or in an interface its signature. */
export interface MethodPart {
  readonly name: string;
  readonly doc?: Doc;
  readonly isAsync?: boolean;
  readonly parameters: readonly ParameterPart[];
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
  readonly construction?: { readonly parameter: ParameterPart; readonly body: Code };
  readonly methods: readonly MethodPart[];
}

/** What a module prints, with names. */
export interface Module {
  /** A comment that belongs to no declaration, or nothing. */
  readonly comment: string;
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
  readonly parts: readonly (TextPart | StructuredPart)[];
  /** Code on one line. */
  readonly flat: (body: Code) => string;
  /** Code in lines. */
  readonly layout: (body: Code) => string;
}

/** Functions and constants of modules of code, one below the other. */
export interface TextPart {
  readonly kind: "text";
  readonly text: string;
}

/** All code of a declaration. */
export function codesIn(part: Declaration): readonly Code[] {
  switch (part.kind) {
    case "code": {
      const body = part.print();
      return body === undefined ? [] : [body];
    }
    case "constant":
      return [part.value];
    case "alias":
      return part.types;
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
        ...(part.construction === undefined
          ? []
          : [part.construction.parameter.type, part.construction.body]),
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
    ...(construction === undefined ? [] : [construction.parameter.type]),
    ...methods.flatMap((method) => codesInMethod({ ...method, body: "" })),
  ];
}

function codesInMethod({ parameters, returnType, body = "" }: MethodPart): readonly Code[] {
  return [...parameters.map(({ type }) => type), returnType, body];
}

/** `input: Input = {}`, as a module of code prints it. */
export function parameterCode({ name, type, isOptional = false, initial }: ParameterPart): Code {
  return code`${name}${typing`${isOptional ? "?" : ""}: ${type}`}${initial === undefined ? "" : ` = ${initial}`}`;
}
