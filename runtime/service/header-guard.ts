import type { CallContext } from "./call.js";
import type { ReadUndeclared } from "../contract/call-parts.js";
import type { XmlElement } from "../xml/content.js";
import { type QName, isSameName } from "../xml/names.js";
import { readElement } from "../xml/read-content.js";

/** Decides about the calls of a server by SOAP headers that the contract does not declare, such as WS-Security. */
export interface HeaderGuard {
  /** The blocks that it understands; others are read as without it. */
  readonly understood: readonly QName[];
  /**
   * Called before the operation, with the blocks of the call in their order. Calls over HTTP GET and POST have none.
   * @throws ServiceFault to refuse the call
   */
  check(blocks: readonly XmlElement[], call: CallContext): void | Promise<void>;
}

/** Reads the blocks of a guard into `blocks`. */
export function readGuarded(
  guard: HeaderGuard | undefined,
  blocks: XmlElement[],
): ReadUndeclared | undefined {
  if (guard === undefined) return undefined;
  return (reader) => {
    if (!guard.understood.some((each) => isSameName(each, reader))) return undefined;
    blocks.push(readElement(reader));
    return true;
  };
}
