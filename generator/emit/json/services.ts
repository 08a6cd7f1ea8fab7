/** The services of `json.ts`: their operations over JSON. */
import type { Plan } from "../../plan/data/plan.js";
import type { ServicePlan } from "../../plan/data/operations.js";
import { operationNames } from "./operation-names.js";
import { code, documented, key, object, openObject, value as asValue, type Code } from "../printer/code.js";
import type { GeneratedFile } from "../printer/generated-file.js";
import { literal } from "../printer/text.js";
import type { JsonFile } from "./json-file.js";

export function printServices(file: GeneratedFile, plan: Plan, json: JsonFile): void {
  const names = operationNames(plan);
  const operations = file.module("operations", "./operations.js");
  const constantOf = ({ name, jsonConstant, operations: own }: ServicePlan): Code => {
    const calls = own.map((operation) =>
      object(code`${key(operation.method)}: `, [
        code`path: ${literal(encodeURIComponent(names.get(operation) ?? operation.name))}`,
        code`operation: ${asValue(file.member(operations, operation.stem))}`,
        code`messages: ${asValue(file.exported(operation.stem))}`,
      ]),
    );
    const head = code`export const ${asValue(file.exported(jsonConstant))}: ${json.type("JsonService")} =`;
    return documented(
      [`The operations of the service \`${name}\` as JSON, by method.`],
      calls.length === 0 ? code`${head} {};` : openObject(head, calls, "};"),
    );
  };
  for (const service of plan.services)
    file.print({ kind: "code", codes: [constantOf(service)], place: { module: "services", name: "" } });
}
