import type { FieldPlan } from "../plan/data/members.js";
import {
  bodyFields,
  resultField,
  type AnswerPlan,
  type BodyPlan,
  type ElementPlan,
  type FaultPlan,
  type HeadersPlan,
  type OperationPlan,
  type ServicePlan,
} from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import { sourceEmitter } from "./emitter.js";
import { NamespaceConstants } from "./namespaces.js";
import {
  code,
  documented,
  key,
  list,
  member,
  object,
  openList,
  openObject,
  property,
  typeArguments,
  value as asValue,
  type Code,
} from "./printer/code.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import type { ConstantSymbol } from "./printer/symbols.js";
import { literal } from "./printer/text.js";
import { ApiTypes, bindingsType } from "./type-text/api-types.js";

/** The table that client, server, help page, metrics and tests read. */
export const operationsEmitter = sourceEmitter({
  id: "operations",
  write: (file, plan) => {
    const table = new OperationTable(file, plan);
    for (const operation of plan.operations)
      file.print({ kind: "code", codes: [table.operation(operation)] });
    for (const service of plan.services) file.print({ kind: "code", codes: [table.service(service)] });
  },
});

/** An array of more types than this takes the compiler long, and one of many more it refuses (TS2590). */
const longList = 100;

class OperationTable {
  readonly #file: GeneratedFile;
  readonly #plan: Plan;
  readonly #types: ApiTypes;
  readonly #namespaces: NamespaceConstants;
  /** Prefixes that every message declares; none where there are none. */
  readonly #prefixes: readonly ConstantSymbol[];
  /** By their stems. */
  readonly #elements: ReadonlyMap<string, ConstantSymbol>;

  constructor(file: GeneratedFile, plan: Plan) {
    this.#file = file;
    this.#plan = plan;
    this.#types = new ApiTypes(file, plan);
    this.#namespaces = new NamespaceConstants(file, plan);
    this.#prefixes =
      plan.prefixes.length === 0 ? [] : [file.constant("prefixes", (self) => this.#prefixList(self))];
    this.#elements = new Map(
      plan.elements.map((element) => [
        element.stem,
        file.constant(`${element.stem}Element`, (self) => this.#element(self, element)),
      ]),
    );
  }

  operation(operation: OperationPlan): Code {
    const { name, method, stem, doc, bindings, action, actions, input, output, http } = operation;
    const types = [this.#types.input(operation), this.#types.output(operation), ...bindingsType(bindings)];
    const head = code`export const ${this.#exported(stem)}: ${this.#types.runtimeType("Operation")}<`;
    const properties = [
      member("name", literal(name)),
      member("method", literal(method)),
      member("documentation", literal(doc.join("\n\n"))),
      member("bindings", `[${bindings.map(literal).join(", ")}]`),
      member("action", action === undefined ? "undefined" : literal(action)),
      ...optional(actions, (each) => object("actions: ", texts(each))),
      this.#codec("input", this.#body(input.body), `${stem}Input`, bodyFields(input.body).length === 0),
      output.body === undefined
        ? "output: undefined"
        : this.#codec("output", this.#body(output.body), `${stem}Output`, output.kind === "nothing"),
      ...(operation.encoded ? ["encoded: true"] : []),
      ...this.#headers(operation),
      ...this.#faults(operation),
      ...optional(http, (each) => this.#http(operation, each)).flat(),
    ];
    return documented(
      [`The operation \`${name}\`.`],
      openObject(typeArguments(head, types, "> ="), properties, "};"),
    );
  }

  service({ name, constant, namespace, doc, mtom, operations }: ServicePlan): Code {
    const multipart = this.#types.runtime("multipartRelated");
    const properties = [
      member("name", literal(name)),
      this.#isMain(namespace)
        ? this.#namespaces.property(namespace)
        : member("namespace", literal(namespace)),
      member("documentation", literal(doc.join("\n\n"))),
      this.#list(operations),
      ...(this.#plan.multipart || mtom ? [code`multipart: ${multipart}`] : []),
      ...(mtom ? ["mtom: true"] : []),
    ];
    return documented(
      [`The service \`${name}\`: what a client calls and a server serves.`],
      openObject(
        code`export const ${this.#exported(constant)}: ${this.#types.runtimeType("ServiceDescriptor")} =`,
        properties,
        "};",
      ),
    );
  }

  #isMain(namespace: string): boolean {
    return namespace === this.#plan.namespaces[0]?.uri;
  }

  #list(operations: readonly OperationPlan[]): Code {
    const stems = operations.map(({ stem }) => this.#exported(stem));
    if (stems.length <= longList) return list("operations: [", stems, "]");
    const operationList = this.#types.runtime("operationList");
    return list(code`operations: ${operationList}(`, stems, ")");
  }

  #prefixList(self: ConstantSymbol): Code {
    return this.#namespaces.prefixList(
      code`const ${asValue(self)}: readonly ${this.#types.runtimeType("NamespacePrefix")}[] = [`,
    );
  }

  /** An element of headers or faults, which operations share. */
  #element(self: ConstantSymbol, { stem, field }: ElementPlan): Code {
    const body = { kind: "bare", element: field.element, field } as const;
    return openObject(
      code`const ${asValue(self)} =`,
      [
        ...this.#body(body),
        code`read: ${this.#codecFunction(`read${stem}Element`)}`,
        code`write: ${this.#codecFunction(`write${stem}Element`)}`,
      ],
      "};",
    );
  }

  #headers({ headers: { input, output } }: OperationPlan): readonly Code[] {
    if (input === undefined && output === undefined) return [];
    const rows = (headers: HeadersPlan | undefined): Code[] =>
      (headers?.elements ?? []).map(
        (each) => code`${key(each.field.property)}: ${this.#elementConstant(each)}`,
      );
    return [openObject("headers:", [object("input: ", rows(input)), object("output: ", rows(output))])];
  }

