import { resultField, type OperationPlan, type ServicePlan } from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import { sourceEmitter } from "./emitter.js";
import { code, joined, key, type Code, type as asType } from "./printer/code.js";
import type { ClassPart, InterfacePart } from "./printer/declarations.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import { literal } from "./printer/text.js";
import { ApiTypes, methodDoc } from "./type-text/api-types.js";
import { givenType } from "./type-text/value-types.js";

/** The interface that a server implements, and a base class without implementations. */
export const serverEmitter = sourceEmitter({
  id: "server",
  write: (file, plan) => {
    const server = new Server(file, plan);
    for (const service of plan.services)
      file.print(server.interfaceOf(service), server.unimplementedClass(service));
  },
});

class Server {
  readonly #file: GeneratedFile;
  readonly #types: ApiTypes;

  constructor(file: GeneratedFile, plan: Plan) {
    this.#file = file;
    this.#types = new ApiTypes(file, plan);
  }

  interfaceOf({ name, interfaceName, operations }: ServicePlan): InterfacePart {
    return {
      kind: "interface",
      symbol: this.#file.exported(interfaceName),
      doc: [
        `The operations of the service ${name}, for a server to implement.`,
        "Return a value or throw a `ServiceFault`. Any other error reaches the caller as an internal fault " +
          "without its message.",
      ],
      methods: operations.map((operation) => ({
        name: operation.method,
        doc: methodDoc(operation),
        parameters: [
          { name: "input", type: this.#inputType(operation) },
          { name: "call", type: this.#contextType(operation) },
        ],
        returnType: this.#returnType(operation),
      })),
    };
  }

  unimplementedClass({ interfaceName, unimplementedName, operations }: ServicePlan): ClassPart {
    const unimplemented = this.#types.runtime("unimplemented");
    return {
      kind: "class",
      symbol: this.#file.exported(unimplementedName),
      doc: [
        "Extend this class to implement the service one operation at a time: the others respond with the fault NotImplemented.",
      ],
      isAbstract: true,
      interfaces: [asType(this.#file.exported(interfaceName))],
      methods: operations.map((operation) => ({
        name: operation.method,
        isAsync: true,
        parameters: [
          { name: "_input", type: this.#inputType(operation) },
          { name: "_call", type: this.#contextType(operation) },
        ],
        returnType: this.#returnType(operation),
        body: code`return ${unimplemented}(${literal(operation.name)});`,
      })),
    };
  }

  /** The input with what the host adds to it (`beside`). */
  #inputType(operation: OperationPlan): Code {
    const given = this.#types.input(operation);
    const input = operation.lazyBytes ? code`${this.#types.runtimeType("Lazy")}<${given}>` : given;
    const beside = new Map(operation.json.flatMap((call) => call.beside.map((each) => [each.name, each])));
    if (beside.size === 0) return input;
    const members = [...beside.values()].map(({ name, type }) => {
      const named = typeof type === "string" ? type : this.#types.types.record(type);
      return code`readonly ${key(name)}?: ${named} | undefined`;
    });
    return code`${input} & { ${joined(members, "; ")} }`;
  }

  #returnType(operation: OperationPlan): Code {
    const field = resultField(operation.output);
    const output = field === undefined ? this.#types.output(operation) : givenType(field, this.#types.types);
    const answer = operation.output.hasRows
      ? code`${this.#types.runtimeType("Streamed")}<${output}>`
      : output;
    return this.#types.promise(answer);
  }

  #contextType({ headers: { input, output } }: OperationPlan): Code {
    if (input === undefined && output === undefined) return this.#types.runtimeType("CallContext");
    const [asked, answered] = [input, output].map((each) =>
      each === undefined ? this.#types.runtimeType("NoHeaders") : this.#types.message(each.typeName),
    );
    return code`${this.#types.runtimeType("HeaderContext")}<${asked ?? ""}, ${answered ?? ""}>`;
  }
}
