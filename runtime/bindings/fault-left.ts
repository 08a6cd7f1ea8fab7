/** What is left of a fault that cannot be read as a whole. */
import type { Reading } from "../contract/client-binding.js";
import { soapVersions } from "../contract/soap-version.js";
import type { ServiceFault } from "../errors/fault.js";
import { withReplacements } from "../text/characters.js";
import type { ReaderOptions } from "../xml/reader-options.js";
import { XmlError } from "../xml/errors.js";
import { XmlReader } from "../xml/reader.js";
import { faultOf, readParts, type FaultParts } from "./received-fault.js";
import { enterBody, enterEnvelope } from "./soap-envelope.js";
import { readerOptions } from "./soap-response.js";

/** Reads characters that XML 1.0 does not allow as U+FFFD. */
class FaultReader extends XmlReader {
  constructor(text: string, options: ReaderOptions) {
    super(withReplacements(text), options);
  }

  override forbidden(): string {
    return "\ufffd";
  }
}

/**
 * The fault in a message whose detail, header or end cannot be read, or whose Fault is in another namespace: with code, reason, and as much of the raw detail
 * as was read. Undefined for a fault without a complete code and reason, and for another message.
 * @param cause why the message could not be read
 */
export function faultLeft<I, O, HI, HO, F>(
  reading: Reading<I, O, HI, HO, F>,
  cause: unknown,
): ServiceFault | undefined {
  const { document, service, text = new TextDecoder().decode(document) } = reading;
  const known = { undeclared: service.faultDetail };
  const parts: FaultParts = { codes: [], texts: new Map(), content: [] };
  try {
    const reader = new FaultReader(text, readerOptions(reading));
    const version = enterEnvelope(reader);
    if (version === undefined) return undefined;
    enterBody(reader, version, () => undefined);
    if (!reader.child() || reader.name !== "Fault" || !isSoap(reader.namespace)) return undefined;
    readParts(reader, known, parts);
  } catch {
    if (parts.codes.length === 0 || !(parts.texts.has("faultstring") || parts.texts.has("text")))
      return undefined;
  }
  return faultOf(parts, known, [], { cause, path: cause instanceof XmlError ? cause.path : undefined });
}

function isSoap(namespace: string): boolean {
  return namespace === "" || Object.values(soapVersions).some((version) => version.namespace === namespace);
}
