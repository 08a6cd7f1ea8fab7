import type { FieldPlan } from "../plan/data/members.js";
import {
  bodyFields,
  resultField,
  type ResponsePlan,
  type OperationPlan,
  type ServicePlan,
} from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import { sourceEmitter } from "./emitter.js";
import { type ElementConstants, MessageForms } from "./message-forms.js";
import { NamespaceConstants } from "./namespaces.js";
import {
  code,
  documented,
  hanging,
  joined,
  list,
  member,
  object,
  openObject,
  property,
  type as asType,
  typeArguments,
  typingOf,
  value as asValue,
  type Code,
} from "./printer/code.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import { literal } from "./printer/text.js";
import { ApiTypes, bindingsType } from "./type-text/api-types.js";

/** Client part: services, and operations with the codecs that write inputs and read outputs. */
export const operationsEmitter = sourceEmitter({
  id: "operations",
  write: (file, plan) => {
    const table = new OperationTable(file, plan);
    for (const service of plan.services)
      file.print({ kind: "code", print: () => table.service(service), exported: service.constant });
    for (const operation of plan.operations)
      file.print({ kind: "code", print: () => table.operation(operation), exported: operation.stem });
  },
});

class OperationTable {
  readonly #file: GeneratedFile;
  readonly #plan: Plan;
  readonly #types: ApiTypes;
  readonly #namespaces: NamespaceConstants;
  readonly #forms: MessageForms;
  readonly #readers: ElementConstants;
  readonly #writers: ElementConstants;

  constructor(file: GeneratedFile, plan: Plan) {
    this.#file = file;
    this.#plan = plan;
    this.#types = new ApiTypes(file, plan);
    this.#namespaces = new NamespaceConstants(file, plan);
    this.#forms = new MessageForms(file, plan, this.#namespaces);
    this.#readers = this.#forms.elements("Reader", ["read"]);
    this.#writers = this.#forms.elements("Writer", ["write"]);
  }

  operation(operation: OperationPlan): Code {
    const { name, stem, bindings, action, actions, addressingAction, input, output, http } = operation;
    const head = code`: ${this.#types.runtimeType("Operation")}<`;
    const properties = [
      member("name", literal(name)),
      object(
        "bindings: ",
        bindings.map((binding) => property(binding, this.#types.runtimeSymbol(binding))),
      ),
      member("action", action === undefined ? "undefined" : literal(action)),
      ...optional(actions, (each) => object("actions: ", texts(each))),
      ...optional(addressingAction, (each) => member("addressingAction", literal(each))),
      openObject("input:", [
        ...this.#forms.body(input.body),
        code`write: ${this.#types.writer(`${stem}Input`, bodyFields(input.body).length === 0)}`,
      ]),
      output.body === undefined
        ? "output: undefined"
        : openObject("output:", [
            ...this.#forms.body(output.body),
            ...(output.kind === "nothing" ? ["isEmpty: true"] : []),
            code`read: ${this.#types.reader(`${stem}Output`)}`,
          ]),
      ...(operation.encoded ? [code`encoded: ${this.#types.runtime("withoutReferences")}`] : []),
      ...(this.#isMultipart(operation) ? [code`multipart: ${this.#types.runtime("multipartRelated")}`] : []),
      ...this.#forms.headers(operation, { input: this.#writers, output: this.#readers }),
      ...this.#forms.faults(operation, this.#readers),
      ...optional(http, (each) => this.#http(operation, each)).flat(),
    ];
    return documented(
      [`The operation \`${name}\`.`],
      [
        code`export const ${this.#exported(stem)}`,
        typingOf(typeArguments(head, this.#typesOf(operation), ">")),
        " =",
        hanging(openObject("", properties, "};")),
      ],
    );
  }

  service({ name, constant, namespace, url, mtom, addressing }: ServicePlan): Code {
    const isMain = namespace === this.#plan.namespaces[0]?.uri;
    const properties = [
      member("name", literal(name)),
      isMain ? this.#namespaces.property(namespace) : member("namespace", literal(namespace)),
      ...optional(url, (each) => member("url", literal(each))),
      ...(mtom ? ["mtom: true"] : []),
      ...(addressing.length > 0 ? [list("addressing: [", addressing.map(literal), "]")] : []),
    ];
    const head = code`: ${this.#types.runtimeType("ServiceContract")}<`;
    return documented(
      [`The service \`${name}\`, as a client calls it.`],
      [
        code`export const ${this.#exported(constant)}`,
        typingOf(typeArguments(head, [literal(name), literal(namespace)], ">")),
        " =",
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
    const classes = [...new Set([...faults, ...headerFaults])].map((fault) =>
      asType(this.#forms.fault(fault)),
    );
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

  /** A contract with MTOM may send any response in parts. */
  #isMultipart(operation: OperationPlan): boolean {
    return operation.multipart || this.#servicesOf(operation).some(({ mtom }) => mtom);
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

  #answer({ media, root, stem, value }: ResponsePlan, nilProperty: readonly Code[]): Code {
    if (media !== undefined)
      return object("media: ", [`type: ${literal(media)}`, `text: ${String(media.startsWith("text/"))}`]);
    const element = root === undefined ? "undefined" : this.#namespaces.qName(root);
    return openObject("answer:", [
      code`element: ${element}`,
      ...(value === undefined ? ['nil: "undefined"', "isEmpty: true"] : nilProperty),
      code`read: ${this.#types.reader(`${stem}Answer`)}`,
    ]);
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
