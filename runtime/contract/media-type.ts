/** The parts of a Content-Type that decide how a body is read (RFC 9110, section 8.3). */
export interface MediaType {
  /** Type and subtype in lower case; empty when there is none. */
  readonly type: string;
  /** In lower case; undefined when there is none, or an empty one. */
  readonly charset: string | undefined;
  /**
   * All parameters with `=`, in their order: names in lower case, and values without quotes. A value without quotes ends at the
   * semicolon, one whose quotes are not closed at the end.
   */
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** All parts after the semicolon are optional, so that it fits, in linear time, whatever stands before the next semicolon. */
const parameter = /;\s*([^\s=;"]*)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;"]*)))?[^;]*/g;

// Callers send few different values; the limits prevent hostile ones from filling memory.
const known = new Map<string, MediaType>();
const maxKnown = 128;
const maxKnownLength = 256;

/** Never throws: other text has an empty or unknown `type`. */
export function parseMediaType(header: string | undefined): MediaType {
  const text = header ?? "";
  const found = known.get(text);
  if (found !== undefined) return found;
  const parsed = parse(text);
  // A boundary occurs in one message only, so it is not cached.
  const comesAgain = text.length <= maxKnownLength && !parsed.type.startsWith("multipart/");
  if (comesAgain && known.size < maxKnown) known.set(text, parsed);
  return parsed;
}

function parse(text: string): MediaType {
  const semicolon = text.indexOf(";");
  const type = (semicolon === -1 ? text : text.slice(0, semicolon)).trim().toLowerCase();
  const parameters: (readonly [name: string, value: string])[] = [];
  for (const [, name = "", quoted, plain] of text.matchAll(parameter)) {
    const value = quoted?.replaceAll(/\\(.)/g, "$1") ?? plain?.trim();
    if (name !== "" && value !== undefined) parameters.push([name.toLowerCase(), value]);
  }
  const [, charset] = parameters.find(([name, value]) => name === "charset" && value !== "") ?? [];
  return { type, charset: charset?.toLowerCase(), parameters };
}

/** Those of the media types that are cached are looked for once. Not a property of them: clients have no use for it. */
const actions = new WeakMap<MediaType, string | undefined>();

/**
 * `action` of `application/soap+xml` (RFC 3902); undefined without one. Different actions count as none of them: an intermediary may have
 * used any.
 */
export function mediaAction(media: MediaType): string | undefined {
  const found = actions.get(media);
  if (found !== undefined || actions.has(media)) return found;
  const given = media.parameters.flatMap(([name, value]) => (name === "action" ? [value] : []));
  const action = given.length === 0 ? undefined : [...new Set(given)].join(", ");
  actions.set(media, action);
  return action;
}
