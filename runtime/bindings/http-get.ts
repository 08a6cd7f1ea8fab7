import { isMultiByte, legacyDecoder } from "../text/charset.js";
import type { DecodeOptions, WireRequest } from "./binding.js";
import { formSource } from "./decoded-text.js";
import { formBinding, type FormSource } from "./http-form.js";

/** HTTP GET: the parameters are in the query. */
export const httpGet = formBinding("httpGet", querySource);

const beyondAscii = /[\u0080-\u00ff]/;

/** A query with bytes beyond ASCII arrives as ISO-8859-1 text. */
function querySource({ query }: WireRequest, { charset, lenient }: DecodeOptions): FormSource {
  const decoder = charset === undefined ? undefined : legacyDecoder(charset);
  const isText = !beyondAscii.test(query);
  if (isText && (decoder === undefined || !isMultiByte(decoder.encoding))) return { text: query, decoder };
  const bytes = Uint8Array.from(query, (character) => character.charCodeAt(0));
  return formSource(bytes, decoder, lenient);
}
