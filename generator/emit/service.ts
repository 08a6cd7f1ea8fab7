import type { OperationPlan, ServicePlan } from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import { sourceEmitter } from "./emitter.js";
import {
  code,
  documented,
  hanging,
  key,
  member,
  openObject,
  type as asType,
  typeArguments,
  typingOf,
  value as asValue,
  type Code,
} from "./printer/code.js";
import { type ElementConstants, MessageForms } from "./message-forms.js";
import { NamespaceConstants } from "./namespaces.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import type { MemberSymbol } from "./printer/symbols.js";
import { literal } from "./printer/text.js";
import { ApiTypes } from "./type-text/api-types.js";

/** Server part of the operations: documentation, and the codecs that read inputs and write outputs. */
export const serviceEmitter = sourceEmitter({
  id: "service",
  write: (file, plan) => {
    const table = new ServiceTable(file, plan);
    for (const service of plan.services)
      file.print({ kind: "code", print: () => table.service(service), exported: service.constant });
  },
});

class ServiceTable {
  readonly #file: GeneratedFile;
  readonly #plan: Plan;
  readonly #types: ApiTypes;
  readonly #forms: MessageForms;
  readonly #elements: ElementConstants;

  constructor(file: GeneratedFile, plan: Plan) {
    this.#file = file;
    this.#plan = plan;
    this.#types = new ApiTypes(file, plan);
    this.#forms = new MessageForms(file, plan, new NamespaceConstants(file, plan));
    this.#elements = this.#forms.elements("Element", ["read", "write"]);
  }

  service({ name, constant, interfaceName, doc, mtom, operations }: ServicePlan): Code {
    const implementation = this.#file.member(this.#file.module("server", "./server.js"), interfaceName);
    const symbol = asValue(this.#file.exported(constant));
    const properties = [
      code`...${asValue(this.#called(constant))}`,
      member("documentation", literal(doc.join("\n\n"))),
      ...(this.#plan.multipart || mtom ? [code`multipart: ${this.#types.runtime("multipartRelated")}`] : []),
      openObject(
        "operations:",
        operations.map((operation) => this.#operation(operation)),
      ),
    ];
    return documented(
      [`The service \`${name}\`, as a server serves it.`],
      [
        code`export const ${symbol}`,
        typingOf(
          typeArguments(
            code`: ${this.#types.runtimeType("ServiceDescriptor")}<`,
            [asType(implementation)],
            ">",
          ),
        ),
        " =",
        hanging(openObject("", properties, "};")),
      ],
    );
  }

  #operation(operation: OperationPlan): Code {
    const { method, stem, doc, output, http } = operation;
    const served = this.#types.runtime("servedOperation");
    const half = [
      member("documentation", literal(doc.join("\n\n"))),
      code`read: ${this.#reader(operation)}`,
      ...(output.body === undefined
        ? []
        : [code`write: ${this.#types.writer(`${stem}Output`, output.kind === "nothing")}`]),
      ...(http?.parameters === undefined ? [] : [code`readForm: ${this.#types.reader(`${stem}Form`)}`]),
      ...this.#answer(http),
      ...this.#forms.headers(operation, { input: this.#elements, output: this.#elements }),
      ...this.#forms.faults(operation, this.#elements),
    ];
    return openObject(code`${key(method)}: ${served}(${asValue(this.#called(stem))},`, half, "})");
  }

  #reader({ stem, lazyBytes }: OperationPlan): Code {
    const reader = this.#types.reader(`${stem}Input`);
    return lazyBytes ? code`${this.#types.runtime("lazyBytes")}(${reader})` : reader;
  }

  #answer(http: OperationPlan["http"]): readonly Code[] {
    const { answer } = http ?? {};
    if (answer === undefined || answer.media !== undefined) return [];
    return [code`writeAnswer: ${this.#types.writer(`${answer.stem}Answer`, answer.value === undefined)}`];
  }

  /** A constant of the client part. */
  #called(name: string): MemberSymbol {
    return this.#file.member(this.#file.module("operations", "./operations.js"), name);
  }
}
