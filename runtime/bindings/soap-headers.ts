import type {
  HeaderFormat,
  HeaderReaders,
  HeaderWriters,
  MessageReader,
  MessageWriter,
  ReadHeader,
} from "../message-codecs.js";
import type { XmlWriter } from "../xml/writer.js";

/** The headers of operations that have any. */
export const soapHeaders: HeaderFormat = { readersOf, valuesOf, write };

function valuesOf<H>(header: ReadHeader, blocks: HeaderReaders<H>): H {
  const entries = Object.entries<MessageReader<unknown>>(blocks).flatMap(
    ([property, codec]): [string, unknown][] => {
      const found = header.find((block) => block.codec === codec);
      return found === undefined ? [] : [[property, found.value]];
    },
  );
  // The codec of a property has read its value.
  return Object.fromEntries(entries) as H;
}

function readersOf<H>(blocks: HeaderReaders<H>): readonly MessageReader<unknown>[] {
  return Object.values<MessageReader<unknown>>(blocks);
}

function write<H>(writer: XmlWriter, blocks: HeaderWriters<H>, values: H | undefined): void {
  if (values === undefined || values === null) return;
  const given = new Map<string, unknown>(Object.entries(values));
  const present = Object.entries<MessageWriter<unknown>>(blocks).filter(
    ([property]) => given.get(property) !== undefined,
  );
  if (present.length === 0) return;
  writer.raw("<soap:Header>");
  for (const [property, codec] of present) {
    if (codec.element === undefined) continue;
    const tag = writer.openElement(codec.element, codec.prefixes);
    codec.write(writer, given.get(property));
    writer.close(tag);
  }
  writer.raw("</soap:Header>");
}
