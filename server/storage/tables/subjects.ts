import type { Store } from "../../ports/store.js";
import type { Caller } from "../protocol/calls.js";
import type { Reads } from "../script/reads.js";
import type { WritesOf } from "../script/subject.js";
import { audit, auditStore } from "./audit/audit.js";
import { operators, operatorStore } from "./operators/operators.js";
import { processes, processStore } from "./processes/processes.js";

/** Every subject whose writes are scripts. */
export const subjects = [audit, operators, processes] as const;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The writes of all subjects. */
export type ScriptWrites = Intersection<WritesOf<(typeof subjects)[number]>>;

/** The parts of a store that are the same for both databases. */
export function scriptStores(reads: Reads, writer: Caller<ScriptWrites>) {
  return {
    audit: auditStore(reads, writer),
    operators: operatorStore(reads, writer),
    processes: processStore(reads, writer),
  } satisfies Partial<Store>;
}
