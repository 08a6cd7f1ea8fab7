import { contentTypeOf, type Entity, readEntity } from "./entity.js";

/** How much a multipart entity may hold; the bytes are those of an entity that has been read, whose size the reader has limited. */
export interface MultipartLimits {
  /** Parts, at all levels together. */
  readonly parts: number;
  /** Levels of multipart entities inside each other. */
  readonly depth: number;
}

const ascii = new TextEncoder();
const boundaryForm = /^[ '()+,./0-9:=?A-Z_a-z-]{0,69}['()+,./0-9:=?A-Z_a-z-]$/;

/** True for a multipart type. */
export function isMultipart(entity: Entity): boolean {
  return contentTypeOf(entity)?.type.startsWith("multipart/") === true;
}

/** A line that separates parts, with the line break before it. */
interface Delimiter {
  readonly start: number;
  readonly end: number;
  /** It is the one after the last part. */
  readonly last: boolean;
}

const lineFeed = 10;
const carriageReturn = 13;
const dash = 45;
const space = 32;
const tab = 9;

/**
 * The next line that is `--boundary` or `--boundary--`, at or after a position (RFC 2046, section 5.1.1). Takes time in
 * proportion to the bytes, whatever they are.
 */
function nextDelimiter(bytes: Uint8Array, mark: Uint8Array, from: number): Delimiter | undefined {
  let at = from === 0 || bytes[from - 1] === lineFeed ? from : dashedLine(bytes, from);
  for (; at !== undefined; at = dashedLine(bytes, at)) {
    const rest = isAt(bytes, mark, at) ? restOf(bytes, at + mark.length) : undefined;
    if (rest === undefined) continue;
    const lineBreak = at === 0 ? 0 : bytes[at - 2] === carriageReturn ? 2 : 1;
    return { start: at - lineBreak, ...rest };
  }
  return undefined;
}

/** The next line after a position that starts with `--`: its third byte is searched for, in steps of up to three. */
function dashedLine(bytes: Uint8Array, from: number): number | undefined {
  for (let at = from + 2; at < bytes.length;) {
    const byte = bytes[at];
    if (byte === dash) {
      if (bytes[at - 1] === dash && bytes[at - 2] === lineFeed) return at - 1;
      at++;
    } else at += byte === lineFeed ? 2 : 3;
  }
  return undefined;
}

function isAt(bytes: Uint8Array, mark: Uint8Array, at: number): boolean {
  for (let index = 0; index < mark.length; index++) if (bytes[at + index] !== mark[index]) return false;
  return true;
}

/** Length of the boundary's end: a line end, optionally after `--`. */
function restOf(bytes: Uint8Array, start: number): Omit<Delimiter, "start"> | undefined {
  const last = bytes[start] === dash && bytes[start + 1] === dash;
  let at = last ? start + 2 : start;
  while (bytes[at] === space || bytes[at] === tab) at++;
  if (at === bytes.length) return { end: at, last };
  if (bytes[at] === carriageReturn) at++;
  return bytes[at] === lineFeed ? { end: at + 1, last } : undefined;
}

/**
 * The parts of a multipart entity, without copying them. Undefined if there are none, the last delimiter is missing, a
 * part has no well-formed header (as in `readEntity`), or there are more than `most`.
 */
export function partsOf(entity: Entity, most: number): readonly Entity[] | undefined {
  const boundary = contentTypeOf(entity)?.parameters.get("boundary") ?? "";
  if (!boundaryForm.test(boundary)) return undefined;
  const { content } = entity;
  const mark = ascii.encode(`--${boundary}`);
  const parts: Entity[] = [];
  let before = nextDelimiter(content, mark, 0);
  while (before?.last === false) {
    const after = nextDelimiter(content, mark, before.end);
    if (after === undefined || parts.length === most) return undefined;
    const part = readEntity(content.subarray(before.end, Math.max(before.end, after.start)));
    if (part === undefined) return undefined;
    parts.push(part);
    before = after;
  }
  return before === undefined || parts.length === 0 ? undefined : parts;
}

/** The entity, or its parts at any level if it is multipart. Undefined as for `partsOf`, or beyond a limit. */
export function leavesOf(entity: Entity, limits: MultipartLimits, depth = 1): readonly Entity[] | undefined {
  if (!isMultipart(entity)) return [entity];
  if (depth > limits.depth) return undefined;
  const leaves: Entity[] = [];
  for (const part of partsOf(entity, limits.parts) ?? []) {
    const inside = leavesOf(part, limits, depth + 1);
    if (inside === undefined || leaves.length + inside.length > limits.parts) return undefined;
    leaves.push(...inside);
  }
  return leaves.length === 0 ? undefined : leaves;
}
