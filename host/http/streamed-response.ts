import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { endRows, type WireResponse } from "messenger-gen-runtime/host";
import { limitBacklog, responseHeaders } from "./fixed-response.js";

/** A response that is streamed. */
export type StreamedResponse = WireResponse & Required<Pick<WireResponse, "rest">>;

/** How long one piece of a response may take. */
export interface StreamTimes {
  /** Milliseconds until the rows of the next piece are there. */
  readonly rowsTime: number;
  /** Maximum milliseconds until the caller has read a piece. */
  readonly sendTime: number;
  /** Aborted when no one waits for the response any longer. */
  readonly signal: AbortSignal;
}

/** The caller has disconnected or reads too slowly. */
export class CallerGone extends Error {
  override readonly name = "CallerGone";
}

/** True for a response that `sendStreamed` sends. */
export function isStreamed(response: WireResponse): response is StreamedResponse {
  return response.rest !== undefined;
}

/**
 * Sends a response in chunks. Items are requested when the caller has read the previous ones; between chunks other calls
 * run. Resolves when everything was written to the connection.
 *
 * Otherwise the connection is closed in the middle of the body, so the caller detects that it is incomplete (RFC 9112
 * section 8).
 * @throws CallerGone, and errors of the items
 */
export async function sendStreamed(
  res: ServerResponse,
  response: StreamedResponse,
  times: StreamTimes,
): Promise<void> {
  const { status, body, rest, around } = response;
  try {
    res.writeHead(status, responseHeaders(response));
    // Responses to earlier requests of the connection come first; they have limits of their own.
    if (res.socket === null) await unlessGone(once(res, "socket"), times.signal);
    if (around !== undefined) await write(res, around.before, times);
    for (const piece of body) await write(res, piece, times);
    for (;;) {
      const next = await unlessGone(rest.next(), times.signal, times.rowsTime, rowsLate);
      if (next.done === true) break;
      await write(res, next.value, times);
    }
    for (const piece of around?.after ?? []) await write(res, piece, times);
  } catch (error) {
    endRows(response);
    res.destroy();
    throw error;
  }
  res.end();
  limitBacklog(res, times.sendTime);
}

async function write(
  res: ServerResponse,
  piece: string | Uint8Array,
  { signal, sendTime }: StreamTimes,
): Promise<void> {
  if (!res.write(piece)) await unlessGone(once(res, "drain"), signal, sendTime, callerLate);
  await setImmediate();
}

function rowsLate(): Error {
  return new Error("The streamed items took too long.");
}

function callerLate(): Error {
  return new CallerGone("The caller read the response too slowly.");
}

/** Result of the promise, unless the caller disconnects or it takes too long. */
function unlessGone<T>(
  promise: Promise<T>,
  signal: AbortSignal,
  milliseconds?: number,
  late?: () => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
    };
    // The promise may never settle: waiting for it must not keep the process alive.
    const giveUp = (): void => {
      stop();
      reject(signal.aborted || late === undefined ? new CallerGone("The caller disconnected.") : late());
    };
    const timer = milliseconds === undefined ? undefined : setTimeout(giveUp, milliseconds);
    signal.addEventListener("abort", giveUp);
    if (signal.aborted) giveUp();
    promise.then(resolve, reject).finally(stop);
  });
}
