import { bodyFields, type OperationPlan, type ServicePlan } from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import { connectionTo } from "./connection.js";
import { sourceEmitter } from "./emitter.js";
import { code, type Code } from "./printer/code.js";
import type { ClassPart, MethodPart } from "./printer/declarations.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import { ApiTypes, methodDoc } from "./type-text/api-types.js";

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

  classOf(service: ServicePlan): ClassPart {
    const { name, constant, clientName, operations } = service;
    const { doc, parameter, caller, connect } = connectionTo(service, {
      file: this.#file,
      plan: this.#plan,
      types: this.#types,
    });
    // Nothing would read a private property of a class without methods.
    const isBase = operations.length === 0 || operations.some(({ repeated }) => repeated.length > 0);
    const own = isBase ? code`this[${this.#types.runtime("callerOf")}]` : "this.#caller";
    return {
      kind: "class",
      symbol: this.#file.exported(clientName),
      doc: [
        `Calls the service ${name}.`,
        "Every method rejects with a `ServiceFault` when the service refuses the call, and with a `ClientError` when " +
          "the service sends no valid response, or `options.signal` is aborted.",
        ...doc,
      ],
      ...(isBase
        ? { base: code`${this.#types.runtime("Calling")}<typeof ${this.#types.operation(constant)}>` }
        : { properties: [{ name: "#caller", type: caller }] }),
      construction: {
        parameter,
        body: isBase ? connect("super(", "));") : connect(code`${own} = `, ");"),
      },
      methods: operations.map((operation) => this.#method(operation, own)),
    };
  }

  #method(operation: OperationPlan, caller: Code): MethodPart {
    const { method: name, stem, input } = operation;
    const initial = bodyFields(input.body).length === 0 ? "{}" : undefined;
    return {
      name,
      doc: methodDoc(operation),
      parameters: [
        { name: "input", type: this.#types.input(operation), initial },
        { name: "options", type: this.#types.callOptions(operation), isOptional: true },
      ],
      returnType: this.#types.promise(this.#types.output(operation)),
      body: code`return ${caller}.call(${this.#types.operation(stem)}, input, options);`,
    };
  }
}
