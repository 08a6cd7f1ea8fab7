import { ServiceFault } from "../fault.js";
import { XmlError } from "../xml/errors.js";

/** The fault for whatever went wrong while a request was read. */
export function readFault(error: unknown): ServiceFault {
  if (error instanceof ServiceFault) return error;
  if (error instanceof XmlError) return xmlFault(error);
  return new ServiceFault("Internal", "Server was unable to read request.", { cause: error });
}

function xmlFault(error: XmlError): ServiceFault {
  const { reason, code, message, path, line, column } = error;
  const placed = reason === "MalformedMessage" && code !== "Encoding";
  const place = placed ? ` (line ${line}, column ${column})` : "";
  const text = `Server was unable to read request. ---> ${message}${place}`;
  return new ServiceFault(reason, text, { cause: error, path });
}
