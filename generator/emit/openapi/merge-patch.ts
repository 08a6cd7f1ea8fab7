import type { Schema } from "./simple-schemas.js";

/** JSON Merge Patch (RFC 7396): null removes a member, objects are merged, other values replace. */
export function mergePatch(document: Schema, patch: Schema): Schema {
  const merged = new Map(Object.entries(document));
  for (const [name, value] of Object.entries(patch))
    if (value === null) merged.delete(name);
    else if (isObject(value)) {
      const before = merged.get(name);
      merged.set(name, mergePatch(isObject(before) ? before : {}, value));
    } else merged.set(name, value);
  return Object.fromEntries(merged);
}

function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
