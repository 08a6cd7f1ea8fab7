import { Messenger } from "../../generated/operations.js";
import type { CallContext } from "../../runtime/call.js";
import { methodsOf, type Method } from "../../runtime/dispatch.js";
import { resultCode } from "../domain/result-text.js";
import type { ServedMessenger } from "./served-contract.js";

/** Adds to the line of a call what it was answered, without any value of it. */
export function noteResult(call: CallContext, result: string): void {
  call.note({ result: resultCode(result) });
}

function resultOf(output: unknown): string | undefined {
  if (typeof output !== "object" || output === null || !("Result" in output)) return undefined;
  return typeof output.Result === "string" ? output.Result : undefined;
}

/** The same service; the line of every call whose answer has a Result says which. */
export function notingResults(service: ServedMessenger): object {
  const noting = ([operation, method]: readonly [{ readonly method: string }, Method]): [string, Method] => [
    operation.method,
    async (input, call) => {
      const output = await method(input, call);
      const result = resultOf(output);
      if (result !== undefined) noteResult(call, result);
      return output;
    },
  ];
  return Object.fromEntries([...methodsOf(Messenger, service)].map(noting));
}
