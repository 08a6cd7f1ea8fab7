import { ServiceFault } from "../fault.js";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** @throws ServiceFault `MalformedMessage` for bytes that are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new ServiceFault("MalformedMessage", "The parameters are not UTF-8.", { cause });
  }
}
