import { isXmlContent } from "../../../model/http-content.js";
import type { BindingModel, BindingOperationModel, OperationModel, PartModel } from "../../../model/types.js";
import { isEncoded } from "../contract/contract-index.js";
import type { NamedContract } from "../contract/named-contract.js";

/** One way to reach an operation: a binding, and the operation in it and in its port type. */
export interface Exposure {
  readonly binding: BindingModel;
  readonly bound: BindingOperationModel;
  readonly operation: OperationModel;
}

export function isSoap({ binding }: Pick<Exposure, "binding">): boolean {
  return binding.protocol === "soap11" || binding.protocol === "soap12";
}

/** True for an HTTP binding whose input is one element: as a document, or with its children as parameters. */
export function takesElement(contract: NamedContract, exposure: Exposure): boolean {
  return !isSoap(exposure) && onlyElement(contract, exposure.operation.input) !== undefined;
}

/** The part that is all of a message, where that names an element. */
function onlyElement(contract: NamedContract, message: string | undefined): PartModel | undefined {
  const [part, ...others] = message === undefined ? [] : contract.message(message).parts;
  return others.length === 0 && part?.element !== undefined ? part : undefined;
}

/** True for an HTTP binding whose response is empty or the element of the output. */
export function respondsWithElement(contract: NamedContract, { operation, bound }: Exposure): boolean {
  if (operation.output === undefined || contract.message(operation.output).parts.length === 0) return true;
  return onlyElement(contract, operation.output) !== undefined && isXmlContent(bound.output?.content);
}

/** True for HTTP POST of a document. */
export function postsDocument({ binding, bound }: Exposure): boolean {
  return binding.protocol === "httpPost" && isXmlContent(bound.input.content);
}

/**
 * True where all can be one operation: the element of an HTTP binding is that of Body, or of the other HTTP bindings, and all
 * HTTP bindings have one kind of response.
 */
export function isOneMessage(contract: NamedContract, exposures: readonly Exposure[]): boolean {
  const typed = exposures.filter((exposure) => isSoap(exposure) || takesElement(contract, exposure));
  const http = exposures.filter((exposure) => !isSoap(exposure));
  if (new Set(http.map((exposure) => answerKey(contract, exposure))).size > 1) return false;
  if (!typed.some((exposure) => !isSoap(exposure))) return true;
  const [first] = typed;
  return typed.every(
    (exposure) =>
      exposure.operation.input === first?.operation.input &&
      exposure.operation.output === first?.operation.output &&
      (isSoap(exposure)
        ? hasWholeBody(exposure)
        : typed.every((each) => !isSoap(each)) || respondsWithElement(contract, exposure)),
  );
}

/** True if Body contains all the parts, without a wrapper. */
function hasWholeBody({ bound }: Exposure): boolean {
  const isWhole = bound.input.parts === undefined && bound.output?.parts === undefined;
  return bound.style === "document" && !isEncoded(bound) && isWhole;
}

function answerKey(contract: NamedContract, { operation, bound }: Exposure): string {
  const parts = operation.output === undefined ? [] : contract.message(operation.output).parts;
  const content = bound.output?.content;
  const media =
    content?.kind === "mimeContent" && !isXmlContent(content) ? content.type.toLowerCase() : "xml";
  return JSON.stringify([media, ...parts.map(({ element, type }) => [element, type])]);
}
