import { bodyFields, type OperationPlan, type ServicePlan } from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import { connectionTo } from "./connection.js";
import { sourceEmitter } from "./emitter.js";
import {
  block,
  code,
  documented,
  joined,
  list,
  value as asValue,
  type Code,
  typing,
} from "./printer/code.js";
import { parameterCode } from "./printer/declarations.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import { ApiTypes, methodDoc } from "./type-text/api-types.js";

/** A function for each operation, and one that connects to each service: a bundle has those that the program imports. */
export const functionsEmitter = sourceEmitter({
  id: "functions",
  write: (file, plan) => {
    const functions = new Functions(file, plan);
    for (const service of plan.services)
      file.print({ kind: "code", print: () => functions.connecting(service), exported: service.connectName });
    for (const operation of plan.operations)
      file.print({
        kind: "code",
        print: () => functions.calling(operation),
        exported: operation.functionName,
      });
  },
});

class Functions {
  readonly #file: GeneratedFile;
  readonly #plan: Plan;
  readonly #types: ApiTypes;

  constructor(file: GeneratedFile, plan: Plan) {
    this.#file = file;
    this.#plan = plan;
    this.#types = new ApiTypes(file, plan);
  }

  connecting(service: ServicePlan): Code {
    const { doc, parameter, caller, connect } = connectionTo(service, {
      file: this.#file,
      plan: this.#plan,
      types: this.#types,
    });
    return documented(
      [
        `Connects to the service ${service.name}: the first argument of the functions of its operations.`,
        ...doc,
      ],
      block(
        list(
          code`${this.#head(service.connectName)}(`,
          [parameterCode(parameter)],
          code`)${typing`: ${caller}`}`,
        ),
        [connect("return ", ");")],
      ),
    );
  }

  calling(operation: OperationPlan): Code {
    const { functionName, stem, input } = operation;
    const given = bodyFields(input.body).length === 0 ? " = {}" : "";
    const services = this.#plan.services.filter(({ operations }) => operations.includes(operation));
    const called = services.map(({ constant }) => code`typeof ${this.#types.operation(constant)}`);
    const parameters = [
      code`client${typing`: ${this.#types.runtimeType("Caller")}<${joined(called, " | ")}>`}`,
      code`input${typing`: ${this.#types.input(operation)}`}${given}`,
      code`options${typing`?: ${this.#types.callOptions(operation)}`}`,
    ];
    const type = this.#types.promise(this.#types.output(operation));
    return documented(
      methodDoc(operation),
      block(list(code`${this.#head(functionName)}(`, parameters, code`)${typing`: ${type}`}`), [
        code`return client.call(${this.#types.operation(stem)}, input, options);`,
      ]),
    );
  }

  #head(name: string): Code {
    return code`export function ${asValue(this.#file.exported(name))}`;
  }
}
