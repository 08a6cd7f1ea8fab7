import { type FixedResponse, withoutBody } from "./fixed-response.js";
import type { BodyRefusal } from "./body.js";

/** Response of the original host to an endpoint path that ends in a slash. */
export const unrecognizedPath: FixedResponse = {
  status: 500,
  contentType: "text/plain; charset=utf-8",
  body: "Request format is unrecognized for URL unexpectedly ending in '/'.\n",
};

/** One row per reason for which a body is not read. */
export const bodyRefusals: Readonly<Record<BodyRefusal, FixedResponse>> = {
  tooLarge: withoutBody(413),
  tooManyLarge: withoutBody(503, ["Retry-After", "1"]),
  tooSlow: withoutBody(408),
  noMemory: withoutBody(503, ["Retry-After", "5"]),
  badCoding: withoutBody(400),
  unknownCoding: withoutBody(415, ["Accept-Encoding", "gzip, deflate"]),
};

/** The response to a request whose call is not started: the connection has too many, or the server stops. */
export const unavailable = withoutBody(503, ["Retry-After", "1"]);

/** Names the methods of a path: to OPTIONS, and to any other method. */
export function allowed(status: 204 | 405, methods: string): FixedResponse {
  return withoutBody(status, ["Allow", methods]);
}

/** Methods of a mount itself, and of the paths below it. */
export const bareMethods = "GET, HEAD, OPTIONS, POST";
export const operationMethods = "GET, OPTIONS, POST";
