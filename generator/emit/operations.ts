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
  hanging,
  joined,
  key,
  list,
  member,
  object,
  openList,
  openObject,
  property,
  type as asType,
  typeArguments,
  value as asValue,
  type Code,
} from "./printer/code.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import type { ConstantSymbol, MemberSymbol } from "./printer/symbols.js";
import { literal } from "./printer/text.js";
import { ApiTypes, bindingsType } from "./type-text/api-types.js";

/** What a client calls: services, and operations with the codecs that write inputs and read outputs. */
export const operationsEmitter = sourceEmitter({
  id: "operations",
  write: (file, plan) => {
    const table = new OperationTable(file, plan);
    for (const service of plan.services) file.print({ kind: "code", codes: [table.service(service)] });
    for (const operation of plan.operations)
      file.print({ kind: "code", codes: [table.operation(operation)] });
  },
});

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
    const { name, stem, bindings, action, actions, input, output, http } = operation;
    const head = code`export const ${this.#exported(stem)}: ${this.#types.runtimeType("Operation")}<`;
    const properties = [
      member("name", literal(name)),
      object(
        "bindings: ",
        bindings.map((binding) => property(binding, this.#types.runtimeSymbol(binding))),
      ),
      member("action", action === undefined ? "undefined" : literal(action)),
      ...optional(actions, (each) => object("actions: ", texts(each))),
      openObject("input:", [
        ...this.#body(input.body),
        code`write: ${this.#types.writer(`${stem}Input`, bodyFields(input.body).length === 0)}`,
      ]),
      output.body === undefined
        ? "output: undefined"
        : openObject("output:", [
            ...this.#body(output.body),
            code`read: ${this.#types.reader(`${stem}Output`)}`,
          ]),
      ...(operation.encoded ? [code`encoded: ${this.#types.runtime("withoutReferences")}`] : []),
      ...(this.#isMultipart(operation) ? [code`multipart: ${this.#types.runtime("multipartRelated")}`] : []),
      ...this.#headers(operation),
      ...this.#faults(operation),
      ...optional(http, (each) => this.#http(operation, each)).flat(),
    ];
    return documented(
      [`The operation \`${name}\`.`],
      [typeArguments(head, this.#typesOf(operation), "> ="), hanging(openObject("", properties, "};"))],
    );
  }

  service({ name, constant, namespace, url, mtom }: ServicePlan): Code {
    const isMain = namespace === this.#plan.namespaces[0]?.uri;
    const properties = [
      member("name", literal(name)),
      isMain ? this.#namespaces.property(namespace) : member("namespace", literal(namespace)),
      ...optional(url, (each) => member("url", literal(each))),
      ...(mtom ? ["mtom: true"] : []),
    ];
    const head = code`export const ${this.#exported(constant)}: ${this.#types.runtimeType("ServiceContract")}<`;
    return documented(
      [`The service \`${name}\`, as a client calls it.`],
      [
        typeArguments(head, [literal(name), literal(namespace)], "> ="),
        hanging(openObject("", properties, "};")),
      ],
    );
  }

  /** The services that have an operation, its values, and where they are not the usual ones its bindings, headers and faults. */
  #typesOf(operation: OperationPlan): readonly Code[] {
    const { bindings, headers, faults, headerFaults } = operation;
    const services = this.#servicesOf(operation).map(
      ({ constant }) => code`typeof ${this.#exported(constant)}`,
    );
    const classes = [...new Set([...faults, ...headerFaults])].map((fault) => asType(this.#fault(fault)));
    const [asked, answered] = [headers.input, headers.output].map((each) =>
      each === undefined ? undefined : this.#types.message(each.typeName),
    );
    const rest = [
      bindingsType(bindings)[0],
      asked,
      answered,
      classes.length === 0 ? undefined : joined(classes, " | "),
    ];
    const usual = [
      this.#types.runtimeType("BindingName"),
      this.#types.runtimeType("NoHeaders"),
      this.#types.runtimeType("NoHeaders"),
    ];
    const last = rest.findLastIndex((each) => each !== undefined);
    return [
      joined(services, " | "),
      this.#types.input(operation),
      this.#types.output(operation),
      ...rest.slice(0, last + 1).map((each, at) => each ?? usual[at] ?? "never"),
    ];
  }

  #servicesOf(operation: OperationPlan): readonly ServicePlan[] {
    return this.#plan.services.filter(({ operations }) => operations.includes(operation));
  }

  /** A contract that wants MTOM may answer any message in parts. */
  #isMultipart(operation: OperationPlan): boolean {
    return operation.multipart || this.#servicesOf(operation).some(({ mtom }) => mtom);
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
        code`read: ${this.#types.reader(`${stem}Element`)}`,
        code`write: ${this.#types.writer(`${stem}Element`, false)}`,
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
    return [
      openObject("headers:", [
        code`format: ${this.#types.runtime("soapHeaders")}`,
        object("input: ", rows(input)),
        object("output: ", rows(output)),
      ]),
    ];
  }

  #faults({ faults, headerFaults }: OperationPlan): readonly Code[] {
    const row = (fault: FaultPlan, more: readonly string[]): Code =>
      object("", [
        code`error: ${asValue(this.#fault(fault))}`,
        code`detail: ${this.#elementConstant(fault.element)}`,
        ...more,
      ]);
    const rows = [
      ...faults.map((fault) => row(fault, [])),
      ...headerFaults.map((fault) => row(fault, ["header: true"])),
    ];
    if (rows.length === 0) return [];
    return [rows.length === 1 ? list("faults: [", rows, "]") : openList("faults: [", rows, "]")];
  }

  #fault({ className }: FaultPlan): MemberSymbol {
    return this.#file.member(this.#file.module("faults", "./faults.js"), className);
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
      ...optional(parameters, ({ length }) =>
        object("form: ", [code`write: ${this.#types.writer(`${stem}Form`, length === 0)}`]),
      ),
      ...optional(document, (type) => `document: ${literal(type)}`),
      ...optional(answer, (each) => this.#answer(each, nil(resultField(output)))),
      ...(Object.keys(locations).length === 0 ? [] : [object("locations: ", texts(locations))]),
    ];
  }

  #answer({ media, root, stem }: AnswerPlan, nilProperty: readonly Code[]): Code {
    if (media !== undefined)
      return object("media: ", [`type: ${literal(media)}`, `text: ${String(media.startsWith("text/"))}`]);
    const element = root === undefined ? "undefined" : this.#namespaces.qName(root);
    return openObject("answer:", [
      code`element: ${element}`,
      ...nilProperty,
      code`read: ${this.#types.reader(`${stem}Answer`)}`,
    ]);
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
