/** A pause that can be cut short. */
export interface Pause {
  /** Resolves after `longest` milliseconds, or `shortest` after its start once `wake` has been called. */
  wait(shortest: number, longest: number): Promise<void>;
  /** Ends the current pause, or shortens the next one. */
  wake(): void;
  /** Ends the current pause at once, and every later one. */
  stop(): void;
}

export function pause(): Pause {
  let woken = false;
  let stopped = false;
  let started = 0;
  let least = 0;
  let timer: NodeJS.Timeout | undefined;
  let finish: (() => void) | undefined;

  const end = (): void => {
    clearTimeout(timer);
    woken = false;
    const done = finish;
    finish = undefined;
    done?.();
  };
  const endIn = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(end, milliseconds);
  };
  return {
    wait: (shortest, longest) =>
      new Promise((resolve) => {
        started = performance.now();
        least = shortest;
        finish = resolve;
        if (stopped) end();
        else endIn(woken ? shortest : longest);
      }),
    wake: () => {
      if (woken) return;
      woken = true;
      if (finish !== undefined) endIn(Math.max(0, least - (performance.now() - started)));
    },
    stop: () => {
      stopped = true;
      end();
    },
  };
}
