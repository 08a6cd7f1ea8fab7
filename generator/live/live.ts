/** `messenger-gen/live`: a client of a contract that is read when the program starts. */
import { createHash } from "node:crypto";
import type { ClientOptions } from "messenger-gen-runtime";
import { Diagnostics, errorsOf, renderDiagnostic, type Diagnostic } from "../diagnostics.js";
import { settingsOf, type ContractOptions } from "../options.js";
import type { OutputOption } from "../option-table.js";
import type { Plan } from "../plan/data/plan.js";
import type { ContractDocuments } from "../read/contract.js";
import { namedUrls } from "../read/substitutes.js";
import { planDocuments, readDocuments } from "../stages.js";
import { generatorState } from "../write/generator-state.js";
import { cachedPlan } from "./cached-plans.js";
import { connected, type Functions } from "./connected.js";
import { linkedFiles } from "./linked-files.js";
import { fetchedAsNamed } from "./network.js";
import { servicesOf, type ServiceInfo } from "./service-info.js";

export type { OperationInfo, ServiceInfo } from "./service-info.js";

/** Options of `live`: those for reading a contract and for its values, and those of the client. */
export interface LiveOptions extends Omit<ContractOptions, "wsdl" | OutputOption | "rest"> {
  /** Options of the client: address, transport, headers, interceptors. */
  readonly client?: ClientOptions;
  /**
   * Folder in which contracts are kept as they were read, by the content of their documents. The program runs what is in it: nobody else may
   * be able to write there. Without it, they are kept in the memory of the process.
   */
  readonly cache?: string;
}

/** A client whose operations are known when the program runs; a type of the program's own can stand for it. */
export interface LiveClient {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the compiler does not see the contract
  readonly [method: string]: any;
}

/** A contract that cannot be used. */
export class LiveError extends Error {
  override readonly name = "LiveError";
  /** Errors and warnings about the contract. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(message: string, diagnostics: readonly Diagnostic[] = []) {
    super(message);
    this.diagnostics = diagnostics;
  }
}

/** A contract behind a client. */
export interface LiveContractInfo extends ServiceInfo {
  /** An input and an output of a method; undefined if they would be infinite. */
  readonly sample: (method: string) => { readonly input: unknown; readonly output: unknown } | undefined;
}

const contracts = new WeakMap<object, LiveContractInfo>();

/** What the contract of a client says: operations, documentation, samples. */
export function contractOf(client: object): LiveContractInfo {
  const found = contracts.get(client);
  if (found === undefined) throw new TypeError("contractOf takes a client that live has made");
  return found;
}

/**
 * Reads the WSDL at a path or URL, and returns a client of its service, whose code is compiled when it is called first.
 *
 * @throws LiveError for a contract with errors, or with several services of which `service` names none
 */
export async function live<C extends object = LiveClient>(
  wsdl: string,
  { client: options = {}, cache, ...reading }: LiveOptions = {},
): Promise<C> {
  const diagnostics = new Diagnostics();
  const settings = settingsOf({ ...fetchedAsNamed([wsdl]), ...reading, wsdl });
  const documents = await readDocuments(settings, diagnostics);
  const make = async (): Promise<Plan> => {
    const plan = diagnostics.hasErrors ? undefined : await planDocuments(documents, diagnostics, settings);
    if (plan === undefined) throw new LiveError(textOf(diagnostics), diagnostics.all);
    return plan;
  };
  const plan = await cachedPlan(keyOf(documents, reading), cache, make);
  const service = onlyService(servicesOf(plan));
  if (options.headers !== undefined && options.url === undefined && options.transport === undefined)
    refuseElsewhere(namedUrls([wsdl], reading.map), service);
  const { callableFiles } = await import("../emit/callable.js");
  const load = await linkedFiles(callableFiles(plan));
  const made = connected(service, load("functions") as Functions, options) as object as C;
  contracts.set(made, {
    ...service,
    sample: (method) => (load("samples")[service.samplesConstant] as Samples)[method],
  });
  return made;
}

type Samples = Readonly<Partial<Record<string, { readonly input: unknown; readonly output: unknown }>>>;

function textOf(diagnostics: Diagnostics): string {
  const errors = errorsOf(diagnostics.all);
  return `the contract cannot be used:\n${errors.map((each) => renderDiagnostic(each)).join("\n")}`;
}

function onlyService(services: readonly ServiceInfo[]): ServiceInfo {
  const [service, ...others] = services;
  if (service !== undefined && others.length === 0) return service;
  const names = services.map(({ name }) => name).join(", ");
  throw new LiveError(
    service === undefined
      ? "the contract has no service"
      : `the contract has several services; name one with service: ${names}`,
  );
}

/** Headers may be credentials: they are not sent to where only a fetched document says that the service is. */
function refuseElsewhere(wsdls: readonly string[], { name, url }: ServiceInfo): void {
  const origins = wsdls.map((wsdl) => new URL(wsdl).origin);
  if (origins.length === 0 || url === undefined || origins.includes(new URL(url).origin)) return;
  throw new LiveError(
    `headers are given, and the WSDL says that ${name} is at ${new URL(url).origin}: give the client a url to send them there`,
  );
}

function keyOf({ files, missing }: ContractDocuments, reading: object): string {
  const hash = createHash("sha256").update(JSON.stringify([generatorState().hash, reading, missing]));
  for (const { file, bytes } of files) hash.update(`\n${file} ${bytes.length}\n`).update(bytes);
  return hash.digest("hex");
}
