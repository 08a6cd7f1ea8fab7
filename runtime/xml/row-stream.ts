import type { StreamWriter } from "./stream-writer.js";
import { isPiece, isWaiting, type Piece, type WaitingRows, type WrittenPart } from "./written-part.js";

/**
 * The written document with its streamed items, in pieces; all but the last are full. Items are requested when a piece
 * is. `return`, or an error, ends their iterators.
 */
export async function* streamOf(writer: StreamWriter): AsyncGenerator<Piece, void, undefined> {
  yield* writeParts(writer, writer.takeParts());
  yield* piecesOf(writer.takeParts());
}

async function* writeParts(writer: StreamWriter, parts: readonly WrittenPart[]): AsyncGenerator<Piece, void> {
  for (const part of parts) {
    if (isWaiting(part)) yield* writeRows(writer, part);
    else writer.writePart(part);
    if (writer.hasParts) yield* piecesOf(writer.takeFull());
  }
}

async function* writeRows(writer: StreamWriter, waiting: WaitingRows): AsyncGenerator<Piece, void> {
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
async function* writeAgain(writer: StreamWriter, place: WaitingRows["place"]): AsyncGenerator<Piece, void> {
  yield* writeParts(writer, writer.takeParts());
  writer.goBack(place);
}

function* piecesOf(parts: readonly WrittenPart[]): Generator<Piece, void> {
  for (const part of parts) if (isPiece(part)) yield part;
}
