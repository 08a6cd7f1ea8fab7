import { type CallContext, methodsOf } from "messenger-gen-runtime";
import { resultCode } from "../domain/result-text.js";
import { served, type ServedMessenger } from "./served-contract.js";

/** Adds to the line of a call what it was answered, without any value of it. */
export function noteResult(call: CallContext, result: string): void {
  call.note({ result: resultCode(result) });
}

function resultOf(output: unknown): string | undefined {
  if (typeof output !== "object" || output === null || !("Result" in output)) return undefined;
  return typeof output.Result === "string" ? output.Result : undefined;
}

/** The same service; the line of every call whose answer has a Result says which. */
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
  // The operations are those of the service, and each answers what its method does.
  return Object.fromEntries(noting) as ServedMessenger;
}
