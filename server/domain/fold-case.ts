import { normalForm } from "./normal-form.js";

/** A text as it is compared without regard to case: in Unicode form C, and in capitals (which also joins `ς` and `σ`). */
export function foldCase(text: string): string {
  return normalForm(text).toUpperCase();
}
