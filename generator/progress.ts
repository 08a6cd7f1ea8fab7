/** Progress of a run, on one line of a terminal, and the time that its stages took. */

/** Stages of a run in their order, and how they are called. */
const stages = {
  read: "reading documents",
  model: "building the model",
  plan: "planning the output",
  emit: "generating files",
  print: "printing files",
  write: "comparing and writing files",
} as const;

/** A stage of a run, in the order of the stages. */
export type Stage = keyof typeof stages;

/** Called at the beginning of each stage, and during it with a count or a name of what is next. */
export type OnProgress = (stage: Stage, detail?: string) => void;

/** The part of a terminal that a line needs. */
interface Terminal {
  /** Characters of a line; 0 or undefined if unknown. */
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Milliseconds after which a run shows its progress. */
const delay = 2_000;
const usualWidth = 80;
/** Moves to the start of the line and empties it. */
const emptyLine = "\r\u001b[2K";

/** A line that appears two seconds after its creation and is erased at its end. */
export class ProgressLine {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  readonly #shownFrom: number;
  readonly #timer: NodeJS.Timeout;
  #text = "";
  #isShown = false;

  /** @param now milliseconds of a steady clock */
  constructor(terminal: Terminal, now = () => performance.now()) {
    this.#terminal = terminal;
    this.#now = now;
    this.#shownFrom = now() + delay;
    this.#timer = setTimeout(() => {
      this.#draw();
    }, delay);
    this.#timer.unref();
  }

  /** A stage of a contract; `contract` is empty if there is only one. */
  show(contract: string, stage: Stage, detail?: string): void {
    const what = detail === undefined ? stages[stage] : `${stages[stage]}: ${detail}`;
    this.#text = contract === "" ? what : `${contract}: ${what}`;
    // The stages do not wait for anything, so that no timer runs between them.
    if (this.#now() >= this.#shownFrom) this.#draw();
  }

  /** Erases the line. */
  end(): void {
    clearTimeout(this.#timer);
    if (this.#isShown) this.#terminal.write(emptyLine);
    this.#isShown = false;
  }

  #draw(): void {
    if (this.#text === "") return;
    this.#isShown = true;
    const { columns = 0 } = this.#terminal;
    const width = columns > 0 ? columns : usualWidth;
    const text = this.#text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, " ");
    this.#terminal.write(`${emptyLine}${text.slice(0, width - 1)}`);
  }
}

/** The time that a contract took. */
export interface RunTimes {
  /** Milliseconds of each stage that was reached; none if nothing had to be read. */
  readonly stages: ReadonlyMap<Stage, number>;
  readonly total: number;
}

/** Measures the stages of one contract, some of which take turns. */
export class Stopwatch {
  readonly #now: () => number;
  readonly #start: number;
  readonly #stages = new Map<Stage, number>();
  #running: { readonly stage: Stage; readonly since: number } | undefined;

  /** @param now milliseconds of a steady clock */
  constructor(now = () => performance.now()) {
    this.#now = now;
    this.#start = now();
  }

  /** A stage begins, or goes on. */
  enter(stage: Stage): void {
    if (this.#running?.stage === stage) return;
    const now = this.#now();
    this.#leave(now);
    this.#running = { stage, since: now };
  }

  end(): RunTimes {
    const now = this.#now();
    this.#leave(now);
    this.#running = undefined;
    return { stages: this.#stages, total: now - this.#start };
  }

  #leave(now: number): void {
    if (this.#running === undefined) return;
    const { stage, since } = this.#running;
    this.#stages.set(stage, (this.#stages.get(stage) ?? 0) + now - since);
  }
}

/** `read 12 ms, model 8 ms, 20 ms in all`, in the order of the stages. */
export function timesText({ stages: measured, total }: RunTimes): string {
  const known = (Object.keys(stages) as Stage[]).flatMap((stage) => {
    const time = measured.get(stage);
    return time === undefined ? [] : [`${stage} ${Math.round(time)} ms`];
  });
  return [...known, `${Math.round(total)} ms in all`].join(", ");
}
