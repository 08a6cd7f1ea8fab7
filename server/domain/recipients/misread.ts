/**
 * Country codes behind which no number begins with 0, since the 0 that is dialed inside the country is left out. Others, such as 39 (Italy),
 * 225 (Ivory Coast), 241 (Gabon) and 242 (Congo), have numbers that do.
 */
export const codesWithoutZero: readonly string[] = (
  "20 27 31 32 33 36 40 41 43 44 46 49 51 54 55 57 58 60 61 62 63 64 66 81 82 84 86 90 91 92 93 94 95 98 " +
  "212 213 234 249 251 254 255 256 260 263 353 355 358 359 380 381 385 386 387 389 421 856 880 886 961 962 963 964 966 967 971 972 976 994 996"
).split(" ");

/** Country codes whose numbers have this many digits with the code (+1 and +7): a longer one has an extension or decimals at its end. */
export const fixedLength = { codes: ["1", "7"], digits: 11 } as const;

/**
 * Whether a stored number can only come from a text that is not a number, or has `(0)` in it, by its digits alone: `4407700900123` from
 * `+44 (0)7700 900123`, `1202555010112` from `+1 202 555 0101 ext. 12`.
 */
export function isMisread(number: string): boolean {
  if (fixedLength.codes.some((code) => number.startsWith(code))) return number.length > fixedLength.digits;
  return codesWithoutZero.some((code) => number.startsWith(`${code}0`));
}

/** Numbers of one list, or of a blacklist, that can only be misread. */
export interface MisreadNumbers {
  /** 0 for the blacklist of all customers. */
  readonly customerId: number;
  /** Undefined for a blacklist. */
  readonly list: string | undefined;
  readonly count: number;
  /** The smallest of them. */
  readonly example: string;
}

/** What an operator reads about them. */
export function misreadTexts(
  found: readonly MisreadNumbers[],
): readonly { readonly customerId: number; readonly text: string }[] {
  return found.map(({ customerId, list, count, example }) => {
    const place = list === undefined ? "the blacklist" : `list ${list}`;
    const scope = customerId === 0 ? " of all customers" : "";
    const numbers = count === 1 ? "a number" : `${count} numbers`;
    return { customerId, text: `has in ${place}${scope} ${numbers} that nobody has, such as ${example}` };
  });
}
