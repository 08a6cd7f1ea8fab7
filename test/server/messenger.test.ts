import type { AnyOperation } from "messenger-gen-runtime/host";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  Messenger,
  UnimplementedMessengerService,
  type MessengerService,
  type SendResult,
} from "messenger-client";
import { serve, type RunningServer } from "messenger-gen-host";
import { send, type Sent } from "../host/greeter/server.js";

const namespace = "http://pmmsoapmessenger.com/";
const path = "/bms/Soap/Messenger.asmx";

class Partial extends UnimplementedMessengerService {
  override async getGreeting(): Promise<string> {
    return "Hello";
  }
  override async httpSendSms({
    smsText = "",
  }: {
    readonly smsText?: string | undefined;
  }): Promise<SendResult> {
    return { Result: "OK", RejectedNumbers: [], TransactionID: smsText, NetPoints: "1" };
  }
  override async sendSms2(): Promise<SendResult> {
    return { Result: "OK" };
  }
}

let server: RunningServer;
beforeAll(async () => {
  server = await serve({
    service: Messenger,
    implementation: new Partial(),
    wsdl: "schema/messenger.wsdl",
    host: "127.0.0.1",
    port: 0,
    mounts: [
      { path, compatibility: "strict" },
      { path: "/smspro/soap/messenger.asmx", compatibility: "lenient" },
    ],
    largeBodyOperations: ["SendSms2", "SendMMS"],
  });
});
afterAll(() => server.close());

