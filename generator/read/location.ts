import { dirname, resolve } from "node:path";

/** Where a location leads, from the document `file` below `base` that names it: a path, or an address. */
export function resolveLocation(location: string, file: string, base: string): string {
  if (isAddress(location)) return location;
  if (isAddress(file)) return new URL(location, file).href;
  return resolve(base, dirname(file), unescapeLocation(location));
}

/** True for anything with a scheme, or an authority. */
export function isAddress(location: string): boolean {
  return /^(?:[A-Za-z][A-Za-z0-9+.-]*:|\/\/)/.test(location);
}

function unescapeLocation(location: string): string {
  try {
    return decodeURIComponent(location);
  } catch {
    return location;
  }
}
