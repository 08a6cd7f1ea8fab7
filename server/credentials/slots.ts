/** Limits concurrent tasks; the others wait in bounded queues, one per owner. */
export interface Slots {
  /**
   * Runs a task in its turn: owners alternate, so that an owner with many tasks delays only itself. Undefined if the
   * queue of the owner, or all queues together, are full. Urgent tasks go first and are not limited.
   */
  run<T>(task: () => Promise<T>, owner: string, urgent: boolean): Promise<T> | undefined;
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

export function slots({ parallel, waitingPerOwner, waiting }: SlotLimits): Slots {
  let running = 0;
  const urgentLine: Start[] = [];
  const lines = new Lines();

  const turn = async (owner: string, urgent: boolean): Promise<void> => {
    if (running < parallel) {
      running += 1;
      return;
    }
    await new Promise<void>((resolve) => {
      if (urgent) urgentLine.push(resolve);
      else lines.add(owner, resolve);
    });
  };
  // The slot goes straight to the next in line: `running` stays as it is.
  const leave = (): void => {
    const next = urgentLine.shift() ?? lines.next();
    if (next === undefined) running -= 1;
    else next();
  };
  const runInTurn = async <T>(task: () => Promise<T>, owner: string, urgent: boolean): Promise<T> => {
    await turn(owner, urgent);
    try {
      return await task();
    } finally {
      leave();
    }
  };

  return {
    run: (task, owner, urgent) => {
      const full = lines.lengthOf(owner) >= waitingPerOwner || lines.waiting >= waiting;
      return running >= parallel && full && !urgent ? undefined : runInTurn(task, owner, urgent);
    },
  };
}
