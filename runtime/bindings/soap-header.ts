import { ServiceFault } from "../errors/fault.js";
import type { ReadUndeclared } from "../contract/call-parts.js";
import type { AnyFaultReader, MessageReader, ReadBlock, ReadHeader } from "../contract/message-codecs.js";
import { booleanOf } from "../xsd/numbers.js";
import { trim } from "../xsd/white-space.js";
import type { XmlReader } from "../xml/reader.js";
import { soapVersions, type SoapVersion } from "../contract/soap-version.js";
import { type QName, soap12Namespace } from "../xml/names.js";
import { shortened } from "../xsd/type.js";

/** Values of actor (SOAP 1.1 section 4.2.2) and role (SOAP 1.2 part 1 section 2.2) that mean this node. */
const ourRoles: Readonly<Record<SoapVersion, readonly string[]>> = {
  soap11: ["", "http://schemas.xmlsoap.org/soap/actor/next"],
  soap12: ["", `${soap12Namespace}/role/next`, `${soap12Namespace}/role/ultimateReceiver`],
};

/** Finds the codec of a block; undefined for a block that no operation declares. */
export type KnownBlocks = (element: QName) => MessageReader<unknown> | undefined;

/**
 * Reads the blocks of Header, which the reader has entered, up to its end tag.
 *
 * @param undeclared reads further blocks of a response; others that need not be understood are skipped
 */
export function readHeader(
  reader: XmlReader,
  version: SoapVersion,
  known: KnownBlocks,
  undeclared?: ReadUndeclared,
): ReadHeader {
  const blocks: ReadBlock[] = [];
  while (reader.child()) {
    const mandatory = isMandatory(reader, version);
    const codec = known(reader);
    const { name } = reader;
    if (codec === undefined) {
      const understood = undeclared?.(reader);
      if (mandatory && understood !== true) blocks.push({ name, codec, value: undefined, mandatory });
      if (understood === undefined) reader.skip();
      continue;
    }
    const before = blocks.find((block) => block.codec === codec);
    if (!reader.isRepeated(before)) blocks.push({ name, codec, value: codec.read(reader), mandatory });
  }
  return blocks;
}

/** Name of a block with mustUnderstand that the operation does not declare. */
export function notUnderstood(
  header: ReadHeader,
  codecs: readonly MessageReader<unknown>[],
): string | undefined {
  return header.find(({ mandatory, codec }) => mandatory && (codec === undefined || !codecs.includes(codec)))
    ?.name;
}

/** The codecs of the faults whose detail is a header block. */
export function faultBlocks(faults: readonly AnyFaultReader[] = []): readonly MessageReader<unknown>[] {
  return faults.flatMap(({ header, detail }) => (header ? [detail] : []));
}

function isMandatory(reader: XmlReader, version: SoapVersion): boolean {
  const { namespace } = soapVersions[version];
  const lexical = reader.attribute(namespace, "mustUnderstand") ?? "false";
  const mustUnderstand = booleanOf(lexical);
  if (mustUnderstand === undefined) {
    throw new ServiceFault("InvalidValue", `mustUnderstand is 0 or 1, not '${shortened(trim(lexical))}'.`);
  }
  if (!mustUnderstand) return false;
  const role = trim(reader.attribute(namespace, version === "soap11" ? "actor" : "role") ?? "");
  return ourRoles[version].includes(role);
}
