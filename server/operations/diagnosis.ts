import type { CallLog } from "messenger-gen-runtime";
import type { Dependencies } from "./dependencies.js";

const unanswered = "the message store does not answer";

/** Problem of the store, without file names, because anyone may call Diag. */
const problems: ReadonlyMap<unknown, string> = new Map([
  ["full", "the disk of the message store is full"],
  ["readOnly", "the message store cannot be written"],
]);

function problemOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return problems.get(code) ?? unanswered;
}

/** Diag: why messages are not accepted or do not reach a network; undefined when they do. */
export async function diagnose(
  { store, deliveryProblem }: Dependencies,
  log: CallLog,
): Promise<string | undefined> {
  try {
    await store.check();
  } catch (error) {
    log.error({ err: error }, "store does not answer");
    return problemOf(error);
  }
  return deliveryProblem();
}
