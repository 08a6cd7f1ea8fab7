import type { CallLog } from "./call.js";

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
