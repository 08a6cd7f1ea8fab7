import type { IncomingMessage } from "node:http";
import type { Duplex, Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** Value of Accept-Encoding for `decompressed`. */
export const acceptedCodings = "gzip, deflate, br";

const decoders: ReadonlyMap<string, () => Duplex> = new Map<string, () => Duplex>([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/** The body of a response without its content coding; undefined for a coding that is not read. */
export function decompressed(incoming: IncomingMessage, coding: string): Readable | undefined {
  const decoder = decoders.get(coding.toLowerCase())?.();
  if (decoder === undefined) return undefined;
  incoming.on("error", (error) => decoder.destroy(error));
  return incoming.pipe(decoder);
}
