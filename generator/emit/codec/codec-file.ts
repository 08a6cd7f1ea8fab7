import type { Admitted } from "../../plan/data/admitted.js";
import type { FieldPlan, FieldValuePlan } from "../../plan/data/members.js";
import type { TypeNamePlan } from "../../plan/data/names.js";
import type { Plan } from "../../plan/data/plan.js";
import type { RecordPlan } from "../../plan/data/records.js";
import {
  type EnumValuePlan,
  hasPrefixes,
  hasQualifiedNames,
  isResolved,
  type SimpleValuePlan,
} from "../../plan/data/simple-types.js";
import { NamespaceConstants } from "../namespaces.js";
import { code, list, value as asValue, type Code, type Reference, type as asType } from "../printer/code.js";
import type { GeneratedFile } from "../printer/generated-file.js";
import type { ConstantSymbol, Scope } from "../printer/symbols.js";
import { qualifiedTypes } from "../type-text/references.js";
import { runtimeName } from "../runtime-names.js";
import type { TypeReferences } from "../type-text/value-types.js";

/** Symbols that the functions of `codecs.ts` refer to. */
export class CodecFile {
  readonly types: TypeReferences;
  readonly namespaces: NamespaceConstants;
  /** True if messages declare a default namespace. */
  readonly hasDefaultNamespace: boolean;
  readonly #file: GeneratedFile;
  readonly #plan: Plan;
  readonly #constants = new Map<Role, Map<string, ConstantSymbol>>();

  constructor(file: GeneratedFile, plan: Plan) {
    this.#file = file;
    this.#plan = plan;
    this.types = qualifiedTypes(file, plan, { enums: "enums", records: "records" });
    this.namespaces = new NamespaceConstants(file, plan);
    this.hasDefaultNamespace = plan.namespaces[0]?.prefix === "" && plan.namespaces[0].uri !== "";
  }

  /** Registers the constant or function that has a role for a type. */
  note(role: Role, name: string, symbol: ConstantSymbol): void {
    const ofRole = this.#constants.get(role) ?? new Map<string, ConstantSymbol>();
    this.#constants.set(role, ofRole.set(name, symbol));
  }

