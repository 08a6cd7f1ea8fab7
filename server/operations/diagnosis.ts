import type { CallLog } from "../../runtime/call.js";
import { ok } from "../domain/result-text.js";
import type { Dependencies } from "./dependencies.js";

/** Diag: `OK`, or `Error: ` and what keeps messages from being accepted or from reaching a network. */
export async function diagnose({ store, deliveryProblem }: Dependencies, log: CallLog): Promise<string> {
  try {
    await store.check();
  } catch (error) {
    // The reason may name files, and anybody may call Diag.
    log.error({ err: error }, "store does not answer");
    return "Error: the message store does not answer";
  }
  const problem = deliveryProblem();
  return problem === undefined ? ok : `Error: ${problem}`;
}
