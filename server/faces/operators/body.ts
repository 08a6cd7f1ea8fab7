import type { IncomingMessage } from "node:http";
import { CallProblem } from "./problems.js";

/** Maximum size of a body in bytes. */
export const maxBody = 262_144;

/** The caller went away, or its time was over, before the end of the body. */
export class Abandoned extends Error {
  override readonly name = "Abandoned";
}

async function* piecesOf(req: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* req as AsyncIterable<Buffer>;
  } catch (error) {
    throw new Abandoned("The body did not arrive.", { cause: error });
  }
}

const closing = { headers: { Connection: "close" } };

/** Reads a body of JSON; the listener limits its time. @throws CallProblem, Abandoned */
export async function readBody(req: IncomingMessage): Promise<Uint8Array> {
  const type = (req.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json" || req.headers["content-encoding"] !== undefined)
    throw new CallProblem(
      "UnsupportedMediaType",
      "Send Content-Type: application/json, without a coding.",
      closing,
    );
  const tooLarge = new CallProblem("TooLarge", `The body may have ${maxBody} bytes.`, closing);
  if (Number(req.headers["content-length"] ?? 0) > maxBody) throw tooLarge;
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of piecesOf(req)) {
    size += piece.length;
    if (size > maxBody) throw tooLarge;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
