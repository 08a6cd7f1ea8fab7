import { contentTypeOf, type Entity, leavesOf, decodedContent } from "messenger-gen-runtime/mime";
import { maxMultipart } from "./mms-content.js";

/** The text of a message that came in: its text parts, one below the other. Undefined when it cannot be taken apart. */
export function messageText(content: Entity | undefined): string | undefined {
  const leaves = content === undefined ? [] : leavesOf(content, maxMultipart);
  const texts = leaves?.map(textOfPart);
  if (texts === undefined || texts.includes(undefined)) return undefined;
  return texts.filter((text) => text !== "").join("\n");
}

/** Empty for a part that is no text; undefined for one that cannot be decoded. */
function textOfPart(part: Entity): string | undefined {
  const type = contentTypeOf(part);
  if (type === undefined) return undefined;
  if (type.type !== "text/plain") return "";
  const bytes = decodedContent(part);
  return bytes && decodeText(bytes, type.parameters.get("charset") ?? "utf-8");
}

function decodeText(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset).decode(bytes).replaceAll("\0", "");
  } catch {
    return undefined;
  }
}
