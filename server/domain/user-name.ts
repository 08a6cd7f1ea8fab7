import { normalForm } from "./normal-form.js";

/** What a user's name is found by: names differ in more than upper and lower case (and in more than Unicode form). */
export function userNameKey(name: string): string {
  return normalForm(name).toLowerCase();
}
