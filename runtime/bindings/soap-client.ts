import type { CalledOperation } from "../contract/message-codecs.js";
import type { TransportResponse } from "../transport/transport.js";
import { XmlWriter } from "../xml/writer.js";
import type { BoundRequest, CalledService, ClientBinding, Result } from "../contract/client-binding.js";
import { readResponse } from "./soap-response.js";
import { actionOf, quotedAction } from "./soap-action.js";
import { soapVersions, type SoapVersion } from "../contract/soap-version.js";
import { writeEnvelope } from "./soap.js";

/** Calls by one SOAP version. */
export function soapClient(version: SoapVersion): ClientBinding {
  return {
    request: (operation, input, service, values) => {
      const { alias, forbiddenCharacters } = service;
      const action = actionOf(operation, version, service.alias);
      const { multipart = service.multipart } = operation;
      const parts = multipart?.collect(service.mtom === true);
      const writer = new XmlWriter({ alias, forbiddenCharacters, beside: parts });
      writeEnvelope(writer, version, operation, {
        message: operation.input,
        value: input,
        writeHeader: (w) => {
          const { headers } = operation;
          if (service.undeclared === undefined) headers?.format.write(w, headers.input, values);
          else
            service.undeclared.write(w, version, () => headers?.format.writeBlocks(w, headers.input, values));
        },
      });
      const document = writer.toString();
      const message = parts?.packRequest(version, action, document) ?? {
        headers: actionHeaders(version, action),
        body: document,
      };
      return { method: "POST", target: "", ...message };
    },
    result: <I, O, HI, HO, F>(
      operation: CalledOperation<I, O, HI, HO, F>,
      response: TransportResponse,
      service: CalledService,
    ): Result<O, HO> => {
      const answer = readResponse({ version, operation, response, service, document: response.body });
      if ("fault" in answer) throw answer.fault;
      return answer;
    },
  };
}

/** SOAP 1.1 section 6.1.1; RFC 3902 for SOAP 1.2, where an action is optional. */
function actionHeaders(version: SoapVersion, action: string): BoundRequest["headers"] {
  const { contentType } = soapVersions[version];
  if (version === "soap11") return { "content-type": contentType, soapaction: quotedAction(action) };
  return { "content-type": action === "" ? contentType : `${contentType}; action=${quotedAction(action)}` };
}
