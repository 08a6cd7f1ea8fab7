/** What a user's name is found by: names differ in more than upper and lower case (and in more than Unicode form). */
export function userNameKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
