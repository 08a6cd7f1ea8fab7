import { bounded, normalForm } from "../text/normal-form.js";

/** Longest name of a user, in UTF-16 code units. */
export const maxUserNameLength = 64;

/**
 * Key by which a user is found: names differ in more than upper and lower case (and in more than Unicode form). Bounded
 * in length, whatever a caller sends; a name that is too long has a key that no user has.
 */
export function userNameKey(name: string): string {
  return normalForm(bounded(name, maxUserNameLength)).toLowerCase();
}
