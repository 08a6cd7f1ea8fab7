import type { CallContext } from "./call.js";
import type { ReadUndeclared } from "../contract/call-parts.js";
import type { XmlElement } from "../xml/content.js";
import { type QName, isSameName } from "../xml/names.js";
import { readElement } from "../xml/read-content.js";
import { readWithin, type ContentLimit } from "../xml/read-within.js";
import type { SoapVersion } from "../contract/soap-version.js";

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

/** Keeps all blocks that no operation declares; says whether the host understands one. */
export type KeepBlocks = (block: QName, version: SoapVersion) => boolean;

/** Who reads blocks that no operation declares. */
export interface BlockReaders {
  readonly guard: HeaderGuard | undefined;
  readonly keepBlocks: KeepBlocks | undefined;
}

/** Blocks of one message that are kept for the host. */
const keptBlocks = 64;
/** Room for all of them: names, values of attributes and texts have 64 Ki UTF-16 code units together. */
const room: Readonly<ContentLimit> = { elements: 1_000, units: 65_536 };

/**
 * Reads the blocks of the guard into `blocks`, and those that no operation declares if the host keeps them. A block for which there is no
 * room is skipped and not understood, and so are all behind it: a part of one could pass for something else.
 */
export function readUndeclared(
  { guard, keepBlocks }: BlockReaders,
  version: SoapVersion,
  blocks: XmlElement[],
): ReadUndeclared | undefined {
  if (guard === undefined && keepBlocks === undefined) return undefined;
  let left: ContentLimit | undefined;
  return (reader) => {
    if (guard !== undefined && understands(guard, reader)) {
      blocks.push(readElement(reader));
      return true;
    }
    if (keepBlocks === undefined || blocks.length >= keptBlocks) return undefined;
    left ??= { ...room };
    const isUnderstood = keepBlocks(reader, version);
    const block = readWithin(reader, left);
    if (block === undefined) return false;
    blocks.push(block);
    return isUnderstood;
  };
}

/** Lets the guard decide about a call by its blocks among those that were read. */
export async function checkGuarded(
  guard: HeaderGuard,
  blocks: readonly XmlElement[],
  call: CallContext,
): Promise<void> {
  await guard.check(
    blocks.filter((block) => understands(guard, block)),
    call,
  );
}

function understands({ understood }: HeaderGuard, block: QName): boolean {
  return understood.some((each) => isSameName(each, block));
}
