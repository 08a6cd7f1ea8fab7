import { type Move, withFinalMoves } from "../../../domain/outbox/counts.js";
import type { Database } from "../engine/database.js";
import { prepareCountMoves } from "./counts.js";
import { prepareErasure } from "./erasure.js";

/** Counts recipients that go from one state to another, then erases the hidden texts that this ends. */
export type RecordMoves = (moves: readonly Move[]) => void;

export function prepareRecordMoves(database: Database): RecordMoves {
  const count = prepareCountMoves(database);
  const erase = prepareErasure(database);
  return (moves) => {
    count(moves);
    erase(withFinalMoves(moves));
  };
}
