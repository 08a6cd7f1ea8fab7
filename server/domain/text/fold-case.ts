import { bounded, normalForm } from "./normal-form.js";

/** A text as it is compared without regard to case: in Unicode form C, and in capitals (which also joins `ς` and `σ`). */
export function foldCase(text: string): string {
  return normalForm(text).toUpperCase();
}

/** Longest name or category of a list, in UTF-16 code units. */
export const maxListName = 100;

/** Key by which the name or category of a list is found; bounded in length, whatever a caller sends. */
export function listNameKey(text: string): string {
  return foldCase(bounded(text, maxListName));
}
