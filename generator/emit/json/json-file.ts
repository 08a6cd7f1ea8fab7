/** Symbols that the functions of `json.ts` refer to. */
import type { Admitted } from "../../plan/data/admitted.js";
import { jsonNamesOf, type JsonNameOf } from "../../plan/data/json-names.js";
import type { FieldPlan, FieldValuePlan } from "../../plan/data/members.js";
import type { TypeNamePlan } from "../../plan/data/names.js";
import type { Plan } from "../../plan/data/plan.js";
import {
  isResolved,
  partsOf,
  type EnumValuePlan,
  type SimpleValuePlan,
} from "../../plan/data/simple-types.js";
import {
  called,
  isPlainString,
  isReference,
  namespaceArguments,
  representedName,
  type CodecFile,
} from "../codec/codec-file.js";
import {
  assigned,
  assignedCall,
  code,
  list,
  type as asType,
  value as asValue,
  type Code,
  type Reference,
  typing,
} from "../printer/code.js";
import type { ConstantGroup, GeneratedFile } from "../printer/generated-file.js";
import type { ConstantSymbol, ImportedSymbol } from "../printer/symbols.js";
import { literal } from "../printer/text.js";
import { isInPieces, valueType } from "../type-text/value-types.js";
import { jsonFormOf } from "./json-form.js";

/** Functions that read and write a value, as expressions. */
export interface JsonFunctions {
  readonly read: Code;
  readonly write: Code;
}

/** Purpose of a function or constant: of the members of a record, of a record or a type derived from it, of a list, and so on. */
export type JsonRole = "fields" | "derived" | "list" | "choice" | "item" | "any";

/** Functions of a role, as symbols. */
export interface JsonSymbols {
  readonly read: ConstantSymbol;
  readonly write: ConstantSymbol;
  /** The function that writes has no parameter for the value, which has no members. */
  readonly isEmpty?: boolean;
}

type Simple = SimpleValuePlan | EnumValuePlan;

export class JsonFile {
  readonly codecs: CodecFile;
  /** The name of a member in JSON. */
  readonly nameOf: JsonNameOf;
  readonly #file: GeneratedFile;
  readonly #module: string;
  readonly #simple: ConstantGroup;
  readonly #known = new Map<string, ConstantSymbol>();
  readonly #numericEnums: ReadonlySet<string>;
  readonly #symbols = new Map<string, JsonSymbols>();

  constructor(file: GeneratedFile, plan: Plan, codecs: CodecFile) {
    this.codecs = codecs;
    this.nameOf = jsonNamesOf(plan.jsonNames);
    this.#file = file;
    this.#module = `${plan.runtime}/json`;
    this.#simple = file.constants();
    this.#numericEnums = new Set(plan.enums.filter(({ numeric }) => numeric).map(({ type }) => type.unique));
  }

