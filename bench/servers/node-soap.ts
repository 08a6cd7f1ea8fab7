import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import * as soap from "soap";
import { answer, path } from "../sample.js";
import { listen } from "./report.js";

/** node-soap as its documentation shows it, on the same contract. */
const server = createServer();
const uri = "schema/messenger.wsdl";
const methods = {
  HTTP_SendSms: () => ({
    HTTP_SendSmsResult: { ...answer, RejectedNumbers: { string: answer.RejectedNumbers } },
  }),
};
soap.listen(server, {
  path,
  services: { Messenger: { MessengerSoap: methods, MessengerSoap12: methods } },
  xml: readFileSync(uri, "utf8"),
  uri,
  callback: () => {
    listen(server);
  },
});
