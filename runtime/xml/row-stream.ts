import type { StreamWriter } from "./stream-writer.js";
import { isWaiting, type WaitingRows, type WrittenPart } from "./written-part.js";

/**
 * The written document with its streamed items, in pieces; all but the last are full. Items are requested when a piece
 * is. `return`, or an error, ends their iterators.
 */
export async function* streamOf(writer: StreamWriter): AsyncGenerator<string, void, undefined> {
  yield* writeParts(writer, writer.takeParts());
  yield* textOf(writer.takeParts());
}

async function* writeParts(
  writer: StreamWriter,
  parts: readonly WrittenPart[],
): AsyncGenerator<string, void> {
  for (const part of parts) {
    if (isWaiting(part)) yield* writeRows(writer, part);
    else writer.writePart(part);
    if (writer.hasParts) yield* textOf(writer.takeFull());
  }
}

async function* writeRows(writer: StreamWriter, waiting: WaitingRows): AsyncGenerator<string, void> {
  const { rows, write, place } = waiting;
  writer.enter(place);
  if (Symbol.asyncIterator in rows) {
    for await (const row of rows) {
      write(row);
      if (writer.hasParts) yield* writeAgain(writer, place);
    }
  } else {
    for (const row of rows) {
      write(row);
      if (writer.hasParts) yield* writeAgain(writer, place);
    }
  }
}

/** An item has filled a piece, or has streamed items itself. */
async function* writeAgain(writer: StreamWriter, place: WaitingRows["place"]): AsyncGenerator<string, void> {
  yield* writeParts(writer, writer.takeParts());
  writer.goBack(place);
}

function* textOf(parts: readonly WrittenPart[]): Generator<string, void> {
  for (const part of parts) if (typeof part === "string") yield part;
}
