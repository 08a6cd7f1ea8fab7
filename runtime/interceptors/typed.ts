import type { BindingName } from "../contract/message-codecs.js";
import type { CallResult, ClientCall, Interceptor, NextCall } from "../client/interceptor.js";
import type { Operation } from "../contract/operation.js";

/** An interceptor of one operation, with its types; other calls pass unchanged. */
export function interceptOperation<S, I, O, B extends BindingName, HI, HO, F>(
  operation: Operation<S, I, O, B, HI, HO, F>,
  intercept: (call: ClientCall<I, HI>, next: NextCall<I, HI, O, HO>) => Promise<CallResult<O, HO>>,
): Interceptor {
  return (call, next) =>
    call.operation === operation
      ? // The operation decides the types of its calls and results.
        intercept(call as ClientCall<I, HI>, next as NextCall<I, HI, O, HO>)
      : next(call);
}
