/** Entity tags (RFC 9110, section 8.8.3): a caller that has a response already gets 304. */
import type { Piece } from "../xml/written-part.js";

/** A weak tag of the text: equal texts have equal tags, in every process. */
export function entityTag(pieces: readonly Piece[]): string {
  let one = 0x811c9dc5;
  let other = 0x9e3779b9;
  const add = (code: number): void => {
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ (code + 1), 0x85ebca6b);
    other ^= other >>> 13;
  };
  let length = 0;
  for (const piece of pieces) {
    length += piece.length;
    if (typeof piece === "string") for (let at = 0; at < piece.length; at++) add(piece.charCodeAt(at));
    else for (const byte of piece) add(byte);
  }
  return `W/"${length.toString(36)}-${hex(one)}${hex(other)}"`;
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}

/** Whether `If-None-Match` names the tag; weak and strong ones are compared alike. */
export function isCurrent(tag: string, given: string | undefined): boolean {
  if (given === undefined) return false;
  if (given.trim() === "*") return true;
  const plain = (each: string): string => each.trim().replace(/^W\//, "");
  return given.split(",").some((each) => plain(each) === plain(tag));
}
