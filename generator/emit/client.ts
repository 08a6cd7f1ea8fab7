import {
  bodyFields,
  type HeadersPlan,
  type OperationPlan,
  type ServicePlan,
} from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import { sourceEmitter } from "./emitter.js";
import { code, joined, list, value as asValue, type Code } from "./printer/code.js";
import type { ClassPart, MethodPart } from "./printer/declarations.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import { ApiTypes, bindingText, bindingsType, methodDoc } from "./type-text/api-types.js";

/** A class with one method per operation. */
export const clientEmitter = sourceEmitter({
  id: "client",
  write: (file, plan) => {
    const client = new Client(file, plan);
    for (const service of plan.services) file.print(client.classOf(service));
  },
});

class Client {
  readonly #file: GeneratedFile;
  readonly #plan: Plan;
  readonly #types: ApiTypes;

  constructor(file: GeneratedFile, plan: Plan) {
    this.#file = file;
    this.#plan = plan;
    this.#types = new ApiTypes(file, plan);
  }

  classOf({ name, constant, clientName, url, mtom, addressing, operations }: ServicePlan): ClassPart {
    const multipart = this.#plan.multipart || mtom ? [this.#types.runtime("multipartRelated")] : [];
    const addressed =
      addressing.length === 0
        ? []
        : [
            ...(multipart.length === 0 ? ["undefined"] : []),
            asValue(this.#file.imported("requiredAddressing", `${this.#plan.runtime}/interceptors`)),
          ];
    const service = this.#operation(constant);
    const connected = code`${this.#types.runtime("connect")}(`;
    const given = [service, "options", ...multipart, ...addressed];
    const hasItems = operations.some(({ repeated }) => repeated.length > 0);
    const caller = hasItems ? code`this[${this.#types.runtime("callerOf")}]` : "this.#caller";
    return {
      kind: "class",
      symbol: this.#file.exported(clientName),
      doc: [
        `Calls the service ${name}.`,
        "Every method rejects with a `ServiceFault` when the service refuses the call, and with a `ClientError` when " +
          "the service sends no valid response, or `options.signal` is aborted.",
        url === undefined
          ? "The contract has no address: `options` give a `url`, or a `transport`."
          : `The address in the contract is used unless \`options\` give a \`url\`, or a \`transport\`.`,
        ...(addressing.length === 0
          ? []
          : [
              `Messages over ${bindingText(addressing)} have the headers of WS-Addressing, as the contract requires.`,
            ]),
      ],
      ...(hasItems
        ? { base: code`${this.#types.runtime("Calling")}<typeof ${service}>` }
        : {
            properties: [
              { name: "#caller", type: code`${this.#types.runtimeType("Caller")}<typeof ${service}>` },
            ],
          }),
      construction: {
        parameter:
          url === undefined
            ? code`options: ${this.#types.runtimeType("LocatedClientOptions")}`
            : code`options: ${this.#types.runtimeType("ClientOptions")} = {}`,
        body: hasItems
          ? list(code`super(${connected}`, given, "));")
          : list(code`${caller} = ${connected}`, given, ");"),
      },
      methods: operations.map((operation) => this.#method(operation, caller)),
    };
  }

  #method(operation: OperationPlan, caller: Code): MethodPart {
    const { method: name, stem, input } = operation;
    const given = bodyFields(input.body).length === 0 ? " = {}" : "";
    return {
      name,
      doc: methodDoc(operation),
      parameters: [
        code`input: ${this.#types.input(operation)}${given}`,
        code`options?: ${this.#options(operation)}`,
      ],
      returnType: this.#types.promise(this.#types.output(operation)),
      body: code`return ${caller}.call(${this.#operation(stem)}, input, options);`,
    };
  }

  #options({ bindings, headers }: OperationPlan): Code {
    const [own] = bindingsType(bindings);
    const { input: requestHeaders, output: responseHeaders } = headers;
    const ofMessage = (each: HeadersPlan | undefined): Code =>
      each === undefined ? this.#types.runtimeType("NoHeaders") : this.#types.message(each.typeName);
    const declared = [
      ...(responseHeaders === undefined && requestHeaders === undefined ? [] : [ofMessage(responseHeaders)]),
      ...(requestHeaders === undefined ? [] : [ofMessage(requestHeaders)]),
    ];
    const bound = own ?? (declared.length > 0 ? this.#types.runtimeType("BindingName") : undefined);
    const types = [...(bound === undefined ? [] : [bound]), ...declared];
    const options = this.#types.runtimeType("CallOptions");
    return types.length === 0 ? options : code`${options}<${joined(types, ", ")}>`;
  }

  /** A constant of the table of operations. */
  #operation(constant: string): Code {
    return asValue(this.#file.member(this.#file.module("operations", "./operations.js"), constant));
  }
}
