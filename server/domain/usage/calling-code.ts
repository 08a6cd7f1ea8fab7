/**
 * Country calling codes of one and of two digits (ITU-T E.164, list of assigned codes); all others have three. One digit stands
 * for a code that is assigned with further digits, such as area codes of +1.
 */
const oneDigit = new Set(["1", "7"]);
const twoDigits = new Set(
  (
    "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 " +
    "81 82 84 86 90 91 92 93 94 95 98"
  ).split(" "),
);

function codeOf(digits: string): string {
  const first = digits.slice(0, 1);
  if (oneDigit.has(first)) return first;
  const two = digits.slice(0, 2);
  if (twoDigits.has(two)) return two;
  return /^[2-9][0-9]{2}$/u.test(digits) ? digits : "";
}

/** Codes of the numbers that begin with three digits. */
const codes: readonly string[] = Array.from({ length: 1_000 }, (_, index) =>
  codeOf(String(index).padStart(3, "0")),
);

/** The country calling code of a number in international format; empty for a text that is not one. */
export function callingCode(phone: string): string {
  const [a, b, c] = [phone.charCodeAt(0) - 48, phone.charCodeAt(1) - 48, phone.charCodeAt(2) - 48];
  const isNumber = a >= 0 && a < 10 && b >= 0 && b < 10 && c >= 0 && c < 10;
  return (isNumber ? codes[100 * a + 10 * b + c] : undefined) ?? "";
}
