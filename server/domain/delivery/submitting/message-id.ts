/**
 * How a network writes the id of a message in its receipt, compared with its response to the submission: the same text, in the
 * other base, or whichever fits.
 */
export const idForms = ["auto", "same", "hex-decimal", "decimal-hex"] as const;
export type IdForm = (typeof idForms)[number];

/** The id without regard to case, `0x` of a hexadecimal one, leading zeros, or spaces around it. */
export function idKey(id: string): string {
  return id
    .trim()
    .toLowerCase()
    .replace(/^0x(?=[0-9a-f]+$)/u, "")
    .replace(/^0+(?=.)/u, "");
}

/** Only ids of the length of SMPP are converted between bases: converting long ones takes too long. */
const decimal = /^[0-9]{1,64}$/u;
const hexadecimal = /^[0-9a-f]{1,64}$/u;

/** `hex-decimal`: hexadecimal in the response, decimal in the receipt. */
function ofHexAnswer(key: string): readonly string[] {
  return decimal.test(key) ? [BigInt(key).toString(16)] : [];
}

function ofDecimalAnswer(key: string): readonly string[] {
  return hexadecimal.test(key) ? [BigInt(`0x${key}`).toString(10)] : [];
}

/** Keys under which the response to a submission may be stored, for the id in a receipt; the most likely first. */
export function responseKeys(receiptId: string, form: IdForm): readonly string[] {
  const key = idKey(receiptId);
  if (key === "") return [];
  const keys: Readonly<Record<IdForm, readonly string[]>> = {
    auto: [key, ...ofHexAnswer(key), ...ofDecimalAnswer(key)],
    same: [key],
    "hex-decimal": ofHexAnswer(key),
    "decimal-hex": ofDecimalAnswer(key),
  };
  return [...new Set(keys[form])];
}

/** Trailing digits by which numbers are compared; networks write the leading ones differently. */
const tellingDigits = 7;

/** Returns whether a number in a receipt is the recipient of a message. */
export function samePhone(known: string, reported: string): boolean {
  const digits = reported.replace(/[^0-9]/gu, "").slice(-tellingDigits);
  return digits !== "" && known.endsWith(digits);
}

/** Digits that two spellings of a number have in common at least, if one lacks the country. */
const nationalDigits = 7;

/** A number without `+`, and without the zeros that lead abroad or to the rest of the country. */
function bareNumber(number: string): string {
  return number.replace(/^\+?0*/u, "");
}

/** Whether two addresses are the same: names without regard to case; numbers also with and without the country, but not short codes. */
function sameAddress(known: string, reported: string): boolean {
  if (known.toLowerCase() === reported.toLowerCase()) return true;
  const [one, other] = [bareNumber(known), bareNumber(reported)];
  if (!/^\d+$/u.test(one) || !/^\d+$/u.test(other)) return false;
  if (one === other) return true;
  const [longer, shorter] = one.length > other.length ? [one, other] : [other, one];
  return shorter.length >= nationalDigits && longer.endsWith(shorter);
}

/** Whether a text from `from` to `to` comes from the recipient of a message to its originator. */
export function isOfSent(
  message: { readonly phone: string; readonly originator: string },
  { from, to }: { readonly from: string; readonly to: string },
): boolean {
  return sameAddress(message.phone, from) && sameAddress(message.originator, to);
}
