/** Limits concurrent tasks; the others wait in bounded queues, one per owner. */
export interface Slots {
  /**
   * Runs a task in its turn: owners alternate, so that an owner with many tasks delays only itself. Undefined if the
   * queue of the owner, or all queues together, are full. Urgent tasks go first and are not limited. If `signal`
   * is aborted before the task starts, it leaves its queue and `isAbandoned` is true of the error.
   */
  run<T>(
    task: () => Promise<T>,
    owner: string,
    urgent: boolean,
    signal?: AbortSignal,
  ): Promise<T> | undefined;
}

export interface SlotLimits {
  /** Tasks that run at once. */
  readonly parallel: number;
  /** Tasks of one owner that wait. */
  readonly waitingPerOwner: number;
  /** Tasks that wait. */
  readonly waiting: number;
}

type Start = () => void;

/** Lines in the order in which their owners have their turn; each has at least one task. */
class Lines {
  readonly #lines = new Map<string, Start[]>();
  #waiting = 0;

  get waiting(): number {
    return this.#waiting;
  }

  lengthOf(owner: string): number {
    return this.#lines.get(owner)?.length ?? 0;
  }

  add(owner: string, start: Start): void {
    const line = this.#lines.get(owner);
    if (line === undefined) this.#lines.set(owner, [start]);
    else line.push(start);
    this.#waiting += 1;
  }

  remove(owner: string, start: Start): void {
    const line = this.#lines.get(owner) ?? [];
    const place = line.indexOf(start);
    if (place < 0) return;
    line.splice(place, 1);
    if (line.length === 0) this.#lines.delete(owner);
    this.#waiting -= 1;
  }

  /** The first task of the next owner, who then becomes last. */
  next(): Start | undefined {
    for (const [owner, line] of this.#lines) {
      const start = line.shift();
      this.#lines.delete(owner);
      if (line.length > 0) this.#lines.set(owner, line);
      this.#waiting -= 1;
      return start;
    }
    return undefined;
  }
}

/** Thrown for a task that nobody waits for any more. */
class Abandoned extends Error {}

const abandoned = (): Abandoned => new Abandoned("nobody waits for the result any more");

/** Whether a task was not run because nobody waited for it any more. */
export const isAbandoned = (error: unknown): boolean => error instanceof Abandoned;

export function slots({ parallel, waitingPerOwner, waiting }: SlotLimits): Slots {
  let running = 0;
  const urgentLine: Start[] = [];
  const lines = new Lines();

  const turn = async (owner: string, urgent: boolean, signal: AbortSignal | undefined): Promise<void> => {
    if (signal?.aborted === true) throw abandoned();
    if (running < parallel) {
      running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leaveLine = (): void => {
        if (urgent) urgentLine.splice(urgentLine.indexOf(start), 1);
        else lines.remove(owner, start);
        reject(abandoned());
      };
      const start = (): void => {
        signal?.removeEventListener("abort", leaveLine);
        resolve();
      };
      signal?.addEventListener("abort", leaveLine, { once: true });
      if (urgent) urgentLine.push(start);
      else lines.add(owner, start);
    });
  };
  // The slot goes straight to the next in line: `running` stays as it is.
  const leave = (): void => {
    const next = urgentLine.shift() ?? lines.next();
    if (next === undefined) running -= 1;
    else next();
  };
  const runInTurn = async <T>(
    task: () => Promise<T>,
    owner: string,
    urgent: boolean,
    signal: AbortSignal | undefined,
  ): Promise<T> => {
    await turn(owner, urgent, signal);
    try {
      return await task();
    } finally {
      leave();
    }
  };

  return {
    run: (task, owner, urgent, signal) => {
      const full = lines.lengthOf(owner) >= waitingPerOwner || lines.waiting >= waiting;
      return running >= parallel && full && !urgent ? undefined : runInTurn(task, owner, urgent, signal);
    },
  };
}
