import type { BindingName } from "../contract/message-codecs.js";
import type { Binding, WireRequest } from "./binding.js";
import { httpGet } from "./http-get.js";
import { httpPost } from "./http-post.js";
import { soap11 } from "./soap11.js";
import { soap12 } from "./soap12.js";

/** One row per binding. */
export const bindings: Readonly<Record<BindingName, Binding>> = { soap11, soap12, httpGet, httpPost };

/**
 * The binding that decodes a request, chosen by method and path alone; undefined for a request that is not a call. The
 * SOAP version is that of the decoded call, because the envelope determines it.
 */
export function bindingFor({ method, path }: Pick<WireRequest, "method" | "path">): BindingName | undefined {
  if (method === "POST") return path === "" ? "soap11" : "httpPost";
  return method === "GET" && path.length > 1 ? "httpGet" : undefined;
}
