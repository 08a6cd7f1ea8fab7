import { readFileSync } from "node:fs";
import { definition, importList } from "../storage/list-cases.js";
import { type Caller, openCaller } from "./v1-caller.js";

/** A call of `openapi.json`. */
export interface DescribedCall {
  readonly operationId: string;
  readonly method: string;
  /** With the examples of its parameters. */
  readonly target: string;
  readonly parameters?: readonly DescribedParameter[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<"application/json", { readonly schema: BodySchema; readonly example: object }>
    >;
  };
}

interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly example?: unknown;
}

interface BodySchema {
  readonly required?: readonly string[];
}

const { paths } = JSON.parse(readFileSync("generated/openapi.json", "utf8")) as {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, Omit<DescribedCall, "method" | "target">>>>
  >;
};

const targetOf = (path: string, parameters: readonly DescribedParameter[] = []): string =>
  parameters.reduce(
    (target, { name, example }) => target.replace(`{${name}}`, encodeURIComponent(String(example))),
    path,
  );

/** Every call of `/v1`. */
export const describedCalls: readonly DescribedCall[] = Object.entries(paths).flatMap(([path, calls]) =>
  Object.entries(calls).map(([method, call]) => ({
    ...call,
    method: method.toUpperCase(),
    target: targetOf(path, call.parameters),
  })),
);

/** The example of the first parameter of a call. */
function idOf(call: string): string {
  return String(describedCalls.find(({ operationId }) => operationId === call)?.parameters?.[0]?.example);
}

/** A service that has the lists that the samples name. */
export async function openSampleCaller(): Promise<Caller> {
  const caller = await openCaller();
  const { lists } = caller.service.store;
  const members = ["12025550101", "12025550102"].map((phone) => ({ phone, attributes: ["Cairo"] }));
  const columns = ["Phone", "City"];
  const list = definition({ id: idOf("sendToList"), name: "Customers", columns });
  const smart = definition({ id: idOf("sendToSmartList"), name: "Cities", type: "SmartList", columns });
  await importList(lists, list, members);
  await importList(lists, smart, members);
  return caller;
}
