import { contentTypeOf, type Entity } from "../domain/mm7/entity.js";
import { leavesOf } from "../domain/mm7/multipart.js";
import { decodedContent } from "../domain/mm7/transfer-encoding.js";

/** The text of a message that came in: its text parts, one below the other. Undefined when it cannot be taken apart. */
export function messageText(content: Entity | undefined): string | undefined {
  const leaves = content === undefined ? [] : leavesOf(content);
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
