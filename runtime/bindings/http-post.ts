import { legacyDecoder } from "../text/charset.js";
import { ServiceFault } from "../errors/fault.js";
import { shortened } from "../xsd/type.js";
import { type DecodeOptions, header, type WireRequest } from "./binding.js";
import { formBinding, type FormSource } from "./http-form.js";
import { parseMediaType } from "../contract/media-type.js";
import { formSource } from "./decoded-text.js";

/** HTTP POST: the parameters are in the body, `application/x-www-form-urlencoded`; the query is not read. */
export const httpPost = formBinding("httpPost", bodySource);

function bodySource(request: WireRequest, options: DecodeOptions): FormSource {
  const contentType = header(request, "content-type") ?? "";
  const { type, charset } = parseMediaType(contentType);
  if (type !== "application/x-www-form-urlencoded") {
    throw new ServiceFault("InvalidValue", `Request format is invalid: ${shortened(contentType)}.`);
  }
  return formSource(request.body, decoderFor(charset, options), options.lenient);
}

const utf8Names: ReadonlySet<string> = new Set(["utf-8", "utf8"]);

/** Undefined for UTF-8. A lenient host ignores an unknown charset. */
function decoderFor(named: string | undefined, { charset, lenient = false }: DecodeOptions) {
  const own = charset === undefined ? undefined : legacyDecoder(charset);
  if (named === undefined) return own;
  const decoder = legacyDecoder(named);
  if (decoder !== undefined || utf8Names.has(named)) return decoder;
  if (lenient) return own;
  throw new ServiceFault("UnsupportedCharset", `Forms cannot be in the charset ${shortened(named)}.`);
}
