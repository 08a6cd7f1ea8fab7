import type { CallContext, CallLog } from "messenger-gen-runtime";

/** Response of a served operation, and the call it received. */
export class Desk {
  /** Response to the next call. */
  answer: Answer = {};
  /** The last call. */
  seen: Seen | undefined;
  /** Texts of errors that are not in responses. */
  readonly errors: string[] = [];

  /** For the service: keeps errors. */
  readonly log: CallLog = {
    info: () => undefined,
    warn: () => undefined,
    error: ({ err }, event) => {
      this.errors.push(
        err instanceof Error ? (err.stack ?? err.message).split("\n").slice(0, 3).join(" ") : event,
      );
    },
  };

  readonly #answered: (output: unknown) => unknown;

  /** @param answered what is answered in place of an output */
  constructor(answered = (output: unknown): unknown => output) {
    this.#answered = answered;
  }

  /** An object with a method of each name. */
  implementation(methods: readonly string[]): Readonly<Record<string, Served>> {
    return Object.fromEntries(
      methods.map((method) => [
        method,
        async (input: unknown, call: HeaderCall): Promise<unknown> => {
          this.seen = { method, input, headers: call.headers };
          const { headers, fault, output } = this.answer;
          if (headers !== undefined) call.answerHeaders?.(headers);
          if (fault !== undefined) throw fault;
          return this.#answered(output);
        },
      ]),
    );
  }
}

/** A method of a service whose types are not known here. */
type Served = (input: unknown, call: CallContext) => Promise<unknown>;

export interface Answer {
  readonly output?: unknown;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly fault?: Error;
}

export interface Seen {
  readonly method: string;
  readonly input: unknown;
  readonly headers: unknown;
}

interface HeaderCall extends CallContext {
  readonly headers?: unknown;
  answerHeaders?(headers: Readonly<Record<string, unknown>>): void;
}
