/** Types and codecs as client, server and the tables of operations write them: inputs in `m`, records in `r`, enumerations in `e`. */
import { resultField, type HeadersPlan, type OperationPlan } from "../../plan/data/operations.js";
import type { Plan } from "../../plan/data/plan.js";
import { code, joined, type as asType, value as asValue, type Code } from "../printer/code.js";
import type { GeneratedFile } from "../printer/generated-file.js";
import type { ImportedSymbol } from "../printer/symbols.js";
import { literal } from "../printer/text.js";
import { runtimeName } from "../runtime-names.js";
import { qualifiedTypes } from "./references.js";
import { fieldType, type TypeReferences } from "./value-types.js";

export class ApiTypes {
  readonly types: TypeReferences;
  readonly #file: GeneratedFile;
  readonly #plan: Plan;

  constructor(file: GeneratedFile, plan: Plan) {
    this.#file = file;
    this.#plan = plan;
    this.types = qualifiedTypes(file, plan, { enums: "e", records: "r" });
  }

  /** A function or constant of the runtime. */
  runtime(name: string): Code {
    return asValue(this.runtimeSymbol(name));
  }

  /** The same, as a symbol. */
  runtimeSymbol(name: string): ImportedSymbol {
    return runtimeName(this.#file, this.#plan, name);
  }

  /** The codec that reads the message with this stem. */
  reader(stem: string): Code {
    return this.#codec(`read${stem}`);
  }

  /** The codec that writes it. */
  writer(stem: string, isEmpty: boolean): Code {
    return this.#codec(isEmpty ? "writeNothing" : `write${stem}`);
  }

  #codec(name: string): Code {
    return asValue(this.#file.member(this.#file.module("codecs", "./codecs.js"), name));
  }

  /** A type of the runtime. */
  runtimeType(name: string): Code {
    return this.types.runtime(name);
  }

  /** A promise of such a value. */
  promise(type: Code): Code {
    return code`${this.types.global("Promise")}<${type}>`;
  }

  /** An interface of `messages.ts`. */
  message(name: string): Code {
    return asType(this.#file.member(this.#file.module("m", "./messages.js"), name));
  }

  /** A constant of the table of operations. */
  operation(constant: string): Code {
    return asValue(this.#file.member(this.#file.module("operations", "./operations.js"), constant));
  }

  /** Options of one call, with the bindings and headers of the operation where they are not the usual ones. */
  callOptions({ bindings, headers }: OperationPlan): Code {
    const [own] = bindingsType(bindings);
    const { input: requestHeaders, output: responseHeaders } = headers;
    const ofMessage = (each: HeadersPlan | undefined): Code =>
      each === undefined ? this.runtimeType("NoHeaders") : this.message(each.typeName);
    const declared = [
      ...(responseHeaders === undefined && requestHeaders === undefined ? [] : [ofMessage(responseHeaders)]),
      ...(requestHeaders === undefined ? [] : [ofMessage(requestHeaders)]),
    ];
    const bound = own ?? (declared.length > 0 ? this.runtimeType("BindingName") : undefined);
    const types = [...(bound === undefined ? [] : [bound]), ...declared];
    const options = this.runtimeType("CallOptions");
    return types.length === 0 ? options : code`${options}<${joined(types, ", ")}>`;
  }

  input({ input }: OperationPlan): Code {
    return this.message(input.typeName);
  }

  output({ output }: OperationPlan): Code {
    const field = resultField(output);
    if (field !== undefined) return fieldType(field, this.types);
    return output.kind === "record" ? this.message(output.typeName) : "void";
  }
}

/** Bindings of an operation as a type argument; none when they are all, which is the default. */
export function bindingsType(bindings: OperationPlan["bindings"]): readonly Code[] {
  return bindings.length === 4 ? [] : [joined(bindings.map(literal), " | ")];
}

const bindingNames = {
  soap11: "SOAP 1.1",
  soap12: "SOAP 1.2",
  httpGet: "HTTP GET",
  httpPost: "HTTP POST",
} as const;

/** `SOAP 1.1, HTTP GET` */
export function bindingText(bindings: OperationPlan["bindings"]): string {
  return bindings.map((binding) => bindingNames[binding]).join(", ");
}

/** Documentation of a method: that of the operation, and where it is found in the WSDL. */
export function methodDoc({ name, doc, bindings }: OperationPlan): readonly string[] {
  return [...doc, `WSDL operation \`${name}\`; ${bindingText(bindings)}.`];
}
