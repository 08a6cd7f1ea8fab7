import type { ServicePlan } from "../plan/data/operations.js";
import type { Plan } from "../plan/data/plan.js";
import { sourceEmitter } from "./emitter.js";
import {
  block,
  code,
  documented,
  list,
  object,
  type as asType,
  value as asValue,
  type Code,
} from "./printer/code.js";
import type { GeneratedFile } from "./printer/generated-file.js";

/** A mock of each service as handlers of MSW, which answer with the samples. */
export const mocksEmitter = sourceEmitter({
  id: "mocks",
  write: (file, plan) => {
    for (const service of plan.services)
      file.print({ kind: "code", print: () => mockOf(file, plan, service) });
  },
});

function mockOf(file: GeneratedFile, plan: Plan, service: ServicePlan): Code {
  const { name, constant, interfaceName, samplesConstant, url } = service;
  const host = `${plan.runtime}/testing`;
  const member = (module: string, exported: string) =>
    file.member(file.module(module, `./${module}.js`), exported);
  const implementation = asType(member("server", interfaceName));
  const hostType = (exported: string): Code =>
    code`${asType(file.imported(exported, host))}<${implementation}>`;
  const http = asValue(file.imported("http", "msw"));
  const handlers = code`readonly handlers: readonly ${asType(file.imported("HttpHandler", "msw"))}[]`;
  const made = [
    asValue(member("service", constant)),
    "handlers",
    object("", [code`samples: ${asValue(member("samples", samplesConstant))}`, "...options"]),
  ];
  return documented(
    [
      `The service ${name} for MSW: \`setupServer(...mock${constant}().handlers)\`.`,
      "A method without a handler answers with its sample. A handler throws a declared fault for the caller, or a `ClientError` to break the " +
        "connection.",
      ...(url === undefined ? ["The contract has no address: `options` give a `url`."] : []),
    ],
    block(
      list(
        code`export function ${asValue(file.exported(`mock${constant}`))}(`,
        [
          code`handlers: ${hostType("MockHandlers")} = {}`,
          code`options: ${hostType("MockHostOptions")} = {}`,
        ],
        code`): ${hostType("MockHost")} & { ${handlers} }`,
      ),
      [
        list(code`const mock = ${asValue(file.imported("mockHost", host))}(`, made, ");"),
        code`const all = ${http}.all(mock.urls, ({ request }) => mock.respond(request));`,
        code`return ${asValue(file.global("Object"))}.assign(mock, { handlers: [all] });`,
      ],
    ),
  );
}
