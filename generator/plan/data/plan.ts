/**
 * The plan: every name, type and function of the output, decided before any text exists. Emitters only write it down.
 *
 * Plain data, frozen, in schema order throughout.
 */
import type { JsonMembers } from "./json-calls.js";
import type { JsonNames } from "./json-names.js";
import type { NamespacePlan } from "./names.js";
import type { ResponsePlan, ElementPlan, FaultPlan, OperationPlan, ServicePlan } from "./operations.js";
import type { OpenTypesPlan } from "./open-types.js";
import type { TypesPlan } from "./records.js";

export interface Plan extends TypesPlan {
  /** The WSDL as headers name it, for example `schema/messenger.wsdl`. */
  readonly schema: string;
  /** The package that the output imports at run time. */
  readonly runtime: string;
  readonly services: readonly ServicePlan[];
  /** Namespaces of which elements or types are declared, the main one first. */
  readonly namespaces: readonly NamespacePlan[];
  /** Namespaces whose prefixes the root element of every message declares; none where one namespace is in play. */
  readonly prefixes: readonly NamespacePlan[];
  /** Every operation once, in the order of the services. */
  readonly operations: readonly OperationPlan[];
  /** Export of `index.ts` with the repeated elements of responses; undefined if there are none. */
  readonly itemsName: string | undefined;
  readonly coverage: CoveragePlan;
  /** Types that elements of type xs:anyType may have; undefined if there are no such elements. */
  readonly openTypes: OpenTypesPlan | undefined;
  /** Elements of headers and faults. */
  readonly elements: readonly ElementPlan[];
  readonly faults: readonly FaultPlan[];
  /** The elements of HTTP responses, each once. */
  readonly answers: readonly ResponsePlan[];
  /** True when something in a SOAP message may be a MIME part of its own. */
  readonly multipart: boolean;
  readonly jsonNames: JsonNames;
  /** A JSON Merge Patch (RFC 7396) of `openapi.json`. */
  readonly openapi: JsonMembers;
}

/** How much of the contract the output offers. */
export interface CoveragePlan {
  /** Operations of all port types. */
  readonly declared: number;
  /** Operations that some method calls. */
  readonly offered: number;
  readonly methods: number;
  /** Names of operations that no method calls because of errors (MG2046). */
  readonly omitted: readonly string[];
}
