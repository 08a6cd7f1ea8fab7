import type {
  HeaderFormat,
  HeaderReaders,
  HeaderWriters,
  MessageReader,
  MessageWriter,
  ReadHeader,
} from "../contract/message-codecs.js";
import type { XmlWriter } from "../xml/writer.js";

/** The headers of operations that have any. */
export const soapHeaders: HeaderFormat = { readersOf, valuesOf, write, writeBlocks };

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
  if (present(blocks, values).length === 0) return;
  writer.raw("<soap:Header>");
  writeBlocks(writer, blocks, values);
  writer.raw("</soap:Header>");
}

function writeBlocks<H>(writer: XmlWriter, blocks: HeaderWriters<H>, values: H | undefined): void {
  for (const [codec, value] of present(blocks, values)) {
    if (codec.element === undefined) continue;
    const tag = writer.openElement(codec.element, codec.prefixes);
    codec.write(writer, value);
    writer.close(tag);
  }
}

/** The given values with the codecs of their blocks. */
function present<H>(
  blocks: HeaderWriters<H>,
  values: H | undefined,
): readonly (readonly [MessageWriter<unknown>, unknown])[] {
  const given = new Map<string, unknown>(Object.entries(values ?? {}));
  return Object.entries<MessageWriter<unknown>>(blocks)
    .map(([property, codec]) => [codec, given.get(property)] as const)
    .filter(([, value]) => value !== undefined);
}
