declare const brand: unique symbol;

/** A globally unique identifier in lower case with hyphens, for example `0f8fad5b-d9cb-469f-a165-70867728950e`. */
export type Guid = string & { readonly [brand]: "Guid" };

/** Without `{8}`: V8 counts repetitions at run time, and takes three times as long. */
const canonical = /* @__PURE__ */ new RegExp(
  `^${[8, 4, 4, 4, 12].map((count) => "[0-9a-f]".repeat(count)).join("-")}$`,
);

/** True for the canonical text only: lower case, with hyphens, nothing around it. */
export function isGuid(text: string): text is Guid {
  return canonical.test(text);
}

/**
 * Reads a GUID in upper or lower case, with hyphens, nothing around it.
 * @returns the canonical form, undefined if the text is not a GUID
 */
export function parseGuid(text: string): Guid | undefined {
  if (isGuid(text)) return text;
  if (text.length !== 36) return undefined;
  const lower = text.toLowerCase();
  return isGuid(lower) ? lower : undefined;
}

/** The 32 digits, with or without hyphens, with nothing, braces or parentheses around them: .NET's formats D, N, B and P. */
const written =
  /^(?:([0-9a-f]{32})|([{(]?)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})([})]?))$/;

/** .NET's format X: numbers of 32, 16 and 16 bits, then eight of 8 bits, without white space. */
const inNumbers =
  /^\{0x([0-9a-f]{1,8}),0x([0-9a-f]{1,4}),0x([0-9a-f]{1,4}),\{(0x[0-9a-f]{1,2}(?:,0x[0-9a-f]{1,2}){7})\}\}$/;

/** Longer than any format with white space that a program adds. */
const maxWritten = 200;

const closings: ReadonlyMap<string | undefined, string> = new Map([
  ["{", "}"],
  ["(", ")"],
]);

function digitsOf(text: string): string | undefined {
  const [, bare, opening, hyphenated, closing] = written.exec(text) ?? [];
  if (bare !== undefined) return bare;
  if (hyphenated !== undefined)
    return (closings.get(opening) ?? "") === closing ? hyphenated.replaceAll("-", "") : undefined;
  const [, first = "", second = "", third = "", octets] = inNumbers.exec(text.replace(/\s+/g, "")) ?? [];
  if (octets === undefined) return undefined;
  const rest = octets.split(",").map((octet) => octet.slice(2).padStart(2, "0"));
  return first.padStart(8, "0") + second.padStart(4, "0") + third.padStart(4, "0") + rest.join("");
}

/**
 * Reads a GUID in any format that .NET's `new Guid(text)` reads: with hyphens (D), without (N), in braces (B) or
 * parentheses (P), or as hexadecimal numbers (X); in either case, with white space around it.
 * @returns the canonical form, undefined if the text is not a GUID
 */
export function readGuid(text: string): Guid | undefined {
  if (isGuid(text)) return text;
  if (text.length > maxWritten) return undefined;
  const digits = digitsOf(text.trim().toLowerCase());
  const groups = digits?.match(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/)?.slice(1);
  return groups === undefined ? undefined : toGuid(groups.join("-"));
}

/**
 * The canonical form of a GUID known to be one.
 * @throws RangeError if it is not a GUID.
 */
export function toGuid(text: string): Guid {
  const guid = parseGuid(text);
  if (guid === undefined) throw new RangeError("Not a GUID.");
  return guid;
}

/** All digits zero, which programs send for "none". */
export const zeroGuid = /* @__PURE__ */ toGuid("00000000-0000-0000-0000-000000000000");
