import { type ChildProcess, spawn } from "node:child_process";

/** Another program that serves until it is stopped, at most three minutes unless given. */
export class PeerProcess {
  readonly #child: ChildProcess;
  #output = "";
  readonly #ended: Promise<void>;

  constructor(command: string, args: readonly string[], lifetime = 170_000) {
    this.#child = spawn(command, args, {
      stdio: ["ignore", "pipe", "pipe"],
      timeout: lifetime,
      killSignal: "SIGKILL",
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on("data", (piece: Buffer) => {
        this.#output += piece.toString("latin1");
      });
    this.#ended = new Promise((resolve) => {
      this.#child.once("exit", () => {
        resolve();
      });
    });
  }

  /** Its standard output so far. */
  get output(): string {
    return this.#output;
  }

  /** Resolves when it has ended. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }
}
