import { soapBinding } from "./soap.js";

/** SOAP 1.2 over HTTP POST. */
export const soap12 = soapBinding("soap12");
