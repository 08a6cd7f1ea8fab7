import { contentTypeOf, type Entity, readEntity, searchable } from "./entity.js";

/** How much a multipart entity may hold; the bytes are those of an entity that has been read, whose size the reader has limited. */
export interface MultipartLimits {
  /** Parts, at all levels together. */
  readonly parts: number;
  /** Levels of multipart entities inside each other. */
  readonly depth: number;
}

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

/** The next line that is `--boundary` or `--boundary--`, at or after a position (RFC 2046, section 5.1.1). */
function nextDelimiter(text: string, boundary: string, from: number): Delimiter | undefined {
  const mark = `--${boundary}`;
  const rest = /(--)?[ \t]*(?:\r?\n|$)/y;
  for (let at = text.indexOf(mark, from); at !== -1; at = text.indexOf(mark, at + mark.length)) {
    if (at > 0 && text[at - 1] !== "\n") continue;
    rest.lastIndex = at + mark.length;
    const found = rest.exec(text);
    if (found === null) continue;
    const lineBreak = at === 0 ? 0 : text[at - 2] === "\r" ? 2 : 1;
    return { start: at - lineBreak, end: rest.lastIndex, last: found[1] !== undefined };
  }
  return undefined;
}

/**
 * The parts of a multipart entity, without copying them. Undefined when there is none, the last delimiter is missing, a part
 * has no well-formed head (as in `readEntity`), or there are more than `most`.
 */
export function partsOf(entity: Entity, most: number): readonly Entity[] | undefined {
  const boundary = contentTypeOf(entity)?.parameters.get("boundary") ?? "";
  if (!boundaryForm.test(boundary)) return undefined;
  const text = searchable(entity.content);
  const parts: Entity[] = [];
  let before = nextDelimiter(text, boundary, 0);
  while (before?.last === false) {
    const after = nextDelimiter(text, boundary, before.end);
    if (after === undefined || parts.length === most) return undefined;
    const part = readEntity(entity.content.subarray(before.end, Math.max(before.end, after.start)));
    if (part === undefined) return undefined;
    parts.push(part);
    before = after;
  }
  return before === undefined || parts.length === 0 ? undefined : parts;
}

/** The entity, or, when it is multipart, what it holds at any level. Undefined as for `partsOf`, or beyond a limit. */
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
