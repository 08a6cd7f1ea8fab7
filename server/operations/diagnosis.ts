import { ok } from "../domain/result-text.js";
import type { Dependencies } from "./dependencies.js";

/** Diag: `OK`, or `Error: ` and what keeps messages from being accepted or from reaching a network. */
export async function diagnose({ store, deliveryProblem }: Dependencies): Promise<string> {
  try {
    await store.check();
  } catch {
    // The reason may name files and is in the log; anybody may call Diag.
    return "Error: the message store does not answer";
  }
  const problem = deliveryProblem();
  return problem === undefined ? ok : `Error: ${problem}`;
}
