import { soapBinding } from "./soap.js";

/** SOAP 1.1 over HTTP POST. */
export const soap11 = soapBinding("soap11");
