import { ServiceFault } from "../fault.js";
import { shortened } from "./allowed-text.js";
import { header, type WireRequest } from "./binding.js";
import { formBinding } from "./http-form.js";
import { parseMediaType } from "./media-type.js";
import { utf8Text } from "./utf8.js";

/** HTTP POST: the parameters are in the body, `application/x-www-form-urlencoded`; the query is not read. */
export const httpPost = formBinding("httpPost", bodyText);

function bodyText(request: WireRequest): string {
  const contentType = header(request, "content-type") ?? "";
  const { type, charset = "utf-8" } = parseMediaType(contentType);
  if (type !== "application/x-www-form-urlencoded") {
    throw new ServiceFault("InvalidValue", `Request format is invalid: ${shortened(contentType)}.`);
  }
  if (charset !== "utf-8") {
    throw new ServiceFault("UnsupportedMediaType", `Forms are UTF-8, not ${shortened(charset)}.`);
  }
  return utf8Text(request.body);
}
