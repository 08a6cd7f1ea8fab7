/** Elements that came in another namespace than the declared one. */
import type { Reading } from "../contract/client-binding.js";
import type { CalledOperation, MessageForm } from "../contract/message-codecs.js";
import { XmlError } from "../xml/errors.js";
import type { XmlReader } from "../xml/reader.js";
import { NamespaceProbe } from "../xml/renaming-reader.js";
import { readEnvelope, readerOptions } from "./soap-response.js";

/** The namespaces of the elements of a response, its headers and faults: those of the messages first. */
export function namespacesOf<I, O, HI, HO, F>({
  output,
  faults = [],
  headers,
}: Pick<CalledOperation<I, O, HI, HO, F>, "output" | "faults" | "headers">): readonly string[] {
  const blocks = headers?.format.readersOf(headers.output) ?? [];
  const forms: readonly (MessageForm | undefined)[] = [
    output,
    ...faults.map(({ detail }) => detail),
    ...blocks,
  ];
  const own = forms.flatMap((form) => [form?.element, form?.first].flatMap((name) => name?.namespace ?? []));
  const others = forms.flatMap((form) => form?.prefixes?.map(({ namespace }) => namespace) ?? []);
  return [...new Set([...own, "", ...others])];
}

/** The error about the first of them; undefined where each element that is not declared has another name as well. */
export function misnamedIn<I, O, HI, HO, F>(reading: Reading<I, O, HI, HO, F>): XmlError | undefined {
  if (reading.text === undefined) return undefined;
  const probe = new NamespaceProbe(reading.text, {
    ...readerOptions(reading),
    namespaces: namespacesOf(reading.operation),
  });
  const undeclared = { write: () => undefined, read: skipBlock };
  try {
    readEnvelope(probe, { ...reading, service: { ...reading.service, undeclared } });
  } catch (error) {
    // The declared element is there, too.
    if (error instanceof XmlError && error.code === "Duplicate") return undefined;
  }
  if (probe.found === undefined) return undefined;
  const { name, from, to, path } = probe.found;
  const came = from === "" ? "no namespace" : `namespace ${from}`;
  const expected = to === "" ? "none" : to;
  const detail = `${name} came in ${came}, expected ${expected}: lenientReading accepts it.`;
  return probe.error("UnexpectedElement", detail, undefined, path);
}

/** Headers have been read before. */
function skipBlock(reader: XmlReader): boolean {
  reader.skip();
  return true;
}