const soap11 = (body: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;
const xml = { "Content-Type": "text/xml; charset=utf-8" };
const fields =
  "<customerID>42</customerID><userName>api</userName><smsText> a &amp; b </smsText><messageType>Latin</messageType>" +
  "<blink>0</blink><flash>false</flash><Private>1</Private>";
const sendSms = `<HTTP_SendSms xmlns="${namespace}">${fields}</HTTP_SendSms>`;
const query =
  "customerID=42&username=api&smsText=+a+%26+%u0628&messagetype=Latin&BLINK=False&flash=TRUE&private=false";

describe("Messenger over its four bindings", () => {
  test.each<{ name: string; sent: Sent; status: number; body: RegExp }>([
    {
      name: "SOAP 1.1",
      sent: { path, headers: xml, body: soap11(`<GetGreeting xmlns="${namespace}"/>`) },
      status: 200,
      body: /<GetGreetingResult>Hello<\/GetGreetingResult>/,
    },
    {
      name: "SOAP 1.1, text kept",
      sent: { path, headers: { ...xml, SOAPAction: `"${namespace}HTTP_SendSms"` }, body: soap11(sendSms) },
      status: 200,
      body: /<Result>OK<\/Result><RejectedNumbers \/><TransactionID> a &amp; b <\/TransactionID><NetPoints>1</,
    },
    {
      name: "SOAP 1.2",
      sent: {
        path,
        headers: { "Content-Type": "application/soap+xml" },
        body: soap11(sendSms).replace(
          "http://schemas.xmlsoap.org/soap/envelope/",
          "http://www.w3.org/2003/05/soap-envelope",
        ),
      },
      status: 200,
      body: /2003\/05.*<TransactionID> a &amp; b </,
    },
    {
      name: "GET",
      sent: { path: `${path}/HTTP_SendSms?${query}` },
      status: 200,
      body: /<SendResult .*<TransactionID> a &amp; \u0628</,
    },
    {
      name: "POST",
      sent: {
        path: `${path}/HTTP_SendSms`,
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
        body: query,
      },
      status: 200,
      body: /<SendResult .*<TransactionID> a &amp; \u0628</,
    },
    {
      name: "GET of text",
      sent: { path: `${path}/GetGreeting` },
      status: 200,
      body: /<string xmlns="http:\/\/pmmsoapmessenger\.com\/">Hello<\/string>$/,
    },
    {
      name: "an operation that is not implemented",
      sent: { path, headers: xml, body: soap11(sendSms.replaceAll("HTTP_SendSms", "HTTP_KeepAlive")) },
      status: 500,
      body: /<faultcode>soap:Server</,
    },
    {
      name: "a missing parameter",
      sent: { path: `${path}/HTTP_SendSms?customerID=42` },
      status: 500,
      body: /^Missing parameter: \w+\.\n$/,
    },
    {
      name: "a missing field, lenient",
      sent: {
        path: "/smspro/soap/messenger.asmx",
        headers: xml,
        body: soap11(sendSms.replace("<blink>0</blink>", "")),
      },
      status: 200,
      body: /<Result>OK</,
    },
    {
      name: "a missing field, strict",
      sent: { path, headers: xml, body: soap11(sendSms.replace("<blink>0</blink>", "")) },
      status: 500,
      body: /soap:Client.*blink/,
    },
  ])("$name", async ({ sent, status, body }) => {
    const reply = await send(server, sent);
    expect(reply.body).toMatch(body);
    expect(reply.status).toBe(status);
  });
});

test("every operation that has a SOAP binding is reached through node-soap in both versions", async () => {
  const all = new Proxy({} as MessengerService, {
    get: () => () => Promise.reject(new Error("reached")),
  });
  const log: unknown[] = [];
  const keep = (_fields: unknown, event: string): void => void log.push(event);
  const every = await serve({
    service: Messenger,
    implementation: all,
    wsdl: "schema/messenger.wsdl",
    host: "127.0.0.1",
    port: 0,
    mounts: [{ path, compatibility: "lenient" }],
    log: { info: () => undefined, warn: keep, error: keep },
  });
  for (const { name, input } of Object.values<AnyOperation>(Messenger.operations)) {
    const element = `<${input.element?.name} xmlns="${input.element?.namespace}"/>`;
    const message = soap11(element);
    const old = await send(every, { path, headers: xml, body: message });
    const next = await send(every, {
      path,
      headers: { "Content-Type": "application/soap+xml" },
      body: message.replace(
        "http://schemas.xmlsoap.org/soap/envelope/",
        "http://www.w3.org/2003/05/soap-envelope",
      ),
    });
    for (const { body } of [old, next])
      expect(`${name}: ${body}`).toContain("Server was unable to process request.");
  }
  await every.close();
  expect(log).toEqual(
    Array.from({ length: Object.keys(Messenger.operations).length * 2 }, () => "unexpected error"),
  );
});

test("a file of recipients may be large when the request says so", async () => {
  const content = "+12025550101;".repeat(400_000);
  const body = soap11(`<SendSms2 xmlns="${namespace}"><extra>${content}</extra></SendSms2>`);
  const headers = { ...xml, SOAPAction: `"${namespace}SendSms2"` };
  const lenient = "/smspro/soap/messenger.asmx";
  expect((await send(server, { path: lenient, headers, body })).status).toBe(200);
  expect((await send(server, { path: lenient, headers: { ...xml, SOAPAction: '""' }, body })).status).toBe(
    413,
  );
  const other = body.replaceAll("SendSms2", "SendSms");
  expect((await send(server, { path: lenient, headers, body: other })).status).toBe(413);
});

test("the WSDL is one document with both schemas, and its addresses are those of the mount", async () => {
  const { body } = await send(server, { path: "/SMSPRO/soap/messenger.asmx?WSDL" });
  expect(body).not.toContain("schemaLocation");
  expect(body.match(/targetNamespace="[^"]*"/g)).toEqual([
    `targetNamespace="${namespace}"`,
    `targetNamespace="${namespace}"`,
    'targetNamespace="http://microsoft.com/wsdl/types/"',
  ]);
  expect(body.match(/address location="[^"]*"/g)).toEqual(
    Array.from(
      { length: 4 },
      () => `address location="http://127.0.0.1:${server.port}/smspro/soap/messenger.asmx"`,
    ),
  );
});
