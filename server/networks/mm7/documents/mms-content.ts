import type { MmsPart } from "../../../domain/message/mms-message.js";
import {
  contentTypeOf,
  type Entity,
  nameOf,
  leavesOf,
  type MultipartLimits,
  decodedContent,
} from "messenger-gen-runtime/mime";

/** Allowed media types of a part. */
export const mmsTypes: readonly string[] = [
  "text/plain",
  "application/smil",
  "image/jpeg",
  "image/gif",
  "image/png",
  "audio/amr",
  "audio/mp4",
  "audio/3gpp",
  "video/mp4",
  "video/3gpp",
];

/** Maximum octets of all parts of one MMS together, decoded. */
export const maxMmsSize = 1_048_576;

/** Maximum parts of one MMS, and maximum nesting of multipart entities. */
export const maxMultipart = { parts: 50, depth: 3 } as const satisfies MultipartLimits;

/** Maximum length of a part's name, in characters. */
const maxName = 256;

const utf8 = new TextDecoder("utf-8", { fatal: true });
const charsetForm = /^[a-z0-9._:+-]{1,40}$/;

/** Type and, for a text, charset; undefined when it is not allowed or the text is not in it. */
function checkedType(entity: Entity, body: Uint8Array): string | undefined {
  const found = contentTypeOf(entity);
  if (found === undefined || !mmsTypes.includes(found.type)) return undefined;
  if (found.type !== "text/plain") return found.type;
  const charset = found.parameters.get("charset")?.toLowerCase() ?? "utf-8";
  if (!charsetForm.test(charset)) return undefined;
  if (charset === "utf-8" || charset === "us-ascii") {
    try {
      utf8.decode(body);
    } catch {
      return undefined;
    }
  }
  return `text/plain; charset=${charset}`;
}

function readPart(entity: Entity): MmsPart | undefined {
  const body = decodedContent(entity);
  const contentId = nameOf(entity);
  if (body === undefined || contentId.length > maxName) return undefined;
  const contentType = checkedType(entity, body);
  return contentType === undefined ? undefined : { contentType, contentId, body };
}

/** Reads the content of an MMS: one part, or a multipart entity of them. Undefined if there is none, or a type, an encoding or a size is not allowed. */
export function readMmsContent(entity: Entity): readonly MmsPart[] | undefined {
  const parts: MmsPart[] = [];
  let size = 0;
  for (const leaf of leavesOf(entity, maxMultipart) ?? []) {
    const part = readPart(leaf);
    size += part?.body.length ?? 0;
    if (part === undefined || size > maxMmsSize) return undefined;
    parts.push(part);
  }
  return parts.length === 0 ? undefined : parts;
}

/** The text of an incoming message: its text parts, separated by line feeds. Undefined if it cannot be parsed. */
export function messageText(content: Entity | undefined): string | undefined {
  const leaves = content === undefined ? [] : leavesOf(content, maxMultipart);
  const texts = leaves?.map(textOfPart);
  if (texts === undefined || texts.includes(undefined)) return undefined;
  return texts.filter((text) => text !== "").join("\n");
}

/** Empty for a part that is not text; undefined for one whose transfer encoding cannot be decoded. */
function textOfPart(part: Entity): string | undefined {
  const type = contentTypeOf(part);
  if (type?.type !== "text/plain") return "";
  const bytes = decodedContent(part);
  return bytes && decodeText(bytes, type.parameters.get("charset") ?? "utf-8");
}

/** In an unknown charset: UTF-8 if it is that, else Windows-1252, which any octets are. */
function decodeText(bytes: Uint8Array, charset: string): string {
  for (const decoder of [() => new TextDecoder(charset), () => utf8])
    try {
      return decoder().decode(bytes).replaceAll("\0", "");
    } catch {
      continue;
    }
  return new TextDecoder("windows-1252").decode(bytes).replaceAll("\0", "");
}
