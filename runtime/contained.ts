import type { CallLog } from "./call.js";

/** Runs what must not fail its caller: what it throws, or its promise rejects with, is logged under `event`. */
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

/** The same log; what it throws is dropped, as there is nowhere left to write it. */
export function containedLog(log: CallLog): CallLog {
  const guarded =
    (level: keyof CallLog): CallLog["info"] =>
    (fields, event) => {
      try {
        log[level](fields, event);
      } catch {
        // A log that fails must not end what it is about.
      }
    };
  return { info: guarded("info"), warn: guarded("warn"), error: guarded("error") };
}
