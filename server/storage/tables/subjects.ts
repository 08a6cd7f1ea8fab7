import type { LinkStore } from "../../ports/links.js";
import type { DeliveryWrites } from "../protocol/link-writes.js";
import type { Store } from "../../ports/store.js";
import type { Caller } from "../protocol/calls.js";
import type { Reads } from "../script/reads.js";
import type { WritesOf } from "../script/subject.js";
import { audit, auditStore } from "./audit/audit.js";
import { links } from "./links/links.js";
import { linkStore } from "./links/link-store.js";
import { operators, operatorStore } from "./operators/operators.js";
import { processes, processStore } from "./processes/processes.js";

/** Every subject whose writes are scripts. */
export const subjects = [audit, links, operators, processes] as const;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The writes of all subjects. */
export type ScriptWrites = Intersection<WritesOf<(typeof subjects)[number]>>;

/** Reads that each driver has in its own way, by subject. */
export interface OwnReads {
  readonly links: Pick<LinkStore, "queues" | "reports">;
}

/** The parts of a store that are the same for both databases. */
export function scriptStores(
  reads: Reads,
  writer: Caller<ScriptWrites & Pick<DeliveryWrites, "resolve">>,
  own: OwnReads,
) {
  return {
    audit: auditStore(reads, writer),
    links: linkStore(reads, writer, own.links),
    operators: operatorStore(reads, writer),
    processes: processStore(reads, writer),
  } satisfies Partial<Store>;
}
