import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { TLSSocket } from "node:tls";
import type { Clock } from "../../ports/service.js";
import type { Encoded } from "messenger-gen-runtime/mime";
import { limitInterim } from "messenger-gen-runtime/network";

/** Result of one POST. */
export type Exchange =
  | {
      readonly kind: "answer";
      readonly status: number;
      /** By lower-case name. */
      readonly headers: Readonly<Record<string, string | undefined>>;
      readonly body: Uint8Array;
    }
  /** There was no connection: the request was not sent. */
  | { readonly kind: "unsent"; readonly code: string }
  /** The request may have been sent, or the response is incomplete. */
  | { readonly kind: "lost"; readonly code: string };

export interface Target {
  /** `http` or `https`, without user information. */
  readonly url: URL;
  /** Certificates in PEM that are trusted in place of those of the system. */
  readonly ca: string | undefined;
  /** Milliseconds from the start to the end of the response. */
  readonly timeout: number;
  readonly clock: Clock;
}

/** Maximum size of a response, in bytes. */
export const maxResponse = 262_144;

/**
 * How long a connection waits for the next message, in milliseconds: shorter than any server waits, as a connection that
 * closes under a request leaves that in doubt.
 */
const idleTime = 1_000;

/** Posts messages to one address. Redirects are not followed. */
export interface Poster {
  post(body: Encoded, authorization: string | undefined): Promise<Exchange>;
  close(): void;
}

/** Creates a poster with short-lived keep-alive connections. */
export function httpPoster({ url, ca, timeout, clock }: Target): Poster {
  const secure = url.protocol === "https:";
  const agentOptions = { keepAlive: true, timeout: idleTime };
  const agent = secure
    ? new HttpsAgent({ ...agentOptions, ...(ca === undefined ? {} : { ca }) })
    : new HttpAgent(agentOptions);
  const options: RequestOptions = {
    agent,
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
    path: url.pathname + url.search,
    method: "POST",
  };
  const start = secure ? httpsRequest : httpRequest;
  return {
    post: (body, authorization) => {
      const outgoing = start({ ...options, headers: headers(url, body, authorization) });
      return exchange(outgoing, body.body, (late) => clock.after(timeout, late));
    },
    close: () => {
      agent.destroy();
    },
  };
}

function headers(
  url: URL,
  { contentType, body }: Encoded,
  authorization: string | undefined,
): Record<string, string> {
  return {
    Host: url.host,
    "Content-Type": contentType,
    "Content-Length": String(body.length),
    SOAPAction: '""',
    ...(authorization === undefined ? {} : { Authorization: authorization }),
  };
}

function exchange(
  outgoing: ClientRequest,
  body: Uint8Array,
  afterTimeout: (late: () => void) => () => void,
): Promise<Exchange> {
  return new Promise((resolve) => {
    let connected = false;
    const end = (result: Exchange): void => {
      stop();
      resolve(result);
    };
    const fail = (code: string): void => {
      end({ kind: connected ? "lost" : "unsent", code });
      outgoing.destroy();
    };
    const stop = afterTimeout(() => {
      fail("timeout");
    });
    outgoing.on("socket", (socket) => {
      if (!socket.connecting) connected = true;
      else socket.once(isTls(socket) ? "secureConnect" : "connect", () => (connected = true));
    });
    limitInterim(outgoing);
    outgoing.on("error", (error) => {
      fail("code" in error && typeof error.code === "string" ? error.code : "failed");
    });
    outgoing.on("response", (incoming) => {
      collect(incoming, fail, end);
    });
    outgoing.end(body);
  });
}

function isTls(socket: object): socket is TLSSocket {
  return "encrypted" in socket;
}

function collect(
  incoming: IncomingMessage,
  fail: (code: string) => void,
  end: (result: Exchange) => void,
): void {
  const pieces: Buffer[] = [];
  let length = 0;
  incoming.on("data", (piece: Buffer) => {
    length += piece.length;
    if (length > maxResponse) fail("answerTooLarge");
    else pieces.push(piece);
  });
  incoming.on("error", () => {
    fail("answerCut");
  });
  incoming.on("end", () => {
    const { statusCode: status = 0, headers } = incoming;
    const { "content-type": type, "www-authenticate": challenge, "retry-after": after } = headers;
    const kept = { "content-type": type, "www-authenticate": challenge, "retry-after": after };
    end({ kind: "answer", status, headers: kept, body: Buffer.concat(pieces) });
  });
}
