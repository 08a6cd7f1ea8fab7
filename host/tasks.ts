import type { CallLog } from "messenger-gen-runtime";

/** Runs work on the first call; further calls get the same promise, even after a failure. */
export function once<T>(run: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= run());
}

/** Calls for the same key while work is in flight share its result. */
export function sharedByKey<Given, T>(
  keyOf: (given: Given) => string,
  run: (given: Given) => Promise<T>,
): (given: Given) => Promise<T> {
  const inFlight = new Map<string, Promise<T>>();
  return (given) => {
    const key = keyOf(given);
    const running = inFlight.get(key);
    if (running !== undefined) return running;
    const result = run(given).finally(() => inFlight.delete(key));
    inFlight.set(key, result);
    return result;
  };
}

/** Calls while work is in flight share its result. */
export function shared<T>(run: () => Promise<T>): () => Promise<T> {
  const share = sharedByKey<undefined, T>(() => "", run);
  return () => share(undefined);
}

/** Runs a function that must not fail its caller: an exception or rejection is logged under `event`. */
export function contain(log: Pick<CallLog, "error">, event: string, run: () => unknown): void {
  const report = (error: unknown): void => {
    log.error({ err: error }, event);
  };
  try {
    const result = run();
    if (result instanceof Promise) result.catch(report);
  } catch (error) {
    report(error);
  }
}

/** The same log; its exceptions are dropped, because there is no other log. */
export function containedLog(log: CallLog): CallLog {
  const guarded =
    (level: keyof CallLog): CallLog["info"] =>
    (fields, event) => {
      try {
        log[level](fields, event);
      } catch {
        // A log that fails must not end the logged work.
      }
    };
  return { info: guarded("info"), warn: guarded("warn"), error: guarded("error") };
}
