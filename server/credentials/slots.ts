/** Lets at most a few tasks run at once; the others wait in a bounded line. */
export interface Slots {
  /** Runs a task when its turn comes; undefined when the line is full. An urgent task waits in front, without bound. */
  run<T>(task: () => Promise<T>, urgent: boolean): Promise<T> | undefined;
}

export function slots(parallel: number, maxWaiting: number): Slots {
  let running = 0;
  const urgentLine: (() => void)[] = [];
  const line: (() => void)[] = [];

  const turn = async (urgent: boolean): Promise<void> => {
    if (running < parallel) {
      running += 1;
      return;
    }
    await new Promise<void>((resolve) => (urgent ? urgentLine : line).push(resolve));
  };
  // The slot goes straight to the next in line: `running` stays as it is.
  const leave = (): void => {
    const next = urgentLine.shift() ?? line.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  const runInTurn = async <T>(task: () => Promise<T>, urgent: boolean): Promise<T> => {
    await turn(urgent);
    try {
      return await task();
    } finally {
      leave();
    }
  };

  return {
    run: (task, urgent) => {
      const full = running >= parallel && line.length >= maxWaiting;
      return full && !urgent ? undefined : runInTurn(task, urgent);
    },
  };
}