  #faults({ faults, headerFaults }: OperationPlan): readonly Code[] {
    const row = ({ className, element }: FaultPlan, more: readonly string[]): Code => {
      const error = this.#file.member(this.#file.module("faults", "./faults.js"), className);
      return object("", [
        code`error: ${asValue(error)}`,
        code`detail: ${this.#elementConstant(element)}`,
        ...more,
      ]);
    };
    const rows = [
      ...faults.map((fault) => row(fault, [])),
      ...headerFaults.map((fault) => row(fault, ["header: true"])),
    ];
    if (rows.length === 0) return [];
    return [rows.length === 1 ? list("faults: [", rows, "]") : openList("faults: [", rows, "]")];
  }

  #elementConstant({ stem }: ElementPlan): Code {
    const known = this.#elements.get(stem);
    if (known === undefined) throw new Error(`No element is called ${stem}.`);
    return asValue(known);
  }

  #http(
    { stem, output }: OperationPlan,
    { parameters, answer, document, locations }: NonNullable<OperationPlan["http"]>,
  ): readonly Code[] {
    return [
      ...optional(parameters, ({ length }) => this.#codec("form", [], `${stem}Form`, length === 0)),
      ...optional(document, (type) => `document: ${literal(type)}`),
      ...optional(answer, (each) => this.#answer(each, nil(resultField(output)))),
      ...(Object.keys(locations).length === 0 ? [] : [object("locations: ", texts(locations))]),
    ];
  }

  #answer({ media, root, stem, value }: AnswerPlan, nilProperty: readonly Code[]): Code {
    if (media !== undefined)
      return object("media: ", [`type: ${literal(media)}`, `text: ${String(media.startsWith("text/"))}`]);
    const element = root === undefined ? "undefined" : this.#namespaces.qName(root);
    return this.#codec(
      "answer",
      [code`element: ${element}`, ...nilProperty],
      `${stem}Answer`,
      value === undefined,
    );
  }

  /** The element of a message, or what Body begins with; and the prefixes declared there. */
  #body(body: BodyPlan): readonly Code[] {
    const declared = this.#prefixes.map((prefixes) => property("prefixes", prefixes));
    if (body.kind !== "parts") return [code`element: ${this.#namespaces.qName(body.element)}`, ...declared];
    const [first] = body.fields.filter(({ kind }) => kind === "element");
    return [
      "element: undefined",
      ...optional(first, ({ element }) => code`first: ${this.#namespaces.qName(element)}`),
      ...declared,
    ];
  }

  #codec(role: string, element: readonly Code[], functions: string, isEmpty: boolean): Code {
    return openObject(`${role}:`, [
      ...element,
      code`read: ${this.#codecFunction(`read${functions}`)}`,
      code`write: ${this.#codecFunction(isEmpty ? "writeNothing" : `write${functions}`)}`,
    ]);
  }

  #codecFunction(name: string): Code {
    return asValue(this.#file.member(this.#file.module("codecs", "./codecs.js"), name));
  }

  #exported(name: string): Code {
    return asValue(this.#file.exported(name));
  }
}

function optional<T>(given: T | undefined, print: (given: T) => Code | readonly Code[]): readonly Code[] {
  return given === undefined ? [] : [print(given)];
}

function texts(values: Readonly<Partial<Record<string, string>>>): readonly Code[] {
  return Object.entries(values).map(([name, text]) => `${name}: ${literal(text ?? "")}`);
}

/** The value of a nil response; empty if there is always a value. */
function nil(result: FieldPlan | undefined): readonly Code[] {
  if (result === undefined) return [];
  if (result.nillable) return ['nil: "null"'];
  return result.required ? [] : ['nil: "undefined"'];
}
