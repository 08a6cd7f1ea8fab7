import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { incorrectParameter, missingParameter, resultTexts } from "#server/faces/contract/result-texts.js";
import { runPeer, testWithPeer } from "../peers.js";
import { type Desk, noon, openDesk, password } from "./desk.js";
import { lenientPath, seededService } from "../samples/service.js";
import { claimDue } from "../storage/claims.js";

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
});

afterAll(async () => {
  await desk.close();
});

const fields = `
  <user><CustomerID>42</CustomerID><Name>api</Name><Password>${password}</Password></user>
  <originator>Shop</originator>
  <smsText>Fish &amp; chips</smsText>
  <recipientPhone>12025550101,12</recipientPhone>
  <messageType>Latin</messageType>
  <blink>false</blink>
  <flash>true</flash>
  <Private>0</Private>`;
const document = `<SendSms>${fields}</SendSms>`;
const flatCredentials = `<customerID>42</customerID><userName>api</userName><userPassword>${password}</userPassword>`;

describe("a document is sent", () => {
  test.each([
    ["in no namespace", document],
    ["with a declaration", `<?xml version="1.0" encoding="utf-8"?>\n${document}\n`],
    ["that says UTF-16", `<?xml version="1.0" encoding="utf-16"?>${document}`],
    ["in the namespace of the contract", document.replace(">", ' xmlns="http://pmmsoapmessenger.com/">')],
    ["in a namespace of its own", document.replace(">", ' xmlns="urn:example:shop">')],
    ["with a prefix", `<s:SendSms xmlns:s="urn:example">${fields}</s:SendSms>`],
    ["with an unknown field", document.replace("<blink>", "<priority>1</priority><blink>")],
    ["with a byte order mark", `\ufeff<?xml version="1.0" encoding="utf-8"?>\r\n${document}`],
    ["with the credentials of HTTP_SendSms", document.replace(/<user>.*<\/user>/, flatCredentials)],
  ])("%s", async (_, xml) => {
    const answer = await desk.client.sendSmsXml({ xml });
    expect(answer).toMatchObject({ Result: "OK", RejectedNumbers: ["12"] });
    expect(await claimDue(desk.store, noon, 10)).toMatchObject([
      { transactionId: answer.TransactionID, text: "Fish & chips", dataCoding: 0x10, originator: "Shop" },
    ]);
  });

  test.each(["httpGet", "httpPost", "soap12"] as const)("over %s", async (binding) => {
    await desk.store.accounts.addCredit(42, "SMS", 10_000, noon);
    for (const xml of [document, `\ufeff${document}`]) {
      const { Result } = await desk.client.sendSmsXml({ xml }, { binding });
      expect(Result).toBe("OK");
    }
  });

  test("once for a clientTransactionID, as by SendSmsTransaction", async () => {
    await desk.store.accounts.addCredit(42, "SMS", 10_000, noon);
    const xml = document.replace("<blink>", "<clientTransactionID>order-1</clientTransactionID><blink>");
    const first = await desk.client.sendSmsXml({ xml });
    expect(first.Result).toBe("OK");
    expect(await desk.client.sendSmsXml({ xml })).toEqual(first);
    const same = await desk.client.sendSmsTransaction({
      user: desk.user,
      ...{ originator: "Shop", smsText: "Fish & chips", recipientPhone: "12025550101,12" },
      ...{ messageType: "Latin", blink: false, flash: true, Private: false, clientTransactionID: "order-1" },
    });
    expect(same).toEqual(first);
    const other = await desk.client.sendSmsXml({ xml: xml.replace("chips", "peas") });
    expect(other.Result).toBe(incorrectParameter("clientTransactionID"));
  });
});

test("is read as leniently as the call", async () => {
  const service = await seededService();
  const { server } = service;
  try {
    const bare = document.replace(/<(blink|flash|Private)>[^<]*<\/\1>/g, "");
    const query = `SendSmsXml?xml=${encodeURIComponent(bare)}`;
    const lenient = await fetch(new URL(`${lenientPath}/${query}`, server.url));
    expect(await lenient.text()).toContain("<Result>OK</Result>");
    const strict = await fetch(`${server.url}/${query}`);
    expect(await strict.text()).toContain("<Result>605.6 ");
  } finally {
    await service.close();
  }
});

const refused = (Result: string, RejectedNumbers: readonly string[] = []) => ({
  ...{ Result, RejectedNumbers, TransactionID: "", NetPoints: "0" },
});

describe("a document is refused", () => {
  const doctype = '<!DOCTYPE SendSms [<!ENTITY a "b">]>';
  test.each([
    ["not XML", "Fish & chips"],
    ["white space", " "],
    ["not closed", document.slice(0, -1)],
    ["followed by another one", document + document],
    ["with a document type", doctype + document],
    ["with an external entity", `<!DOCTYPE SendSms SYSTEM "http://example.com/a.dtd">${document}`],
    ["with another root", document.replaceAll("SendSms", "sendSms")],
    ["a SOAP request", `<Envelope><Body>${document}</Body></Envelope>`],
    ["without messageType", document.replace("<messageType>Latin</messageType>", "")],
    ["with an unknown messageType", document.replace("Latin", "latin")],
    ["with a text for a number", document.replace(">42<", ">customer<")],
    ["with a text for a boolean", document.replace(">true<", ">True<")],
    ["with a field twice", document.replace("<blink>", "<flash>true</flash><blink>")],
    ["nested too deep", `<SendSms>${"<a>".repeat(100)}${"</a>".repeat(100)}</SendSms>`],
  ])("%s", async (_, xml) => {
    expect(await desk.client.sendSmsXml({ xml })).toEqual(refused(incorrectParameter("xml")));
  });

  test.each<[string | undefined, string, (readonly string[])?]>([
    [undefined, missingParameter("xml")],
    ["", missingParameter("xml")],
    [document.replace(password, "wrong"), resultTexts.unknownUser],
    [document.replace(/<user>.*<\/user>/, ""), resultTexts.unknownUser],
    [
      document.replace(/<user>.*<\/user>/, flatCredentials.replace(password, "wrong")),
      resultTexts.unknownUser,
    ],
    [
      document.replace("<user>", "<customerID>44</customerID><user>").replace(password, "wrong"),
      resultTexts.unknownUser,
    ],
    [document.replace("Fish &amp; chips", ""), resultTexts.emptyMessage],
    [document.replace("<blink>", "<defDate>soon</defDate><blink>"), resultTexts.badDefDate],
    [document.replace("12025550101,12", "12"), resultTexts.allRejected, ["12"]],
  ])("%#: for the reason that SendSmsTransaction gives", async (xml, want, rejected = []) => {
    expect(await desk.client.sendSmsXml({ xml })).toEqual(refused(want, rejected));
  });
});

testWithPeer("xmllint", "the schema accepts the document, and refuses one without messageType", () => {
  const validate = (input: string) =>
    runPeer("xmllint", ["--nonet", "--noout", "--schema", "schema/send-sms.xsd", "-"], input).status;
  expect(validate(document)).toBe(0);
  expect(validate(document.replace("<messageType>Latin</messageType>", ""))).toBe(3);
});
