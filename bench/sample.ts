import { Buffer } from "node:buffer";
import type { FindListsResult, SendResult } from "messenger-client";
import { toGuid } from "messenger-gen-runtime";

export const path = "/bms/Soap/Messenger.asmx";
export const namespace = "http://pmmsoapmessenger.com/";

const text =
  "Your parcel 4711 is ready &amp; waits for you at the counter of Example Street 12, until Friday evening at eight.";

/** About 1 KB: an HTTP_SendSms call in SOAP 1.1, as a .NET client writes it. */
export const envelope =
  '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"' +
  ' xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
  `<HTTP_SendSms xmlns="${namespace}"><customerID>42</customerID><userName>api</userName>` +
  `<userPassword>correct horse battery staple</userPassword><originator>Shop</originator><smsText>${text}</smsText>` +
  "<recipientPhone>+12025550101,+12025550102,+12025550103,+12025550104,+12025550105,+12025550106</recipientPhone>" +
  "<messageType>Latin</messageType><defDate>20300102030405</defDate><blink>false</blink><flash>false</flash>" +
  "<Private>false</Private></HTTP_SendSms></soap:Body></soap:Envelope>";

/** The response of every measured server. */
export const answer: SendResult = {
  Result: "OK",
  RejectedNumbers: ["12025550105", "12025550106"],
  TransactionID: "6f1c2f1e-8f3b-4c55-9d1e-3d0a54a1b0c7",
  NetPoints: "1234",
};

const form = new URLSearchParams({
  customerID: "42",
  userName: "api",
  userPassword: "correct horse battery staple",
  originator: "Shop",
  smsText: text.replace("&amp;", "&"),
  recipientPhone: "+12025550101,+12025550102,+12025550103,+12025550104,+12025550105,+12025550106",
  messageType: "Latin",
  defDate: "20300102030405",
  blink: "false",
  flash: "false",
  Private: "false",
}).toString();

function post(target: string, contentType: string, body: string, extra = ""): Buffer {
  const head =
    `POST ${target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${contentType}\r\n${extra}` +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.from(head + body);
}

/** Where servers of JSON have their interface. */
export const jsonPath = "/json";

const sms = {
  originator: "Shop",
  smsText: text.replace("&amp;", "&"),
  recipientPhone: "+12025550101,+12025550102,+12025550103,+12025550104,+12025550105,+12025550106",
  messageType: "Latin",
  defDate: "20300102030405",
  blink: false,
  flash: false,
};

/** The same call as JSON, at its default path. */
const jsonCall = {
  customerID: 42,
  userName: "api",
  userPassword: "correct horse battery staple",
  ...sms,
  Private: false,
};

/** A document of 1 KB: SendSmsTransaction by the names of `/v1`. */
export const jsonDocument = {
  user: { customerId: 42, name: "api", password: "correct horse battery staple" },
  ...sms,
  recipientPhone: Array.from({ length: 50 }, (_, at) => `+12025550${100 + at}`).join(","),
  private: false,
  clientTransactionId: "order-4711",
};

export const requests = {
  json: post(`${jsonPath}/HTTP_SendSms`, "application/json", JSON.stringify(jsonCall)),
  soap11: post(path, "text/xml; charset=utf-8", envelope, `SOAPAction: "${namespace}HTTP_SendSms"\r\n`),
  soap12: post(
    path,
    "application/soap+xml; charset=utf-8",
    envelope.replace("http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope"),
  ),
  httpGet: Buffer.from(`GET ${path}/HTTP_SendSms?${form} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
  httpPost: post(`${path}/HTTP_SendSms`, "application/x-www-form-urlencoded", form),
};

/** A FindListsResult of about 13 MB as XML: 50,000 lists. */
export function manyLists(rows = 50_000): FindListsResult {
  return {
    ErrorCode: 0,
    Result: "OK",
    Lists: Array.from({ length: rows }, (_, row) => ({
      ID: toGuid(`00000000-0000-4000-8000-${row.toString(16).padStart(12, "0")}`),
      Name: `Customers of shop ${row}`,
      Category: row % 3 === 0 ? "Retail & wholesale" : "Retail",
      RecipientsCount: row * 7,
      Version: row % 100,
      Private: row % 2 === 0,
      Type: row % 5 === 0 ? "SmartList" : "DistributionList",
    })),
  };
}
