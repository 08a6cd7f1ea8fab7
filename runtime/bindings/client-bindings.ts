/** The four bindings of a client, by the names that operations use. */
import { soapClient } from "./soap-client.js";

export { httpGet, httpPost } from "./form-client.js";

/** Calls by SOAP 1.1. */
export const soap11 = /* @__PURE__ */ soapClient("soap11");

/** Calls by SOAP 1.2. */
export const soap12 = /* @__PURE__ */ soapClient("soap12");
