import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { median } from "../measure.js";
import { memoryOf } from "../process-tree.js";
import { answer, requests } from "../sample.js";

/** Requests of concurrent callers. */
export interface Attack {
  /** Loopback addresses that the connections come from. */
  readonly addresses: readonly string[];
  readonly connections: number;
  /** Name of one of `messages`, sent again and again; absent for a body that stops before its end. */
  readonly message?: string;
}

/** Effect of an attack on another caller and on the process. */
export interface Damage {
  /** Milliseconds that the small calls of another address took. */
  readonly worst: number;
  readonly median: number;
  readonly calls: number;
  /** Calls with another response or none. */
  readonly failed: number;
  /** Resident memory of the server in MB: the most, and some seconds after the attack. */
  readonly peak: number;
  readonly after: number;
}

/** How long an attack and the time behind it are, in milliseconds. */
export interface Times {
  readonly attack: number;
  readonly after: number;
}

const pause = 20;

/** Attacks a server in a process of its own, while another address makes small calls one after the other. */
export async function damageOf(attack: Attack, times: Times): Promise<Damage> {
  const server = fork("dist/bench/servers/messenger.js", { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const [{ port }] = (await once(server, "message")) as [{ port: number }];
  const caller = new Caller(port);
  for (let index = 0; index < 50; index++) await caller.call();
  const attacker = fork("dist/bench/attacks/attacker.js", [String(port), JSON.stringify(attack)]);
  await delay(500);
  const taken: number[] = [];
  const until = performance.now() + times.attack;
  while (performance.now() < until) {
    taken.push(await caller.call());
    await delay(pause);
  }
  attacker.disconnect();
  await delay(times.after);
  const after = memoryOf(server, "now");
  const peak = memoryOf(server, "peak");
  caller.end();
  server.disconnect();
  return {
    worst: Math.max(...taken),
    median: median(taken),
    calls: taken.length,
    failed: caller.failed,
    peak,
    after,
  };
}

/** Makes calls from an address that attacks nobody. */
class Caller {
  failed = 0;
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** Milliseconds that one call took. */
  async call(): Promise<number> {
    const begun = performance.now();
    const socket = (this.#socket ??= this.#connect());
    socket.write(requests.soap11);
    try {
      const [bytes] = (await once(socket, "data")) as [Buffer];
      if (!bytes.includes(answer.TransactionID ?? "")) this.failed++;
    } catch {
      this.failed++;
    }
    return performance.now() - begun;
  }

  end(): void {
    this.#socket?.destroy();
  }

  #connect(): Socket {
    const socket = connect({ port: this.#port, host: "127.0.0.1", localAddress: "127.0.0.2" });
    // A connection that closes fails the call that waits.
    socket.once("close", () => {
      this.#socket = undefined;
      socket.emit("error", new Error("closed"));
    });
    socket.on("error", () => undefined);
    return socket;
  }
}
