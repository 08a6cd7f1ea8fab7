import { streamOf } from "../xml/row-stream.js";
import type { StreamWriter } from "../xml/stream-writer.js";
import { pieceLength } from "../xml/written-part.js";
import type { WireResponse } from "./binding.js";

/** The content of a writer: whole, or with items that are streamed. */
export function bodyOf(writer: StreamWriter): Pick<WireResponse, "body" | "rest"> {
  return writer.waits ? { body: [], rest: streamOf(writer) } : { body: writer.content() };
}

/** Closes the iterator of a response that is not sent; an error of closing it is dropped. */
export function endRows({ rest }: Pick<WireResponse, "rest">): void {
  rest?.return().catch(() => undefined);
}

/**
 * The response with at least one full piece in `body`, or the whole response if it is shorter.
 * @throws errors of its streamed items
 */
export async function begun(response: WireResponse): Promise<WireResponse> {
  const { rest, ...whole } = response;
  if (rest === undefined) return response;
  const body = [...response.body];
  for (let length = 0; length < pieceLength;) {
    const piece = await rest.next();
    if (piece.done === true) return { ...whole, body };
    body.push(piece.value);
    length += piece.value.length;
  }
  return { ...response, body };
}
