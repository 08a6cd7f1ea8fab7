/** Calls every operation of a generated contract with made-up values, in memory and over HTTP, and says what comes back otherwise. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { serve } from "messenger-gen-host";
import type { Transport } from "messenger-gen-runtime";
import type { AnyService } from "messenger-gen-runtime/host";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import { nodeTransport } from "messenger-gen-runtime/node";
import type { OperationPlan, ServicePlan } from "#generator/plan/data/operations.js";
import { Desk } from "./desk.js";
import { Documents, type SchemaChecks } from "./documents.js";
import { alike, OperationCalls, type Client, type FaultClass } from "./operation-calls.js";
import type { PlannedEntry } from "./plan-entry.js";
import { Recorder } from "./recorder.js";
import { declaredElements, writeSchemas } from "./schema-set.js";
import { Values } from "./values.js";
import { least, most, seeded, type Source } from "./source.js";
import { rpcWrappers } from "./wrappers.js";
import { hasXmllint } from "./xmllint.js";

/** Result of the calls. */
export interface Exercised extends SchemaChecks {
  readonly flaws: readonly string[];
  /** Messages of which no value could be made, with the reason. */
  readonly withoutValue: readonly string[];
  readonly calls: number;
}

/** Where the parts of an entry are. */
export interface ExerciseFiles {
  readonly wsdl: string;
  /** Imports may lead anywhere in it. */
  readonly folder: string;
  /** The compiled output. */
  readonly scripts: string;
  /** An empty folder. */
  readonly work: string;
  /** Calls in memory, about; a contract of many operations has fewer for each. Default: 1,500. */
  readonly aboutCalls?: number;
}

type Output = Readonly<Record<string, unknown>>;

export async function exercise(
  { contract, model, plan, uncalled }: PlannedEntry,
  { wsdl, folder, scripts, work, aboutCalls = 1500 }: ExerciseFiles,
): Promise<Exercised> {
  const output = (await import(pathToFileURL(join(scripts, "index.js")).href)) as Output;
  const wrappers = rpcWrappers(model);
  const documents = new Documents(declaredElements(contract.schemas), wrappers, work);
  const values = new Values(plan);
  const calls = new OperationCalls(values, documents);
  const sources = sourcesFor(plan.operations.length, aboutCalls);
  for (const service of plan.services) {
    await exerciseService(service, output, { calls, sources, uncalled, wsdl, folder });
  }
  const { flaws, count } = calls;
  const withoutValue = [
    ...calls.withoutValue,
    ...[...uncalled].map(
      (method) => `${method}: a server cannot tell its requests from those of another operation`,
    ),
  ];
  const open = new Set(model.complexTypes.filter((type) => type.open).map(({ id }) => id));
  const schemas = hasXmllint() ? documents.check(writeSchemas(contract.schemas, open, wrappers, work)) : none;
  return { ...schemas, flaws: [...flaws, ...schemas.flaws], withoutValue, calls: count };
}

const none = { valid: 0, undeclared: 0, unreadable: "xmllint is not installed", flaws: [] };

/** Sources of values: fewer for a contract of many operations. */
export function sourcesFor(operations: number, aboutCalls = 1500): ReadonlyMap<string, Source> {
  const calls = aboutCalls / Math.max(operations, 1);
  const random = Math.max(1, Math.min(8, Math.floor(calls) - 2));
  const seeds = Array.from({ length: random }, (_, at) => [`seed ${at + 1}`, seeded(at + 1)] as const);
  return new Map([["least", least], ["most", most], ...seeds]);
}

interface ServiceExercise {
  readonly calls: OperationCalls;
  readonly sources: ReadonlyMap<string, Source>;
  readonly uncalled: PlannedEntry["uncalled"];
  readonly wsdl: string;
  readonly folder: string;
}

async function exerciseService(
  { constant, clientName, operations }: ServicePlan,
  output: Output,
  { calls, sources, uncalled, wsdl, folder }: ServiceExercise,
): Promise<void> {
  const service = output[constant] as AnyService;
  const clientOf = (transport: Transport): Client =>
    new (
      output[clientName] as new (options: {
        transport: Transport;
        timeout: number;
        addressing: false;
      }) => Client
    )({
      // Each message has an id of its own, so that no request would be written again as it was.
      addressing: false,
      transport,
      timeout: 10_000,
    });
  const called = operations.filter(({ method }) => !uncalled.has(method));
  const desk = new Desk();
  const implementation = desk.implementation(operations.map(({ method }) => method));
  const faultsOf = ({ faults, headerFaults }: OperationPlan): readonly FaultClass[] =>
    [...faults, ...headerFaults].map((fault) => ({
      fault,
      type: output[fault.className] as FaultClass["type"],
    }));
  const recorder = new Recorder(inMemoryTransport(service, implementation, { log: desk.log }));
  const inMemory = { desk, client: clientOf(recorder), recorder, place: "in memory" };
  for (const operation of called) {
    for (const [name, source] of sources)
      await calls.everyBinding(operation, inMemory, { name, sources: alike(source) });
    await calls.faults(operation, faultsOf(operation), inMemory);
  }
  try {
    const server = await serve({
      service,
      implementation,
      wsdl,
      allow: [folder],
      log: desk.log,
      host: "127.0.0.1",
      port: 0,
      mounts: [{ path: "/service", compatibility: "strict" }],
    });
    const transport = nodeTransport({ url: server.url });
    const overHttp = { desk, client: clientOf(transport), recorder: undefined, place: "over HTTP" };
    for (const operation of called) {
      await calls.everyBinding(operation, overHttp, { name: "seed 1", sources: alike(seeded(1)) });
      await calls.faults(operation, faultsOf(operation), overHttp);
    }
    transport.close();
    await server.close();
  } catch (error) {
    calls.flaws.push(`cannot be served: ${error instanceof Error ? error.message : String(error)}`);
  }
}
