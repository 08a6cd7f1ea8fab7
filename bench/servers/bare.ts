import { createServer } from "node:http";
import { listen } from "./report.js";

/** The baseline: node:http reads the body and responds with constant bytes. */
const answer = Buffer.from(
  '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"' +
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>' +
    '<HTTP_SendSmsResponse xmlns="http://pmmsoapmessenger.com/"><HTTP_SendSmsResult><Result>OK</Result><RejectedNumbers>' +
    "<string>12025550105</string><string>12025550106</string></RejectedNumbers><TransactionID>" +
    "6f1c2f1e-8f3b-4c55-9d1e-3d0a54a1b0c7</TransactionID><NetPoints>1234</NetPoints></HTTP_SendSmsResult>" +
    "</HTTP_SendSmsResponse></soap:Body></soap:Envelope>",
);

listen(
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.writeHead(200, { "Content-Type": "text/xml; charset=utf-8", "Content-Length": answer.length });
      response.end(answer);
    });
  }),
);
