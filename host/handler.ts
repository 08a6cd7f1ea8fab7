import type { IncomingMessage, ServerResponse } from "node:http";
import { openFrontEnd, type HandlerOptions } from "./serve.js";

/** Options of `serviceHandler`. */
export interface ServiceHandlerOptions<Implementation> extends HandlerOptions<Implementation> {
  /** Origin of the service for callers, for example `https://sms.example.com`: the WSDL and the help pages contain it. */
  readonly publicUrl: string;
}

/** A service inside a server of the program. */
export interface ServiceHandler {
  /** Whether a request target, path and query, belongs to the service. */
  serves(requestTarget: string): boolean;
  /**
   * Handles a request: a listener of `node:http`, and a middleware of Express, which calls `next` for other paths. The body must not have
   * been read: place it before body parsers.
   */
  readonly handle: (req: IncomingMessage, res: ServerResponse, next?: () => void) => void;
  /** Gives up calls in flight, and refuses later ones with 503; resolves when each has a response. */
  close(): Promise<void>;
}

/**
 * Serves a generated service inside a server of the program: Express, Fastify, or `node:http`. That server limits connections and header
 * times; the limits of bodies and calls apply as in `serve`.
 *
 * @throws Error if an option is not valid, or a file or a method is missing
 */
export function serviceHandler<Implementation>(
  options: ServiceHandlerOptions<Implementation>,
): ServiceHandler {
  const { front, publish } = openFrontEnd(options);
  publish(options.publicUrl.replace(/\/+$/, ""));
  const known = new WeakSet<object>();
  return {
    serves: (target) => front.serves(target),
    handle: (req, res, next) => {
      // Express removes the path of a router from `url`, and adds it again in `next`.
      const target =
        "originalUrl" in req && typeof req.originalUrl === "string" ? req.originalUrl : (req.url ?? "");
      if (next !== undefined && !front.serves(target)) {
        next();
        return;
      }
      req.url = target;
      if (req.readableEnded && Number(req.headers["content-length"] ?? 0) > 0)
        throw new TypeError("The body of the request has been read: place the service before body parsers");
      const { socket } = req;
      if (!known.has(socket)) {
        known.add(socket);
        socket.once("close", () => {
          front.abandon(socket);
        });
      }
      front.handle(req, res);
    },
    close: () => front.endCalls(),
  };
}
