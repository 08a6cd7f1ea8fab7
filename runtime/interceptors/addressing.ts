import { actionOf } from "../bindings/soap-action.js";
import type { SoapVersion } from "../bindings/soap-version.js";
import { ClientError } from "../client-error.js";
import type { ClientCall, Interceptor } from "../interceptor.js";
import { element, textOf, type XmlElement } from "../xml/content.js";
import { blockOf, withBlocks, type WriteBlock } from "./soap-headers.js";

/** Options of `addressing`. */
export interface AddressingOptions {
  /** Value of the header To. Default: the address in the contract. */
  readonly to?: string | URL;
  /** Action of a call. Default: the action in the contract. */
  readonly action?: (call: ClientCall) => string;
  /** Address for the response. Default: the anonymous address, the connection of the request. */
  readonly replyTo?: string;
  /** The id of a message, a URI; default: `urn:uuid:` with a random UUID. */
  readonly messageId?: () => string;
  /** Sends the blocks with `mustUnderstand`; false when not given. */
  readonly mustUnderstand?: boolean;
}

const addressingNamespace = "http://www.w3.org/2005/08/addressing";
const anonymous = "http://www.w3.org/2005/08/addressing/anonymous";
const names = ["To", "From", "ReplyTo", "FaultTo", "Action", "MessageID", "RelatesTo"];

/**
 * WS-Addressing 1.0: sends Action, To, MessageID and ReplyTo, understands the blocks of a response, and refuses one that relates to
 * another message. Only responses over the same connection are read: `replyTo` of another address is for one-way operations.
 */
export function addressing(options: AddressingOptions = {}): Interceptor {
  const { messageId = () => `urn:uuid:${crypto.randomUUID()}`, mustUnderstand = false } = options;
  return async (call, next) => {
    const id = messageId();
    const related: string[] = [];
    const hear = (block: XmlElement): boolean => {
      if (block.namespace !== addressingNamespace || !names.includes(block.name)) return false;
      if (block.name === "RelatesTo") related.push(textOf(block.children).trim());
      return true;
    };
    const write: WriteBlock = (writer, version) => {
      for (const block of blocksOf(call, id, version, options))
        blockOf(block, { mustUnderstand: mustUnderstand && block.name !== "ReplyTo" })(writer, version);
    };
    const result = await next(withBlocks(call, [write], [hear]));
    if (related.length > 0 && !related.includes(id)) {
      const text = `The response relates to the message ${related.join(", ").slice(0, 200)}, the request is ${id}`;
      throw new ClientError("Protocol", text, { status: result.response.status });
    }
    return result;
  };
}

function blocksOf(
  call: ClientCall,
  id: string,
  version: SoapVersion,
  { to = call.service.url, action, replyTo = anonymous }: AddressingOptions,
): readonly XmlElement[] {
  const named = action?.(call) ?? actionOf(call.operation, version, undefined);
  if (named === "")
    throw new RangeError(`${call.operation.name} has no action: give \`addressing\` the option action`);
  if (to === undefined) throw new RangeError("The contract has no address: give `addressing` the option to");
  const block = (name: string, children: XmlElement["children"]): XmlElement =>
    element(name, children, { namespace: addressingNamespace });
  return [
    block("Action", [named]),
    block("To", [String(to)]),
    block("MessageID", [id]),
    block("ReplyTo", [block("Address", [replyTo])]),
  ];
}
