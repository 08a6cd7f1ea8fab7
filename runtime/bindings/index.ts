import type { BindingName, CallBinding } from "../contract/message-codecs.js";
import type { Binding, WireRequest } from "./binding.js";
import { httpGet } from "./http-get.js";
import { httpPost } from "./http-post.js";
import { soapBinding } from "./soap.js";

/** One row per binding of the contract. */
export const bindings: Readonly<Record<BindingName, Binding>> = {
  soap11: soapBinding("soap11"),
  soap12: soapBinding("soap12"),
  httpGet,
  httpPost,
};

/** The binding of a name. */
export type FindBinding = (name: CallBinding) => Binding;

/**
 * Finds the bindings of the contract, and the one for JSON.
 * @throws RangeError for `json`, if there is none
 */
export function bindingsWith(json?: Binding): FindBinding {
  return (name) => {
    const found = name === "json" ? json : bindings[name];
    if (found === undefined) throw new RangeError("The service has no JSON interface");
    return found;
  };
}

/**
 * The binding that decodes a request, chosen by method and path alone; undefined for a request that is not a call. The
 * SOAP version is that of the decoded call, because the envelope determines it.
 */
export function bindingFor({ method, path }: Pick<WireRequest, "method" | "path">): BindingName | undefined {
  if (method === "POST") return path === "" ? "soap11" : "httpPost";
  return method === "GET" && path.length > 1 ? "httpGet" : undefined;
}
