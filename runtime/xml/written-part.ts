import type { Rows } from "../rows.js";
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

/** Parts of a document: text, streamed items, and the end tag of an element that may be empty. */
export type WrittenPart = string | WaitingRows | { readonly end: Tags };

/** True for rows that wait. */
export function isWaiting(part: WrittenPart | undefined): part is WaitingRows {
  return typeof part === "object" && "rows" in part;
}

/** A piece of a response is full from this length on, in UTF-16 code units. */
export const responsePieceLength = 65_536;

/** True for rows that are there. */
export function isArray<T>(rows: Rows<T>): rows is readonly T[] {
  return Array.isArray(rows);
}
