import { setTimeout as sleep } from "node:timers/promises";
import { Caller } from "../../cluster/caller.js";
import type { ServerProcess } from "../../cluster/server-processes.js";
import { Submitter } from "../smpp-submitter.js";
import { FileSender } from "./files.js";
import { OneShots } from "./one-shots.js";

/** Messages a second: most over JSON once, the rest by callers that repeat, by SMPP clients with small windows, and in files of the portal. */
const jsonRate = Number(process.env["MESSENGER_ENDURANCE_RATE"] ?? 120);
const callers = 6;
const callerPause = 100;
export const smppWindow = 3;

/** Everything that callers sent and learned during a fault. */
export class Load {
  readonly oneShots: OneShots;
  readonly callers: readonly Caller[];
  readonly smpp: Submitter;
  readonly files: FileSender;
  readonly #processes: readonly ServerProcess[];
  readonly #running: Promise<unknown>;
  #isOver = false;

  /** Starts callers of every kind. */
  constructor(index: number, key: string, processes: readonly ServerProcess[]) {
    const first = (of: number): number => of * 1_000_000_000 + index * 1_000_000;
    this.oneShots = new OneShots(key, first(13));
    this.callers = Array.from({ length: callers }, (_, each) => new Caller(10 * index + each));
    this.smpp = new Submitter(smppWindow, Number.POSITIVE_INFINITY, first(14));
    this.files = new FileSender(first(15));
    this.#processes = processes;
    const apis = processes.filter(({ roles }) => roles.includes("api"));
    const urls = apis.map(({ url }) => url);
    const over = (): boolean => this.#isOver;
    const origins = urls.map((url) => new URL(url).origin);
    this.#running = Promise.all([
      this.oneShots.run(origins, jsonRate, over),
      ...this.callers.map((caller) => this.#call(caller, urls)),
      ...apis.map(({ smppPort }) => this.smpp.run(() => smppPort, over)),
      ...apis.map(({ portal }) => this.files.run(portal, over)),
    ]);
  }

  async #call(caller: Caller, urls: readonly string[]): Promise<void> {
    while (!this.#isOver) {
      await caller.send(() => urls);
      await sleep(callerPause);
    }
    caller.close();
  }

  /** Messages that were accepted over JSON, HTTP and SMPP, and in files. */
  accepted(): readonly number[] {
    return [
      this.oneShots.of("accepted").length,
      this.callers.reduce((sum, { answers }) => sum + answers.length, 0),
      this.smpp.answered.size,
      this.files.sent,
    ];
  }

  /** What callers have learned, for a failure. */
  facts(): string {
    const { oneShots, smpp, files } = this;
    return JSON.stringify({
      outcomes: oneShots.outcomes.slice(-3),
      unexpected: oneShots.unexpected.slice(-3),
      answers: this.callers.map(({ answers }) => answers.length),
      failures: this.callers.flatMap(({ failures }) => String(failures.at(-1))),
      smpp: [smpp.answered.size, smpp.unanswered.size, [...smpp.refused], String(smpp.failure)],
      files: [files.sent, [...files.failures]],
      logs: this.#processes.map((each) => each.log().slice(-1500)),
    });
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }
}
