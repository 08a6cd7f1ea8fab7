import type { ServicePlan } from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import { code, list, value as asValue, type Code } from "./printer/code.js";
import type { ParameterPart } from "./printer/declarations.js";
import type { GeneratedFile } from "./printer/generated-file.js";
import { bindingText, type ApiTypes } from "./type-text/api-types.js";

/** How generated code connects to a service. */
export interface Connection {
  /** Paragraphs about the address and the headers. */
  readonly doc: readonly string[];
  /** The parameter `options`. */
  readonly parameter: ParameterPart;
  /** `Caller<typeof operations.Shop>` */
  readonly caller: Code;
  /** The call of `connect`, between two pieces of code. */
  readonly connect: (before: Code, behind: string) => Code;
}

export function connectionTo(
  { constant, url, mtom, addressing }: ServicePlan,
  { file, plan, types }: { readonly file: GeneratedFile; readonly plan: Plan; readonly types: ApiTypes },
): Connection {
  const multipart = plan.multipart || mtom ? [types.runtime("multipartRelated")] : [];
  const addressed =
    addressing.length === 0
      ? []
      : [
          ...(multipart.length === 0 ? ["undefined"] : []),
          asValue(file.imported("requiredAddressing", `${plan.runtime}/interceptors`)),
        ];
  const service = types.operation(constant);
  const given = [service, "options", ...multipart, ...addressed];
  return {
    doc: [
      url === undefined
        ? "The contract has no address: `options` give a `url`, or a `transport`."
        : "The address in the contract is used unless `options` give a `url`, or a `transport`.",
      ...(addressing.length === 0
        ? []
        : [
            `Messages over ${bindingText(addressing)} have the headers of WS-Addressing, as the contract requires.`,
          ]),
    ],
    parameter:
      url === undefined
        ? { name: "options", type: types.runtimeType("LocatedClientOptions") }
        : { name: "options", type: types.runtimeType("ClientOptions"), initial: "{}" },
    caller: code`${types.runtimeType("Caller")}<typeof ${service}>`,
    connect: (before, behind) => list(code`${before}${types.runtime("connect")}(`, given, behind),
  };
}
