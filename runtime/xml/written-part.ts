import type { Rows } from "./rows.js";
import type { Tags } from "./tags.js";

/** A default namespace in force. */
export interface DefaultNamespace {
  /** Of the element that declares it. */
  readonly depth: number;
  readonly namespace: string;
}

/** Where in a document a writer is. */
export interface Place {
  /** The element opened last, if nothing of it is written yet. */
  readonly pending: Tags | undefined;
  /** The start tag written last has attributes and no `>` yet. */
  readonly inTag: boolean;
  readonly depth: number;
  readonly defaults: readonly DefaultNamespace[];
}

/** Rows that are written later. */
export interface WaitingRows {
  readonly rows: Rows<unknown>;
  readonly write: (row: unknown) => void;
  readonly place: Place;
}

/** A piece of a document: text, or its bytes in UTF-8. */
export type Piece = string | Uint8Array;

/** Parts of a document: pieces, streamed items, and the end tag of an element that may be empty. */
export type WrittenPart = Piece | WaitingRows | { readonly end: Tags };

/** True for a piece. */
export function isPiece(part: WrittenPart): part is Piece {
  return typeof part === "string" || part instanceof Uint8Array;
}

/** True for rows that wait. */
export function isWaiting(part: WrittenPart | undefined): part is WaitingRows {
  return typeof part === "object" && "rows" in part;
}

/** A piece is full from this length on, in UTF-16 code units. */
export const pieceLength = 65_536;

/** True for rows that are there. */
export function isArray<T>(rows: Rows<T>): rows is readonly T[] {
  return Array.isArray(rows);
}
