/**
 * The plan: every name, type and function of the output, decided before any text exists. Emitters only write it down.
 *
 * Plain data, frozen, in schema order throughout.
 */
import type { NamespacePlan } from "./names.js";
import type { AnswerPlan, ElementPlan, FaultPlan, OperationPlan, ServicePlan } from "./operations.js";
import type { ListPlan, RecordPlan, VariantPlan } from "./records.js";
import type { EnumPlan, EnumValuePlan, NarrowedPlan, SimpleValuePlan } from "./simple-types.js";

export interface Plan {
  /** The WSDL as headers name it, for example `schema/messenger.wsdl`. */
  readonly schema: string;
  /** True for the output of this package itself. */
  readonly insidePackage: boolean;
  readonly runtime: RuntimeModules;
  readonly services: readonly ServicePlan[];
  /** NamespaceNames of which elements or types are declared, the main one first. */
  readonly namespaces: readonly NamespacePlan[];
  /** NamespaceNames whose prefixes the root element of every message declares; none where one namespace is in play. */
  readonly prefixes: readonly NamespacePlan[];
  readonly enums: readonly EnumPlan[];
  readonly records: readonly RecordPlan[];
  /** Every operation once, in the order of the services. */
  readonly operations: readonly OperationPlan[];
  readonly coverage: CoveragePlan;
  /** Elements of headers and faults. */
  readonly elements: readonly ElementPlan[];
  readonly faults: readonly FaultPlan[];
  readonly codecs: CodecsPlan;
}

/** How much of the contract the output offers. */
export interface CoveragePlan {
  /** Operations of all port types. */
  readonly declared: number;
  /** Those of them that some method calls. */
  readonly offered: number;
  readonly methods: number;
}

/** Module specifiers of the runtime, seen from the output. */
export interface RuntimeModules {
  /** What users of the output meet: values, faults, calls. */
  readonly index: string;
  /** What only codecs need: readers, writers, simple types. */
  readonly codec: string;
}

/** The records and lists that codecs need functions for, in schema order; inputs and answers reach them. */
export interface CodecsPlan {
  readonly enums: readonly EnumPlan[];
  readonly narrowed: readonly NarrowedPlan[];
  /** One value of each simple type with a default or fixed value. */
  readonly constrained: readonly (SimpleValuePlan | EnumValuePlan)[];
  readonly reads: readonly (RecordPlan | ListPlan)[];
  readonly writes: readonly (RecordPlan | ListPlan)[];
  /** Records declared abstract or with derived types that something reads or writes as such. */
  readonly chosenReads: readonly RecordPlan[];
  readonly chosenWrites: readonly RecordPlan[];
  readonly answers: readonly AnswerPlan[];
  /** Types that a read function compares `xsi:type` with. */
  readonly typeNames: readonly Pick<VariantPlan, "type" | "wire">[];
  /** True when something in a message may be a MIME part of its own. */
  readonly multipart: boolean;
}
