import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** Requests of which every response is checked. */
export interface Requests {
  /** One whole HTTP request, head and body; a function makes each. */
  readonly request: Buffer | (() => Buffer);
  readonly requests: number;
  /** ASCII text that every response must contain. */
  readonly wanted: string;
  /** Status of every response; default 200. */
  readonly status?: string;
  /** Called for each response with the milliseconds since its request. */
  readonly took?: ((milliseconds: number) => void) | undefined;
}

/** A fixed number of requests over keep-alive connections, one at a time on each. */
export interface Load extends Requests {
  readonly port: number;
  readonly connections: number;
}

/** Keep-alive connections for several rounds of requests. */
export interface Callers {
  /** Resolves when all responses have come; rejects at the first wrong one. */
  drive(requests: Requests): Promise<void>;
  close(): void;
}

/** Resolves when all responses have come; rejects at the first wrong one. */
export async function drive({ port, connections, ...requests }: Load): Promise<void> {
  const callers = openCallers(port, connections);
  try {
    await callers.drive(requests);
  } finally {
    callers.close();
  }
}

/** The connections are opened with the first round. */
export function openCallers(port: number, connections: number): Callers {
  const all = Array.from({ length: connections }, () => new Connection(port));
  return {
    drive: async (requests) => {
      let left = requests.requests;
      const take = (): boolean => left-- > 0;
      await Promise.all(all.map((connection) => connection.converse(requests, take)));
    },
    close: () => {
      for (const connection of all) connection.close();
    },
  };
}

/** Bytes that a connection reads at once. */
const readSize = 16_384;

/** The requests of one connection in a round. */
interface Round {
  readonly requests: Requests;
  readonly take: () => boolean;
  readonly end: (error?: Error) => void;
}

/**
 * One connection. The load shares the processors with what is measured, so it costs as little as possible: what is read goes into one
 * buffer, past the streams of Node.
 */
class Connection {
  readonly #port: number;
  readonly #buffer = Buffer.alloc(readSize);
  #socket: Socket | undefined;
  #received = "";
  #round: Round | undefined;
  #sentAt = 0;

  constructor(port: number) {
    this.#port = port;
  }

  async converse(requests: Requests, take: () => boolean): Promise<void> {
    if (this.#socket?.writable !== true) this.#socket = await this.#connect();
    await new Promise<void>((resolve, reject) => {
      const end = (error?: Error): void => {
        this.#round = undefined;
        if (error === undefined) resolve();
        else reject(error);
      };
      this.#round = { requests, take, end };
      this.#next(this.#round);
    });
  }

  close(): void {
    this.#socket?.end();
  }

  async #connect(): Promise<Socket> {
    const socket = connect({
      port: this.#port,
      host: "127.0.0.1",
      noDelay: true,
      onread: { buffer: this.#buffer, callback: this.#read },
    });
    await once(socket, "connect");
    socket.on("error", (error) => this.#round?.end(error));
    socket.on("close", () => this.#round?.end(new Error("the connection was closed")));
    return socket;
  }

  #next({ requests: { request, took }, take, end }: Round): void {
    if (!take()) {
      end();
      return;
    }
    if (took !== undefined) this.#sentAt = performance.now();
    this.#socket?.write(typeof request === "function" ? request() : request);
  }

  readonly #read = (length: number): boolean => {
    this.#received += this.#buffer.toString("latin1", 0, length);
    const end = answerEnd(this.#received);
    const round = this.#round;
    if (end > this.#received.length || round === undefined) return true;
    const answer = this.#received.slice(0, end);
    this.#received = this.#received.slice(end);
    if (isGood(answer, round.requests)) {
      round.requests.took?.(performance.now() - this.#sentAt);
      this.#next(round);
    } else {
      this.#socket?.destroy();
      round.end(new Error(`wrong answer: ${answer.slice(0, 300)}`));
    }
    return true;
  };
}

function isGood(answer: string, { wanted, status = "200" }: Requests): boolean {
  return answer.startsWith(status, 9) && answer.includes(wanted);
}

/** Length of the first response in a text, from its Content-Length or its chunks; infinity while that is unknown. */
function answerEnd(text: string): number {
  const head = text.indexOf("\r\n\r\n");
  if (head === -1) return Infinity;
  const length = /^content-length: (\d+)/imu.exec(text)?.[1];
  if (length !== undefined) return head + 4 + Number(length);
  const last = text.indexOf("0\r\n\r\n", head + 4);
  return last === -1 ? Infinity : last + 5;
}
