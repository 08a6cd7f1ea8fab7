import { parseMediaType } from "../contract/media-type.js";

/** A MIME entity (RFC 2045, section 2.4): header fields and content as it was sent. */
export interface Entity {
  /** Unfolded values by lower-case name. */
  readonly fields: ReadonlyMap<string, string>;
  readonly content: Uint8Array;
}

/** Longest head of an entity, in bytes. */
const maxHead = 16_384;

/** Every byte is one character, so that positions in the text are positions in the bytes. */
const bytewise = new TextDecoder("latin1");

/** The bytes as text of the same length, for searching; ASCII characters are unchanged. */
export function searchable(bytes: Uint8Array): string {
  return bytewise.decode(bytes);
}

const headEnd = /\r?\n\r?\n/g;
const field = /^([!-9;-~]+):[ \t]*(.*)$/;

/**
 * Reads an entity: header fields, an empty line, content. Bytes that start with an empty line, and XML without a head, have no
 * fields. Undefined when the head is not well-formed, longer than 16 KiB, or names a field twice.
 */
export function readEntity(bytes: Uint8Array): Entity | undefined {
  if (isXml(bytes)) return { fields: new Map(), content: bytes };
  const head = searchable(bytes.subarray(0, maxHead));
  const empty = /^\r?\n/.exec(head)?.[0];
  if (empty !== undefined) return { fields: new Map(), content: bytes.subarray(empty.length) };
  headEnd.lastIndex = 0;
  const end = headEnd.exec(head);
  if (end === null) return undefined;
  const fields = readFields(head.slice(0, end.index));
  return fields && { fields, content: bytes.subarray(headEnd.lastIndex) };
}

/** A document starts with `<`, or with a byte order mark. */
function isXml([first = 0]: Uint8Array): boolean {
  return first === 0x3c || first === 0xef || first === 0xfe || first === 0xff;
}

function readFields(head: string): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const [, name = "", value = ""] = field.exec(line) ?? [];
    const key = name.toLowerCase();
    if (key === "" || fields.has(key)) return undefined;
    fields.set(key, value.trim());
  }
  return fields;
}

/** Value of Content-Type (RFC 2045, section 5.1). */
export interface ContentType {
  /** Lower-case type and subtype. */
  readonly type: string;
  /** By lower-case name. */
  readonly parameters: ReadonlyMap<string, string>;
}

const token = "[!#$%&'*+.^_`|~0-9a-z-]+";
const mediaType = new RegExp(`^${token}/${token}$`);

/**
 * Parses Content-Type; `text/plain` when it is absent, undefined when type or subtype is malformed. Of two parameters with one name the
 * first counts, and those without a value do not.
 */
export function contentTypeOf({ fields }: Entity): ContentType | undefined {
  const { type, parameters } = parseMediaType(fields.get("content-type") ?? "text/plain");
  if (!mediaType.test(type)) return undefined;
  // Of entries with one key the last one counts.
  return { type, parameters: new Map(parameters.filter(([, value]) => value !== "").toReversed()) };
}

/** Name of a part in others: Content-ID without brackets, else Content-Location; empty for none. */
export function nameOf({ fields }: Entity): string {
  const id = fields.get("content-id")?.replace(/^<(.*)>$/, "$1");
  return id ?? fields.get("content-location") ?? "";
}
