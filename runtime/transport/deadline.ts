import { ClientError } from "../errors/client-error.js";

/**
 * What ends a call from outside: an `AbortSignal`, or `abandoned` of a call in a server, which costs nothing until it happens. `abortSignal`
 * turns it into an `AbortSignal`, for functions that take no other.
 */
export interface CallSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", act: () => void): void;
  removeEventListener(type: "abort", act: () => void): void;
}

/** The signal itself if it is an `AbortSignal`, otherwise one that is aborted with it. */
export function abortSignal(signal: CallSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort(signal.reason);
  };
  if (signal.aborted) abort();
  else signal.addEventListener("abort", abort);
  return controller.signal;
}

/** The two ways to abandon a call. */
export interface DeadlineOptions {
  /** Milliseconds; 0 and Infinity for no limit. */
  readonly timeout: number;
  readonly signal: CallSignal | undefined;
}

/** Milliseconds; a longer timer would fire at once. */
const longestTimer = 2_147_483_647;

/** Calls `giveUp` at most once, when the time is over or the signal is aborted; the returned function cancels both. */
export function watchDeadline(options: DeadlineOptions, giveUp: (error: ClientError) => void): () => void {
  const { timeout, signal } = options;
  const onTimeout = (): void => {
    stop();
    giveUp(new ClientError("Timeout", `No complete response within ${timeout} ms`));
  };
  const onAbort = (): void => {
    stop();
    giveUp(aborted(signal));
  };
  const wait = (left: number): void => {
    if (left > longestTimer) timer = setTimeout(wait, longestTimer, left - longestTimer);
    else timer = setTimeout(onTimeout, left);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  if (timeout > 0 && timeout < Infinity) wait(timeout);
  signal?.addEventListener("abort", onAbort);
  const stop = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  };
  return stop;
}

/** The error of a call whose signal is aborted. */
export function aborted(signal: CallSignal | undefined): ClientError {
  return new ClientError("Aborted", "The call was aborted", { cause: signal?.reason });
}

/**
 * Runs `work` with a signal that is aborted when the time is over or the caller's signal is; rejects at that moment,
 * even if `work` ignores the signal.
 */
export async function withDeadline<T>(
  options: DeadlineOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (options.signal?.aborted === true) throw aborted(options.signal);
  const controller = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const stop = watchDeadline(options, (error) => {
      reject(error);
      controller.abort(error);
    });
    work(controller.signal).then(resolve, reject).finally(stop);
  });
}
