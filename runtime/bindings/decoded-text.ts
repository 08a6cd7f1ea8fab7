import type { Decoder } from "../text/charset.js";
import { ServiceFault } from "../errors/fault.js";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Text of parameters, in UTF-8 when no decoder is given.
 * @throws ServiceFault `MalformedMessage` for bytes that are not text in that charset.
 */
export function decodedText(bytes: Uint8Array, decoder: Decoder = utf8): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    const charset = decoder.encoding.toUpperCase();
    throw new ServiceFault("MalformedMessage", `The parameters are not ${charset}.`, { cause });
  }
}
