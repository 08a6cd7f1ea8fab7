import { soapVersions, type SoapVersion } from "../contract/soap-version.js";
import type { UndeclaredHeaders } from "../contract/call-parts.js";
import type { ClientCall, Interceptor } from "../client/interceptor.js";
import type { XmlElement } from "../xml/content.js";
import { type QName, isSameName } from "../xml/names.js";
import { readElement } from "../xml/read-content.js";
import { openElement, usedPrefix, writeAttributes, writeContent } from "../xml/write-content.js";
import type { XmlWriter } from "../xml/writer.js";

/** Writes a block of Header. */
export type WriteBlock = (writer: XmlWriter, version: SoapVersion) => void;

/** Receives a block of the response; returns true if the block is understood, as `mustUnderstand` requires. */
export type HearBlock = (block: XmlElement) => boolean;

/** Headers of one call that the contract does not declare. */
class AddedHeaders implements UndeclaredHeaders {
  readonly #blocks: readonly WriteBlock[];
  readonly #hear: readonly HearBlock[];

  constructor(blocks: readonly WriteBlock[], hear: readonly HearBlock[]) {
    this.#blocks = blocks;
    this.#hear = hear;
  }

  with(blocks: readonly WriteBlock[], hear: readonly HearBlock[]): AddedHeaders {
    return new AddedHeaders([...this.#blocks, ...blocks], [...this.#hear, ...hear]);
  }

  has(block: (each: WriteBlock) => boolean): boolean {
    return this.#blocks.some(block);
  }

  readonly write: UndeclaredHeaders["write"] = (writer, version, declared) => {
    writer.raw("<soap:Header>");
    declared();
    for (const write of this.#blocks) write(writer, version);
    writer.raw("</soap:Header>");
  };

  readonly read: UndeclaredHeaders["read"] = (reader) => {
    if (this.#hear.length === 0) return undefined;
    const block = readElement(reader);
    // Every reader receives the block, also after another one has understood it.
    return this.#hear.map((hear) => hear(block)).includes(true);
  };
}

/** The call with further SOAP headers, beside those that other interceptors have added. */
export function withBlocks(
  call: ClientCall,
  blocks: readonly WriteBlock[],
  hear: readonly HearBlock[] = [],
): ClientCall {
  const { undeclared } = call;
  const added = undeclared instanceof AddedHeaders ? undeclared : new AddedHeaders([], []);
  return { ...call, undeclared: added.with(blocks, hear) };
}

/** True if an interceptor has added such a block. */
export function hasBlock({ undeclared }: ClientCall, block: (each: WriteBlock) => boolean): boolean {
  return undeclared instanceof AddedHeaders && undeclared.has(block);
}

/** Attributes of a block that is sent. */
export interface BlockOptions {
  /** The service must refuse the call if it does not understand the block; false when not given. */
  readonly mustUnderstand?: boolean;
  /** URI of the node that the block is for: `actor` of SOAP 1.1, `role` of SOAP 1.2. Default: the service. */
  readonly actor?: string;
}

/** Writes an element as a block. */
export function blockOf(block: XmlElement, options: BlockOptions = {}): WriteBlock {
  const { mustUnderstand = false, actor } = options;
  return (writer, version) => {
    const { tag, declared } = openElement(writer, block);
    const attributes = given(version, options);
    const { namespace } = soapVersions[version];
    if (attributes.length > 0 && (declared.get("soap") ?? namespace) !== namespace) throw usedPrefix("soap");
    if (mustUnderstand) writer.attribute("soap:mustUnderstand", "1");
    if (actor !== undefined) writer.attribute(version === "soap11" ? "soap:actor" : "soap:role", actor);
    writeAttributes(writer, block.attributes, attributes, declared);
    writeContent(writer, block.children, declared);
    writer.close(tag);
  };
}

/** The attributes that the options give: the element must not have them too. */
function given(version: SoapVersion, { mustUnderstand, actor }: BlockOptions): readonly QName[] {
  const { namespace } = soapVersions[version];
  const names = [
    ...(mustUnderstand === true ? ["mustUnderstand"] : []),
    ...(actor === undefined ? [] : ["actor", "role"]),
  ];
  return names.map((name) => ({ namespace, name }));
}

/** Sends SOAP headers that the contract does not declare; a function is called for each call. */
export function sendSoapHeaders(
  blocks: readonly XmlElement[] | ((call: ClientCall) => readonly XmlElement[]),
  options: BlockOptions = {},
): Interceptor {
  return (call, next) => {
    const elements = typeof blocks === "function" ? blocks(call) : blocks;
    return next(
      withBlocks(
        call,
        elements.map((block) => blockOf(block, options)),
      ),
    );
  };
}

/** The block of WS-Security (OASIS WSS 1.0 and 1.1). As `understood`, a response is accepted without a check of what the block says. */
export const securityHeader: QName = {
  namespace: "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd",
  name: "Security",
};

/** Options of `readSoapHeaders`. */
export interface ReadHeadersOptions {
  /** The response may have these blocks with `mustUnderstand`. */
  readonly understood?: readonly QName[];
}

/** Calls `heard` with the undeclared SOAP headers of each response, including faults, in their order. */
export function readSoapHeaders(
  heard: (blocks: readonly XmlElement[], call: ClientCall) => void,
  { understood = [] }: ReadHeadersOptions = {},
): Interceptor {
  return async (call, next) => {
    const blocks: XmlElement[] = [];
    const hear: HearBlock = (block) => {
      blocks.push(block);
      return understood.some((each) => isSameName(each, block));
    };
    try {
      return await next(withBlocks(call, [], [hear]));
    } finally {
      heard(blocks, call);
    }
  };
}
