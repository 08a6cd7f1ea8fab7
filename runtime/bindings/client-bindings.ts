import type { BindingName } from "../operation.js";
import type { ClientBinding } from "./client-binding.js";
import { httpGetClient, httpPostClient } from "./form-client.js";
import { soapClient } from "./soap-client.js";

/** One row per binding. */
export const clientBindings: Readonly<Record<BindingName, ClientBinding>> = {
  soap11: soapClient("soap11"),
  soap12: soapClient("soap12"),
  httpGet: httpGetClient,
  httpPost: httpPostClient,
};