  /** A function or constant of the runtime. */
  runtime(name: string): Reference {
    return asValue(runtimeName(this.#file, this.#plan, name));
  }

  /** A call of a function of the runtime. */
  call(name: string, ...values: readonly Code[]): Code {
    return called(this.runtime(name), ...values);
  }

  /** A type of the runtime. */
  type(name: string): Reference {
    return this.types.runtime(name);
  }

  global(name: string): Reference {
    return asValue(this.#file.global(name));
  }

  exported(name: string): Reference {
    return asValue(this.#file.exported(name));
  }

  scope(): Scope {
    return this.#file.scope();
  }

  /** An interface of `messages.ts`. */
  message(name: string): Reference {
    return asType(this.#file.member(this.#file.module("messages", "./messages.js"), name));
  }

  /** Function that reads a record or list. */
  read({ unique }: TypeNamePlan): Reference {
    return this.#constant("read", unique);
  }

  /** Constant that a record begins as a copy of; undefined where its reader returns a literal. */
  blank({ unique }: TypeNamePlan): Reference | undefined {
    const symbol = this.#constants.get("blank")?.get(unique);
    return symbol && asValue(symbol);
  }

  /** Function that writes a record or list, or any record derived from one. */
  write({ unique }: TypeNamePlan): Reference {
    return this.#constant("write", unique);
  }

  /** Constant with the qualified name of a record or list. */
  qualifiedName({ unique }: TypeNamePlan): Reference {
    return this.#constant("type", unique);
  }

  /** Constant with the types that may be used where the type is declared. */
  variants({ unique }: RecordPlan["type"]): Reference {
    return this.#constant("variants", unique);
  }

  /** Constant with the types that elements of type xs:anyType may have, or xs:anySimpleType. */
  knownTypes(simple: boolean): Reference {
    return this.#constant("known", simple ? "simple" : "all");
  }

  /** Namespace declarations of the root elements of responses. */
  get rootNamespaces(): ConstantSymbol {
    return this.#symbol("root", "namespaces");
  }

  /** Constant that reads the simple value of an element, under the name that `xsi:type` may have. */
  element(value: SimpleValuePlan | EnumValuePlan): Reference {
    const name = elementName(value);
    return name === undefined ? this.simple(value) : this.#constant("element", name);
  }

  /** Constant that reads the simple value of an attribute or of simple content. */
  text(value: SimpleValuePlan | EnumValuePlan): Reference {
    return hasTranslatedNames(value) ? this.element(value) : this.simple(value);
  }

  /** The text of a simple value, as an expression; prefixes in it are declared in the start tag that `writer` wrote last. */
  printed(writer: Code, value: SimpleValuePlan | EnumValuePlan, v: Code): Code {
    return hasPrefixes(value)
      ? code`${this.text(value)}.printIn(${writer}, ${v})`
      : code`${this.simple(value)}.print(${v})`;
  }

  /** Constant that parses and prints a simple value. */
  simple(value: SimpleValuePlan | EnumValuePlan): Reference {
    if (value.kind === "simple" && value.represented !== undefined)
      return this.#constant("represented", representedName(value));
    return this.original(value);
  }

  /** The same for its values before the user has chosen a representation. */
  original(value: SimpleValuePlan | EnumValuePlan): Reference {
    if (value.constraint !== undefined) return this.#constant("constraint", value.constraint.name);
    return this.unconstrained(value);
  }

  /** The same for its type, whatever value it has by default. */
  unconstrained(value: SimpleValuePlan | EnumValuePlan): Reference {
    if (value.kind === "enum") return this.#constant("type", value.type.unique);
    return value.narrowed === undefined
      ? this.runtime(value.constant)
      : this.#constant("type", value.narrowed);
  }

  #constant(role: Role, name: string): Reference {
    return asValue(this.#symbol(role, name));
  }

  #symbol(role: Role, name: string): ConstantSymbol {
    const symbol = this.#constants.get(role)?.get(name);
    if (symbol === undefined) throw new Error(`No constant is there for the ${role} ${name}.`);
    return symbol;
  }
}

/** Purpose of a constant or function of `codecs.ts`. */
type Role =
  | "read"
  | "blank"
  | "write"
  | "type"
  | "variants"
  | "element"
  | "constraint"
  | "represented"
  | "known"
  | "root";

/** Stem of the constant that represents values otherwise. */
export function representedName({ represented, constraint, narrowed, constant }: SimpleValuePlan): string {
  const stem = `${constraint?.name ?? narrowed ?? constant}$${represented?.stem ?? ""}`;
  return represented?.names === undefined ? stem : `${stem}$${represented.names.slug}`;
}

/** True for texts with enumerated names, in which prefixes are replaced. */
export function hasTranslatedNames(value: SimpleValuePlan | EnumValuePlan): boolean {
  return hasQualifiedNames(value) && !isResolved(value);
}

/** Stem of the constant that reads elements, if it is not that of the values. */
export function elementName(value: SimpleValuePlan | EnumValuePlan): string | undefined {
  const { alias, constraint } = value;
  const isQualified = hasTranslatedNames(value);
  if (alias === undefined && !isQualified) return undefined;
  const type = value.kind === "enum" ? value.type.unique : value.narrowed;
  return [alias?.unique ?? type, constraint?.name, ...(isQualified ? ["qualified"] : [])]
    .filter((part) => part !== undefined)
    .join("$");
}

/** True for a string without facets, which is written unchanged. */
export function isPlainString(value: SimpleValuePlan | EnumValuePlan): boolean {
  if (value.kind === "enum" || value.constraint !== undefined) return false;
  return value.constant === "string" && value.narrowed === undefined;
}

/** True for bytes that may travel as a part beside the message (MTOM). */
export function isBase64(value: FieldValuePlan): boolean {
  return value.kind === "simple" && value.constant === "base64Binary" && value.shape === undefined;
}

/** True for an attachment that a URL in the message refers to. */
export function isReference(value: FieldValuePlan): boolean {
  return value.kind === "simple" && value.constant === "swaRef";
}

/** Names of the attributes that a type declares; `$attributes` holds all others. */
export function declaredAttributes({ namespaces }: CodecFile, fields: readonly FieldPlan[]): readonly Code[] {
  return fields.filter(({ kind }) => kind === "attribute").map(({ element }) => namespaces.qName(element));
}

/** Which namespaces a wildcard admits, as arguments of a function that reads; none where it admits all. */
export function namespaceArguments({ namespaces }: CodecFile, { only, except }: Admitted): readonly Code[] {
  if (only === undefined && except.length === 0) return [];
  const uris = (all: readonly string[]): Code =>
    list(
      "[",
      all.map((uri) => namespaces.of(uri)),
      "]",
    );
  return [only === undefined ? "undefined" : uris(only), uris(except)];
}

/** The expression, called as a function. */
export function called(what: Code, ...values: readonly Code[]): Code {
  return [what, "(", values.flatMap((each, at) => (at === 0 ? [each] : [", ", each])), ")"];
}