  #imported(name: string): ImportedSymbol {
    return this.#file.imported(name, this.#module);
  }

  runtime(name: string): Reference {
    return asValue(this.#imported(name));
  }

  type(name: string): Reference {
    return asType(this.#imported(name));
  }

  /** The name of a member as it is written. */
  written(property: string): string {
    return literal(`${JSON.stringify(this.nameOf(property))}:`);
  }

  /** Registers the functions of a role. */
  note(role: JsonRole, { unique }: Pick<TypeNamePlan, "unique">, symbols: JsonSymbols): void {
    this.#symbols.set(`${role} ${unique}`, symbols);
  }

  functions(role: JsonRole, type: Pick<TypeNamePlan, "unique">): JsonFunctions {
    const { read, write } = this.#symbolsOf(role, type);
    return { read: asValue(read), write: asValue(write) };
  }

  /** The statement that writes the members of a value. */
  writeFields(type: Pick<TypeNamePlan, "unique">, w: Code, v: Code): Code {
    const { write, isEmpty = false } = this.#symbolsOf("fields", type);
    return code`${asValue(write)}(${w}${isEmpty ? "" : code`, ${v}`});`;
  }

  #symbolsOf(role: JsonRole, { unique }: Pick<TypeNamePlan, "unique">): JsonSymbols {
    const symbols = this.#symbols.get(`${role} ${unique}`);
    if (symbols === undefined) throw new Error(`No function is there for the ${role} of ${unique}.`);
    return symbols;
  }

  /** Constant that parses and prints a simple value; registered when it is first asked for. */
  simple(value: Simple): Reference {
    if (isPlainString(value)) return this.runtime("jsonString");
    if (isResolved(value) && value.kind === "simple" && value.shape === undefined)
      return this.runtime("jsonName");
    const stem = stemOf(value);
    const parts = value.kind === "simple" && value.shape !== undefined ? partsOf(value.shape) : [];
    const known = this.#known.get(stem);
    if (known !== undefined) return asValue(known);
    const members = parts.map((part) => this.simple(part));
    const symbol = this.#simple(`${stem}Json`, (self) => this.#constant(self, value, members));
    this.#known.set(stem, symbol);
    return asValue(symbol);
  }

  #constant(self: ConstantSymbol, value: Simple, members: readonly Code[]): Code {
    const type = isResolved(value) ? "undefined" : this.codecs.simple(value);
    const form = jsonFormOf(value, (enumeration) => this.#numericEnums.has(enumeration.type.unique));
    const values = valueType(value, this.codecs.types);
    const head = code`const ${asValue(self)}${typing`: ${this.type("JsonType")}<${values}>`}`;
    const make = (name: string, ...values: readonly Code[]): Code => {
      const all = [type, ...values];
      return assignedCall(head, code`/* @__PURE__ */ ${this.runtime(name)}`, all.slice(0, -1), all.at(-1));
    };
    switch (form) {
      case "list":
        return make("jsonList", ...(members.length === 0 ? [this.runtime("jsonString")] : members));
      case "union":
        return make("jsonUnion", list("[", members, "]"));
      default: {
        const maker = form === "text" && isNumber(value) ? "jsonDecimal" : makers[form];
        return assigned(code`${head} =`, code`/* @__PURE__ */ ${this.runtime(maker)}(${type})`);
      }
    }
  }

  /** A function that reads what a wildcard admits; undefined where it admits all namespaces. */
  #admitting(name: string, admitted: Admitted): Code | undefined {
    const named = namespaceArguments(this.codecs, admitted);
    return named.length === 0 ? undefined : list(code`${this.runtime(name)}(`, named, ")");
  }

  /** The functions of one value; null is nil. */
  one({ value, nillable }: Pick<FieldPlan, "value" | "nillable">): JsonFunctions {
    const { read, write } = this.#functionsOf(value);
    if (!nillable) return { read, write };
    return { read: called(this.runtime("readNil"), read), write: called(this.runtime("writeNull"), write) };
  }

  #functionsOf(value: FieldValuePlan): JsonFunctions {
    const runtime = (read: string, write: string): JsonFunctions => ({
      read: this.runtime(read),
      write: this.runtime(write),
    });
    switch (value.kind) {
      case "simple":
      case "enum": {
        if (isReference(value)) return runtime("readJsonAttachment", "writeJsonAttachment");
        const type = this.simple(value);
        if (isInPieces(value)) return { read: code`${type}.read`, write: this.runtime("writeJsonPieces") };
        return { read: code`${type}.read`, write: code`${type}.write` };
      }
      case "record":
        return this.functions(value.derived ? "derived" : "fields", value.type);
      case "list":
        return this.functions("list", value.type);
      case "items":
        return this.functions("item", value.type);
      case "anyType": {
        const { read } = this.functions("any", value.type);
        return { read: code`${read}.read`, write: code`${read}.write` };
      }
      case "anyElement": {
        const { read, write } = runtime("readXmlElement", "writeXmlElement");
        return { read: this.#admitting("readElementOf", value) ?? read, write };
      }
      case "attributes": {
        const { read, write } = runtime("readAttributes", "writeAttributes");
        return { read: this.#admitting("readAttributesOf", value) ?? read, write };
      }
      case "prefixes":
        return runtime("readPrefixes", "writePrefixes");
      case "content":
        return runtime("readXmlContent", "writeXmlContent");
    }
  }
}

/** Functions of the runtime that make a type without parts. */
const makers = {
  text: "jsonText",
  integer: "jsonInteger",
  number: "jsonNumber",
  float: "jsonFloat",
  boolean: "jsonBoolean",
} as const;

/** True for a value that a constant parses and prints. */
export function isSimpleValue(value: FieldValuePlan): value is Simple {
  return (value.kind === "simple" || value.kind === "enum") && !isReference(value);
}

/** True for values that are a `number` in TypeScript. */
function isNumber(value: Simple): boolean {
  return value.kind === "simple" && value.typescript === "number";
}

function stemOf(value: Simple): string {
  if (value.kind === "simple" && value.represented !== undefined) return representedName(value);
  if (value.constraint !== undefined) return value.constraint.name;
  return value.kind === "enum" ? value.type.unique : (value.narrowed ?? value.constant);
}
