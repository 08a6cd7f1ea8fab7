import { connect, type Socket } from "node:net";

/** A fixed number of requests over keep-alive connections, one at a time on each, every response checked. */
export interface Load {
  readonly port: number;
  /** One whole HTTP request, head and body; a function makes each. */
  readonly request: Buffer | (() => Buffer);
  readonly connections: number;
  readonly requests: number;
  /** Bytes that every response must hold. */
  readonly wanted: string;
  /** Status of every response; default 200. */
  readonly status?: string;
  /** Called for each response with the milliseconds since its request. */
  readonly took?: ((milliseconds: number) => void) | undefined;
}

const headEnd = Buffer.from("\r\n\r\n");

/** Resolves when all responses have come; rejects at the first wrong one. */
export async function drive(load: Load): Promise<void> {
  let left = load.requests;
  const take = (): boolean => left-- > 0;
  await Promise.all(Array.from({ length: load.connections }, () => converse(load, take)));
}

function converse(load: Load, take: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(load.port, "127.0.0.1").setNoDelay(true);
    let received: Buffer = Buffer.alloc(0);
    let sentAt = 0;
    const next = (): void => {
      if (take()) {
        sentAt = performance.now();
        socket.write(typeof load.request === "function" ? load.request() : load.request);
      } else finish(socket, resolve);
    };
    socket.on("connect", next);
    socket.on("error", reject);
    socket.on("data", (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const end = answerEnd(received);
      if (end === undefined || received.length < end) return;
      if (!isGood(received.subarray(0, end), load)) {
        socket.destroy();
        reject(new Error(`wrong answer: ${received.subarray(0, 300).toString()}`));
        return;
      }
      load.took?.(performance.now() - sentAt);
      received = received.subarray(end);
      next();
    });
  });
}

function finish(socket: Socket, resolve: () => void): void {
  socket.removeAllListeners("data");
  socket.end(resolve);
}

function isGood(answer: Buffer, { wanted, status = "200" }: Load): boolean {
  return answer.subarray(9, 12).toString() === status && answer.includes(wanted);
}

/** Length of the first response in the buffer; undefined while its head is incomplete. Reads Content-Length or chunks. */
function answerEnd(bytes: Buffer): number | undefined {
  const head = bytes.indexOf(headEnd);
  if (head < 0) return undefined;
  const text = bytes.subarray(0, head).toString("latin1");
  const length = /content-length: (\d+)/i.exec(text)?.[1];
  if (length !== undefined) return head + 4 + Number(length);
  const last = bytes.indexOf("0\r\n\r\n", head + 4);
  return last < 0 ? undefined : last + 5;
}
