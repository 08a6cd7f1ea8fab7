/** The messages of an operation in JSON, its headers and the details of its faults. */
import type { FieldPlan, MemberPlan } from "../../plan/data/members.js";
import {
  bodyFields,
  resultField,
  type BodyPlan,
  type FaultPlan,
  type HeadersPlan,
  type OperationPlan,
} from "../../plan/data/operations.js";
import {
  code,
  documented,
  hanging,
  key,
  list,
  object,
  openObject,
  typeArguments,
  typingOf,
  value as asValue,
  type Code,
} from "../printer/code.js";
import type { GeneratedFile } from "../printer/generated-file.js";
import { fieldType } from "../type-text/value-types.js";
import { isObjectMessage } from "./json-messages.js";
import type { JsonFile, JsonFunctions } from "./json-file.js";
import { optionalField, readObject } from "./read-members.js";
import { readFunction } from "./values.js";
import { writeFunction, writeObject } from "./write-members.js";

/** The type of a content, and the functions for it. */
export interface JsonContentOf {
  readonly type: Code;
  readonly functions: JsonFunctions;
}

export class JsonOperations {
  readonly #file: GeneratedFile;
  readonly #json: JsonFile;

  constructor(file: GeneratedFile, json: JsonFile) {
    this.#file = file;
    this.#json = json;
  }

  print(operation: OperationPlan): void {
    const { name, stem, input, headers, faults, headerFaults } = operation;
    const symbol = asValue(this.#file.exported(stem));
    const details = [...faults, ...headerFaults].map((fault) => this.#fault(fault));
    const constant = [
      code`export const ${symbol}`,
      typingOf(typeArguments(code`: ${this.#json.type("JsonOperation")}<`, this.#typesOf(operation), ">")),
      " =",
      hanging(
        openObject(
          "",
          [
            code`input: ${this.#message(
              this.input(operation).functions,
              headers.input,
              `${stem}Input`,
              isObjectMessage(input.body) ? [] : ["wrapped: true"],
            )}`,
            code`output: ${this.#output(operation)}`,
            details.length === 0 ? "faults: {}" : openObject("faults:", details),
          ],
          "};",
        ),
      ),
    ];
    const printed = documented([`The messages of the operation \`${name}\` as JSON.`], constant);
    this.#file.print({
      kind: "code",
      print: () => printed,
      place: { module: "messages", name: stem },
      exported: stem,
    });
  }

  /** The input of an operation without its headers. */
  input({ stem, input }: OperationPlan): JsonContentOf {
    const type = this.#json.codecs.message(input.typeName);
    return { type, functions: this.#content(`${stem}Input`, type, input.body) };
  }

  /** The output of an operation that has a content, without its headers. */
  output({ stem, output }: OperationPlan): JsonContentOf | undefined {
    const { body } = output;
    const field = resultField(output);
    if (field !== undefined) {
      // A single value is there where it is read; without items, a repeated one may be absent.
      const read = field.repeated ? field : { ...field, required: true };
      const type = fieldType(read, this.#json.codecs.types);
      return { type, functions: this.#result(`${stem}Output`, field) };
    }
    if (body === undefined || output.kind !== "record") return undefined;
    const type = this.#answerType(output);
    return { type, functions: this.#content(`${stem}Output`, type, body) };
  }

  #answerType(output: OperationPlan["output"]): Code {
    const field = resultField(output);
    if (field !== undefined) return fieldType(field, this.#json.codecs.types);
    return output.kind === "record" ? this.#json.codecs.message(output.typeName) : "void";
  }

  #typesOf({ input, output, headers }: OperationPlan): readonly Code[] {
    const { codecs } = this.#json;
    const answer = this.#answerType(output);
    const blocks = (plan: HeadersPlan | undefined): Code =>
      plan === undefined ? "never" : codecs.message(plan.typeName);
    const all = [codecs.message(input.typeName), answer];
    if (headers.input === undefined && headers.output === undefined) return all;
    return [...all, blocks(headers.input), ...(headers.output === undefined ? [] : [blocks(headers.output)])];
  }

  #output({ stem, output, headers }: OperationPlan): Code {
    const { body } = output;
    if (body === undefined || (output.kind === "nothing" && headers.output === undefined)) return "undefined";
    const field = resultField(output);
    const named = `${stem}Output`;
    if (field === undefined) {
      const type = output.kind === "record" ? this.#json.codecs.message(output.typeName) : this.#nothing();
      return this.#message(this.#content(named, type, body), headers.output, named, []);
    }
    const isOptional = !field.required && !field.repeated;
    const wrapped = isObjectMessage(body, field) ? [] : ["wrapped: true"];
    const more = [...wrapped, ...(isOptional ? ["optional: true"] : [])];
    return this.#message(this.#result(named, field), headers.output, named, more);
  }

  #nothing(): Code {
    return code`${this.#json.codecs.types.global("Record")}<never, never>`;
  }

  /** `{ read, write, headers, wrapped }`; a wrapper only serves headers. */
  #message(
    functions: JsonFunctions,
    headers: HeadersPlan | undefined,
    named: string,
    more: readonly string[],
  ): Code {
    const blocks =
      headers === undefined
        ? []
        : [
            code`headers: ${codec(
              this.#object(
                `${named}Headers`,
                this.#json.codecs.message(headers.typeName),
                headers.elements.map(({ field }) => optionalField(field)),
              ),
            )}`,
          ];
    const rest = more.filter((each) => headers !== undefined || !each.startsWith("wrapped"));
    return object("", [code`read: ${functions.read}`, code`write: ${functions.write}`, ...blocks, ...rest]);
  }

  #content(named: string, type: Code, body: BodyPlan): JsonFunctions {
    return body.kind === "bare" ? this.#json.one(body.field) : this.#object(named, type, bodyFields(body));
  }

  /** The value of the one field of a response. */
  #result(named: string, field: FieldPlan): JsonFunctions {
    const one = this.#json.one(field);
    if (!field.repeated) return one;
    const type = fieldType(field, this.#json.codecs.types);
    const rows = (v: Code): Code => (field.required ? v : code`${v} ?? []`);
    return this.#pair(named, {
      read: (head) =>
        readFunction(this.#json, head, type, (r, v) => [list(code`return ${r}.items(`, [one.read, v], ");")]),
      write: (head) =>
        writeFunction(this.#json, head, type, (w, v) => [
          list(code`${w}.items(`, [rows(v), one.write], ");"),
        ]),
    });
  }

  #object(named: string, type: Code, members: readonly MemberPlan[]): JsonFunctions {
    return this.#pair(named, {
      read: (head) => readObject(this.#json, head, type, members),
      write: (head) => writeObject(this.#json, head, type, members),
    });
  }

  #pair(
    named: string,
    { read, write }: { readonly read: (head: Code) => Code; readonly write: (head: Code) => Code },
  ): JsonFunctions {
    const place = { module: "messages", name: named };
    const declared = (name: string, print: (head: Code) => Code): Code =>
      asValue(this.#file.constant(name, (self) => print(code`function ${asValue(self)}`), place));
    return { read: declared(`read${named}`, read), write: declared(`write${named}`, write) };
  }

  #fault({ className, element }: FaultPlan): Code {
    const { read, write } = this.#json.one(element.field);
    const faults = this.#file.module("faults", "./faults.js");
    const error = asValue(this.#file.member(faults, className));
    return object(code`${key(className)}: `, [
      code`error: ${error}`,
      code`read: ${read}`,
      code`write: ${write}`,
    ]);
  }
}

function codec({ read, write }: JsonFunctions): Code {
  return object("", [code`read: ${read}`, code`write: ${write}`]);
}
