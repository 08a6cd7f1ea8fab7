/** The services of `test/golden/operations`, with their JSON. */
import { serve, type RunningServer, type ServeOptions, type Limits } from "messenger-gen-host";
import type { AnyService } from "messenger-gen-runtime/host";
import { type JsonService, servedJson, type ServedJson } from "messenger-gen-runtime/json";
import { emitJson } from "#generator/emit/json.js";
import { emitOpenApi } from "#generator/emit/openapi.js";
import type { Plan } from "#generator/plan/data/plan.js";
import { builtModules } from "../../generator/emit/built.js";
import { planFile } from "../../generator/plan/contracts.js";

/** The plan of a contract without errors. */
export function planOf(wsdl: string): Plan {
  const { plan, errors } = planFile(wsdl);
  if (plan === undefined) throw new Error(errors.join("\n"));
  return plan;
}

/** What is generated for a service. */
export interface BuiltService {
  readonly service: AnyService;
  readonly json: JsonService;
  readonly openApi: string;
  /** Modules of the output. */
  readonly faults: Readonly<
    Record<string, new (detail: unknown, message: string, options?: object) => Error>
  >;
  readonly client: Readonly<Record<string, new (options: object) => Client>>;
}

/** A generated client. */
export type Client = Readonly<Record<string, (input: unknown, options?: object) => Promise<unknown>>>;

/** Generates, compiles and loads the services of a plan, by their names. */
export async function builtServices(
  plan: Plan,
  name: string,
): Promise<Readonly<Record<string, BuiltService>>> {
  const modules = ["service", "json", "client", ...(plan.faults.length === 0 ? [] : ["faults"])];
  const built = await builtModules(plan, name, modules, emitJson(plan));
  const [services, json, client, faults = {}] = built as readonly Record<string, never>[];
  const openApi = emitOpenApi(plan).text;
  return Object.fromEntries(
    plan.services.map((each) => [
      each.name,
      {
        service: services?.[each.constant] as unknown as AnyService,
        json: json?.[each.jsonConstant] as unknown as JsonService,
        openApi,
        faults: faults,
        client: client as unknown as BuiltService["client"],
      },
    ]),
  );
}

/** Implementation of the methods of a service. */
export type Methods = Readonly<Record<string, (input: never, call: never) => Promise<unknown>>>;

export const jsonPath = "/shop/json";

/** Options that differ from a server without a log. */
export type JsonServeOptions = Partial<Omit<ServeOptions<unknown>, "limits" | "implementation">> & {
  readonly limits?: Partial<Limits>;
};

/** Serves a service on a free loopback port. */
export function serveJson(
  { service, json, openApi }: BuiltService,
  wsdl: string,
  implementation: Methods,
  options: JsonServeOptions = {},
): Promise<RunningServer> {
  return serve<unknown>({
    service,
    implementation,
    wsdl,
    host: "127.0.0.1",
    port: 0,
    mounts: [{ path: "/shop", compatibility: "strict" }],
    json: interfaceOf({ service, json, openApi }),
    ...options,
  });
}

export function interfaceOf({
  service,
  json,
  openApi,
}: Pick<BuiltService, "service" | "json" | "openApi">): ServedJson {
  return servedJson(service, json, { path: jsonPath, openApi });
}
