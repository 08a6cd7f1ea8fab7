import { ServiceFault } from "../errors/fault.js";
import type { AnyOperation } from "../contract/operation.js";
import type { NamespaceAlias } from "../xml/namespace-alias.js";
import { shortened } from "../xsd/type.js";
import type { SoapVersion } from "../contract/soap-version.js";

/**
 * Refuses a SOAP 1.1 request without an action where the binding declares one: the header is required (SOAP 1.1, section 6.1.1).
 *
 * @throws ServiceFault `UnknownOperation`
 */
export function requireAction(expected: string, soapAction: string | undefined): void {
  if (expected === "" || (soapAction !== undefined && unquoted(soapAction) !== "")) return;
  const found = soapAction === undefined ? "absent" : "empty";
  const text = `Unable to handle request. The HTTP header SOAPAction is ${found}; SOAP 1.1 requires it: ${quotedAction(expected)}.`;
  throw new ServiceFault("UnknownOperation", text);
}

/**
 * Compares the action of a request with that of the operation in its body. The body decides; an absent or empty action
 * agrees with any.
 *
 * @param soapAction value of the SOAPAction header, with or without double quotes, possibly percent-encoded
 * @param action parameter of application/soap+xml
 * @throws ServiceFault `UnknownOperation` if one of them disagrees
 */
export function checkAction(
  expected: string,
  soapAction: string | undefined,
  action: string | undefined,
): void {
  if (soapAction !== undefined && !agrees(soapAction, expected)) {
    const text = `Server did not recognize the value of HTTP Header SOAPAction: ${shortened(plain(soapAction))}.`;
    throw new ServiceFault("UnknownOperation", text);
  }
  if (action !== undefined && !agrees(action, expected)) {
    const text = `Unable to handle request. The action '${shortened(plain(action))}' was not recognized.`;
    throw new ServiceFault("UnknownOperation", text);
  }
}

/** True when a request names this action beside its body. */
export function namesAction(
  expected: string,
  soapAction: string | undefined,
  action: string | undefined,
): boolean {
  return [soapAction, action].some(
    (found) => found !== undefined && unquoted(found) !== "" && agrees(found, expected),
  );
}

/** The action if the service has it, undefined otherwise. */
export function knownAction(found: string | undefined, actions: Iterable<string>): string | undefined {
  if (found === undefined) return undefined;
  for (const action of actions) if (agrees(found, action)) return found;
  return undefined;
}

function agrees(found: string, expected: string): boolean {
  if (found === expected || isQuoted(found, expected)) return true;
  const bare = unquoted(found);
  return bare === expected || bare === "" || percentDecoded(bare) === expected;
}

/** True for the text in double quotes and nothing else, as nearly all clients send it. */
function isQuoted(found: string, text: string): boolean {
  if (found.length !== text.length + 2 || found.indexOf(text) !== 1) return false;
  return found.startsWith('"') && found.endsWith('"');
}

function plain(value: string): string {
  return percentDecoded(unquoted(value));
}

function unquoted(value: string): string {
  const trimmed = value.trim();
  const quoted = trimmed.length > 1 && trimmed.startsWith('"') && trimmed.endsWith('"');
  return quoted ? trimmed.slice(1, -1) : trimmed;
}

/** The percent-decoded text; unchanged if it cannot be decoded. */
export function percentDecoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The action of an operation; empty for none. If it starts with the namespace of the contract, that is replaced by the
 * namespace of the service.
 */
export function actionOf(
  { action = "", actions }: Pick<AnyOperation, "action" | "actions">,
  version: SoapVersion,
  alias: NamespaceAlias | undefined,
): string {
  const own = actions?.[version] ?? action;
  if (alias === undefined || !own.startsWith(alias.contract)) return own;
  return alias.wire + own.slice(alias.contract.length);
}

const notInHeader = /[^\x21\x23-\x5b\x5d-\x7e]/gu;

/** An action as a header value, in double quotes; characters that are not allowed there are percent-encoded. */
export function quotedAction(action: string): string {
  return `"${action.replace(notInHeader, encodeURIComponent)}"`;
}
