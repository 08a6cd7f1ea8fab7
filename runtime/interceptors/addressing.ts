import { actionOf } from "../bindings/soap-action.js";
import type { SoapVersion } from "../contract/soap-version.js";
import { ClientError } from "../errors/client-error.js";
import type { ClientCall, Interceptor } from "../client/interceptor.js";
import { element, textOf, type XmlElement } from "../xml/content.js";
import { blockOf, hasBlock, withBlocks, type WriteBlock } from "./soap-headers.js";

/** Options of `addressing`. */
export interface AddressingOptions {
  /**
   * Value of the header To. Default: the address of the transport, otherwise that in the contract; without one the header is left out,
   * which means the anonymous address (WS-Addressing 1.0 Core, section 3.2).
   */
  readonly to?: string | URL;
  /** Action of a call. Default: the action in the contract (WS-Addressing Metadata, section 4.4). */
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

/** Blocks that `addressing` writes. */
const addressingBlocks = new WeakSet<WriteBlock>();

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
    addressingBlocks.add(write);
    const result = await next(withBlocks(call, [write], [hear]));
    if (related.length > 0 && !related.includes(id)) {
      const text = `The response relates to the message ${related.join(", ").slice(0, 200)}, the request is ${id}`;
      throw new ClientError("Protocol", text, { status: result.response.status });
    }
    return result;
  };
}

/**
 * `addressing` as the contract requires it: over the versions of SOAP that `ServiceContract.addressing` lists, unless another
 * interceptor sends these headers. Generated clients have it inside all other interceptors.
 */
export function requiredAddressing(to?: string | URL): Interceptor {
  const addressed = addressing(to === undefined ? {} : { to });
  return (call, next) => {
    const { service, binding } = call;
    const isRequired = service.addressing?.some((each) => each === binding) === true;
    return isRequired && !hasBlock(call, (block) => addressingBlocks.has(block))
      ? addressed(call, next)
      : next(call);
  };
}

function blocksOf(
  call: ClientCall,
  id: string,
  version: SoapVersion,
  { to = call.transport.url ?? call.service.url, action, replyTo = anonymous }: AddressingOptions,
): readonly XmlElement[] {
  const { operation } = call;
  const named = action?.(call) ?? operation.addressingAction ?? actionOf(operation, version, undefined);
  if (named === "")
    throw new RangeError(`${operation.name} has no action: give \`addressing\` the option action`);
  const block = (name: string, children: XmlElement["children"]): XmlElement =>
    element(name, children, { namespace: addressingNamespace });
  return [
    block("Action", [named]),
    ...(to === undefined ? [] : [block("To", [String(to)])]),
    block("MessageID", [id]),
    block("ReplyTo", [block("Address", [replyTo])]),
  ];
}
