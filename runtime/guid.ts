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
