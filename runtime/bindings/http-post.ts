import { singleByteDecoder } from "../charset.js";
import { ServiceFault } from "../fault.js";
import { shortened } from "./allowed-text.js";
import { type DecodeOptions, header, type WireRequest } from "./binding.js";
import { formBinding, type FormSource } from "./http-form.js";
import { parseMediaType } from "./media-type.js";
import { decodedText } from "./decoded-text.js";

/** HTTP POST: the parameters are in the body, `application/x-www-form-urlencoded`; the query is not read. */
export const httpPost = formBinding("httpPost", bodySource);

function bodySource(request: WireRequest, options: DecodeOptions): FormSource {
  const contentType = header(request, "content-type") ?? "";
  const { type, charset = options.charset ?? "utf-8" } = parseMediaType(contentType);
  if (type !== "application/x-www-form-urlencoded") {
    throw new ServiceFault("InvalidValue", `Request format is invalid: ${shortened(contentType)}.`);
  }
  const decoder = singleByteDecoder(charset);
  if (decoder === undefined && charset !== "utf-8") {
    throw new ServiceFault("UnsupportedMediaType", `Forms cannot be in the charset ${shortened(charset)}.`);
  }
  return { text: decodedText(request.body, decoder), decoder };
}
