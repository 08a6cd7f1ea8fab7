import type { CallSignal } from "../transport/deadline.js";

/**
 * Whether a call has been given up. Unlike an `AbortSignal`, it costs nothing until it happens; `signal` is one, for
 * functions that take one.
 */
export interface GivenUp {
  readonly aborted: boolean;
  readonly signal: AbortSignal;
  /**
   * Registers `act`, which is called when the call is given up, at once if it has been. The returned function unregisters it;
   * call it when `act` is no longer needed.
   */
  whenAborted(act: () => void): () => void;
}

const nothing = (): void => undefined;

/** An act that throws is an unhandled rejection, so that the others are called. */
async function call(act: () => void): Promise<void> {
  act();
}

/** A call can be given up by one that holds this object. The signal is created on first use. */
export class GivingUp implements GivenUp, CallSignal {
  #controller: AbortController | undefined;
  #reason: Error | undefined;
  #acts: Set<() => void> | undefined;

  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  get reason(): Error | undefined {
    return this.#reason;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  whenAborted(act: () => void): () => void {
    if (this.aborted) {
      act();
      return nothing;
    }
    this.addEventListener("abort", act);
    return () => {
      this.removeEventListener("abort", act);
    };
  }

  addEventListener(_: "abort", act: () => void): void {
    (this.#acts ??= new Set()).add(act);
  }

  removeEventListener(_: "abort", act: () => void): void {
    this.#acts?.delete(act);
  }

  /** The first reason stays. */
  abort(reason: Error): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
    for (const act of this.#acts ?? []) void call(act);
  }
}

/** A call that is given up when a signal is aborted. */
export function givenUpBy(signal: AbortSignal): GivenUp {
  return {
    get aborted() {
      return signal.aborted;
    },
    signal,
    whenAborted: (act) => {
      if (signal.aborted) {
        act();
        return nothing;
      }
      signal.addEventListener("abort", act, { once: true });
      return () => {
        signal.removeEventListener("abort", act);
      };
    },
  };
}
