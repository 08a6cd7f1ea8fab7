import type { Transport } from "messenger-gen-runtime";
import type { AnyService, ServiceOptions } from "messenger-gen-runtime/host";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import { Desk } from "../../../bench/conformance/desk.js";
import type { Client, Place } from "../../../bench/conformance/operation-calls.js";
import { Recorder } from "../../../bench/conformance/recorder.js";
import type { ServicePlan } from "#generator/plan/data/operations.js";
import { withReferences } from "./referring.js";
import { rewriting, withComments, withRows, withSplitTexts, type Rewrite } from "./rewriting.js";

/** Exports of generated code. */
export type Output = Readonly<Record<string, unknown>>;

/** How messages travel; each service is called in all the ways it has. */
interface Way {
  readonly name: string;
  readonly options?: ServiceOptions;
  /** Messages are rewritten in transit to equivalent ones. */
  readonly rewrite?: Rewrite;
  /** Response of the implementation in place of an output. */
  readonly answered?: (output: unknown) => unknown;
}

function waysOf({ multipart, mtom = false, operations }: AnyService): readonly Way[] {
  const optimized = { name: `with ${mtom ? "base64" : "MTOM"}`, options: { mtom: !mtom } };
  const referred = { name: "with references", rewrite: withReferences };
  const split = {
    name: "with references, texts split",
    rewrite: (xml: string) => withSplitTexts(withReferences(xml)),
  };
  return [
    { name: "as it is" },
    { name: "with comments", rewrite: withComments },
    { name: "with texts split", rewrite: withSplitTexts },
    { name: "with rows", answered: withRows },
    { name: "in another namespace", options: { namespace: "urn:served:elsewhere" } },
    ...(multipart === undefined ? [] : [optimized]),
    ...(Object.values(operations).some(({ encoded }) => encoded !== undefined) ? [referred, split] : []),
  ];
}

/** Clients of a service, in memory, and what stands behind it. */
export function placesOf(
  { constant, clientName, operations }: ServicePlan,
  output: Output,
): readonly Place[] {
  const service = output[constant] as AnyService;
  const client = output[clientName] as new (options: { readonly transport: Transport }) => Client;
  return waysOf(service).map(({ name, options = {}, rewrite, answered }) => {
    const desk = new Desk(answered);
    const implementation = desk.implementation(operations.map(({ method }) => method));
    const direct = inMemoryTransport(service, implementation, { log: desk.log, ...options });
    const recorder = new Recorder(rewrite === undefined ? direct : rewriting(direct, rewrite));
    return { desk, client: new client({ transport: recorder, ...options }), recorder, place: name };
  });
}
