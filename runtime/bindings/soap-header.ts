import { ServiceFault } from "../fault.js";
import type { XmlReader } from "../xml/reader.js";
import { shortened } from "./allowed-text.js";
import { soapVersions, type SoapVersion } from "./soap-version.js";

/** Values of actor (SOAP 1.1 section 4.2.2) and role (SOAP 1.2 part 1 section 2.2) that mean this node. */
const ourRoles: Readonly<Record<SoapVersion, readonly string[]>> = {
  soap11: ["", "http://schemas.xmlsoap.org/soap/actor/next"],
  soap12: [
    "",
    "http://www.w3.org/2003/05/soap-envelope/role/next",
    "http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver",
  ],
};

/**
 * Reads the blocks of Header, which the reader has entered, up to its end tag. No block is understood here: the first
 * one that must be is the result, all others are ignored.
 */
export function readHeader(reader: XmlReader, version: SoapVersion): string | undefined {
  let notUnderstood: string | undefined;
  while (reader.child()) {
    if (isMandatory(reader, version)) notUnderstood ??= reader.name;
    reader.skip();
  }
  return notUnderstood;
}

function isMandatory(reader: XmlReader, version: SoapVersion): boolean {
  const { namespace } = soapVersions[version];
  const mustUnderstand = reader.attribute(namespace, "mustUnderstand")?.trim();
  if (mustUnderstand === undefined || mustUnderstand === "0" || mustUnderstand === "false") return false;
  if (mustUnderstand !== "1" && mustUnderstand !== "true") {
    throw new ServiceFault("InvalidValue", `mustUnderstand is 0 or 1, not '${shortened(mustUnderstand)}'.`);
  }
  const role = reader.attribute(namespace, version === "soap11" ? "actor" : "role")?.trim() ?? "";
  return ourRoles[version].includes(role);
}
