import type { CallContext } from "messenger-gen-runtime";
import { methodsOf } from "messenger-gen-runtime/host";
import { wasRead } from "../domain/recipients/phone-number.js";
import { resultCode } from "../domain/result-text.js";
import { served, type ServedMessenger } from "./served-contract.js";

/** Adds the result of a call to its log line, without any value of the call. */
export function noteResult(call: CallContext, result: string): void {
  call.note({ result: resultCode(result) });
}

/** Adds to the log line of a call how many of its recipients are no numbers, and how many of these a reading of their digits alone would send to. */
export function noteRefusedEntries(call: CallContext, entries: readonly string[]): void {
  if (entries.length === 0) return;
  call.note({ refused: entries.length, sentToBefore: entries.filter(wasRead).length });
}

function resultOf(output: unknown): string | undefined {
  if (typeof output !== "object" || output === null || !("Result" in output)) return undefined;
  return typeof output.Result === "string" ? output.Result : undefined;
}

/** The same service; the log line of every call whose response has a Result contains its label. */
export function notingResults(service: ServedMessenger): ServedMessenger {
  const methods = methodsOf(served, service);
  const noting = Object.entries(served.operations).map(([name, operation]) => [
    name,
    async (input: unknown, call: CallContext): Promise<unknown> => {
      const output = await methods.get(operation)?.(input, call);
      const result = resultOf(output);
      if (result !== undefined) noteResult(call, result);
      return output;
    },
  ]);
  // The operations are those of the service, and each returns what its method returns.
  return Object.fromEntries(noting) as ServedMessenger;
}
