import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { incorrectParameter, resultTexts } from "#server/faces/contract/result-texts.js";
import { type Desk, noon, openDesk } from "./desk.js";
import {
  basic,
  envelope,
  type Mm7Options,
  mm7Schemas,
  multipartData,
  picture,
  plainData,
} from "./mm7-samples.js";
import { claimDue } from "../storage/claims.js";
import { detailsOf } from "../storage/fixtures.js";

let desk: Desk;

beforeAll(async () => {
  desk = await openDesk();
  await desk.store.accounts.addCredit(42, "MMS", 100_000, noon);
});

afterAll(async () => {
  await desk.close();
});

const identification = (ids: string, sender = "Shop") => ({
  SenderIdentification: `<SenderIdentification>${ids}<SenderAddress><ShortCode>${sender}</ShortCode></SenderAddress></SenderIdentification>`,
});

const vaspId = "<VASPID>42</VASPID>";

async function userNumber(): Promise<number> {
  return (await desk.store.tube.user(42, "api"))?.userNumber ?? 0;
}

describe("an MMS", () => {
  test.each(Object.entries(mm7Schemas))(
    "in %s is charged as MMS and stored with its parts",
    async (_, schema) => {
      const before = await desk.store.accounts.balances(42);
      const mm7Data = multipartData({ schema });
      const answer = await desk.client.sendMMS({ mm7Data });
      expect(answer).toMatchObject({ Result: "OK", RejectedNumbers: [], CustomerID: 42 });
      expect(answer.MMWLTransactionID).toBe(answer.TransactionID);
      const after = await desk.store.accounts.balances(42);
      const [sms, mms] = before;
      expect(after).toEqual([sms, { kind: "MMS", amount: (mms?.amount ?? 0) - 1000 }]);
      expect(answer.NetPoints).toBe(String((mms?.amount ?? 0) / 1000 - 1));
      expect(await claimDue(desk.store, noon, 10)).toMatchObject([
        {
          transactionId: answer.TransactionID,
          phone: "12025550101",
          text: "Offers & news",
          body: { kind: "mms" },
        },
      ]);
      expect(await desk.store.outbox.mmsParts(answer.TransactionID ?? "")).toEqual([
        {
          contentType: "text/plain; charset=utf-8",
          contentId: "text",
          body: new TextEncoder().encode("Schön"),
        },
        { contentType: "image/png", contentId: "picture", body: picture },
      ]);
    },
  );

  test.each(["soap12", "httpGet", "httpPost"] as const)("over %s, and its status", async (binding) => {
    const { TransactionID, Result } = await desk.client.sendMMS({ mm7Data: multipartData() }, { binding });
    expect(Result).toBe("OK");
    const status = await desk.client.getSmsStatus({
      user: desk.user,
      transactionID: TransactionID,
      detailed: true,
    });
    const balances = await desk.store.accounts.balances(42);
    const credits = (kind: string) => String((balances.find((one) => one.kind === kind)?.amount ?? 0) / 1000);
    expect(credits("MMS")).not.toBe(credits("SMS"));
    expect(status).toMatchObject({ Result: "OK", NetPoints: credits("MMS") });
    expect(JSON.stringify(status.Details)).toContain("12025550101");
  });

  test("of a subject alone, as a document without parts", async () => {
    const { Result, TransactionID } = await desk.client.sendMMS({ mm7Data: plainData() });
    expect(Result).toBe("OK");
    expect(await desk.store.outbox.mmsParts(TransactionID ?? "")).toEqual([]);
  });

  test("names its user by number too", async () => {
    const fields = identification(`${vaspId}<VASID>${await userNumber()}</VASID>`);
    expect(await desk.client.sendMMS({ mm7Data: multipartData({ fields }) })).toMatchObject({ Result: "OK" });
  });

  test("goes to To, Cc and Bcc, each number once, and to no recipient that is only displayed", async () => {
    const Recipients = `<Recipients><To><Number>12025550101</Number><Number displayOnly="true">12025550109</Number></To>
      <Cc><ShortCode>12025550102</ShortCode></Cc>
      <Bcc><RFC2822Address>12025550103/TYPE=PLMN</RFC2822Address><Number>12025550101</Number><Number>12</Number></Bcc>
      </Recipients>`;
    const answer = await desk.client.sendMMS({ mm7Data: plainData({ fields: { Recipients } }) });
    expect(answer).toMatchObject({ Result: "OK", RejectedNumbers: ["12"] });
    const details = await detailsOf(desk.store.outbox, 42, answer.TransactionID ?? "");
    expect(details.map(({ phone }) => phone)).toEqual(["12025550101", "12025550102", "12025550103", "12"]);
  });

  test.each<{ element: string; address: string; recipient?: string; rejected?: string; held?: string }>([
    { element: "Number", address: "+1 (202) 555-0104", recipient: "12025550104" },
    { element: "Number", address: "0012025550104", recipient: "12025550104" },
    { element: "RFC2822Address", address: "+12025550104/TYPE=PLMN", recipient: "12025550104" },
    {
      element: "RFC2822Address",
      address: "12025550104/TYPE=PLMN@mms1.example.com",
      recipient: "12025550104",
    },
    { element: "RFC2822Address", address: "12025550104/type=plmn@10.0.0.1", recipient: "12025550104" },
    { element: "RFC2822Address", address: "12025550104@mms1.example.com", recipient: "12025550104" },
    {
      element: "RFC2822Address",
      address: "ann.12025550104@example.com",
      rejected: "ann.12025550104@example.com",
      held: "12025550104",
    },
    { element: "RFC2822Address", address: "1202.5550104@example.com", rejected: "1202.5550104@example.com" },
    {
      element: "RFC2822Address",
      address: "Ann &lt;12025550104@example.com&gt;",
      rejected: "Ann <12025550104@example.com>",
      held: "12025550104",
    },
    {
      element: "Number",
      address: `${"1".repeat(21)}@example.com`,
      rejected: `${"1".repeat(21)}@example.com`,
    },
    { element: "Number", address: "12025550104 ext 5", rejected: "12025550104 ext 5", held: "12025550104" },
    {
      element: "Number",
      address: "12025550104,12025550105",
      rejected: "12025550104,12025550105",
      held: "12025550104",
    },
    { element: "ShortCode", address: "shop12025550104", rejected: "shop12025550104", held: "12025550104" },
    {
      element: "RFC2822Address",
      address: "192.168.1.100/TYPE=IPv4@example.com",
      rejected: "192.168.1.100/TYPE=IPv4@example.com",
      held: "1921681100",
    },
  ])("$element $address", async ({ element, address, recipient, rejected, held = rejected }) => {
    const Recipients = `<Recipients><To><Number>12025550101</Number><${element}>${address}</${element}></To></Recipients>`;
    const answer = await desk.client.sendMMS({ mm7Data: plainData({ fields: { Recipients } }) });
    expect(answer).toMatchObject({
      Result: "OK",
      RejectedNumbers: rejected === undefined ? [] : [rejected],
    });
    const details = await detailsOf(desk.store.outbox, 42, answer.TransactionID ?? "");
    expect(details.map(({ phone }) => phone)).toEqual(["12025550101", recipient ?? held]);
  });

  test.each<[string, number]>([
    ["2030-01-15T13:00:00Z", noon + 3_600_000],
    ["2030-01-15T13:00:00+03:00", noon],
    ["2030-01-15T12:30:00", noon + 1_800_000],
    ["P1DT1H1M1S", noon + 90_061_000],
    ["PT90S", noon + 90_000],
    ["2020-01-01T00:00:00Z", noon],
  ])("waits for %s", async (time, dueAt) => {
    const fields = { EarliestDeliveryTime: `<EarliestDeliveryTime>${time}</EarliestDeliveryTime>` };
    const { TransactionID } = await desk.client.sendMMS({ mm7Data: plainData({ fields }) });
    expect(await desk.store.outbox.statistics(42, TransactionID ?? "")).toMatchObject({ dueAt });
  });
});

const refused = (Result: string, CustomerID = -1, RejectedNumbers: readonly string[] = []) => ({
  ...{ Result, RejectedNumbers, TransactionID: "", NetPoints: "0" },
  ...{ MMWLTransactionID: "", CustomerID },
});

describe("refused", () => {
  test("without data", async () => {
    expect(await desk.client.sendMMS({})).toEqual(refused(resultTexts.noMmsData));
    expect(await desk.client.sendMMS({ mm7Data: new Uint8Array() })).toEqual(refused(resultTexts.noMmsData));
  });

  const incorrect = incorrectParameter("mm7Data");
  test.each<[string, string]>([
    ["no MM7", "GIF89a"],
    ["a document that is not well-formed", envelope().slice(0, -1)],
    ["a document type", envelope().replace("<env:Envelope", "<!DOCTYPE a><env:Envelope")],
    ["SOAP 1.2", envelope().replace("xmlsoap.org/soap/envelope/", "example.com/envelope")],
    ["another request", envelope().replaceAll("SubmitReq", "CancelReq")],
    ["another schema", envelope({ schema: "http://example.com/REL-5-MM7-1-0" })],
    ["release 4", envelope({ schema: mm7Schemas.release5.replace("REL-5", "REL-4") })],
    ["content that is not there", envelope()],
    [
      "a time that is none",
      envelope({ fields: { Content: "", Time: "<EarliestDeliveryTime>P1Y</EarliestDeliveryTime>" } }),
    ],
    [
      "a time beyond all calendars",
      envelope({
        fields: { Content: "", Time: "<EarliestDeliveryTime>999999-01-01T00:00:00Z</EarliestDeliveryTime>" },
      }),
    ],
    ["no closing boundary", new TextDecoder().decode(multipartData()).replace("--outer--", "")],
    ["too much", `A: ${"a".repeat(2 * 1_048_576)}`],
  ])("%s", async (_, text) => {
    const mm7Data = new TextEncoder().encode(text);
    expect(await desk.client.sendMMS({ mm7Data })).toEqual(refused(incorrect));
  });

  const charged = (party: string) => ({ ChargedParty: `<ChargedParty>${party}</ChargedParty>` });
  const html = "Content-Type: text/html\nContent-ID: <content@example.com>\n\n<p>";
  test.each<[string, Mm7Options, ReturnType<typeof refused>]>([
    [
      "a VASPID that is no number, before the credentials",
      { fields: identification("<VASPID>Shop</VASPID>"), authorization: "" },
      refused(resultTexts.vasIdNotNumeric),
    ],
    ["no VASPID", { fields: identification("") }, refused(resultTexts.vasIdNotNumeric)],
    [
      "a VASID that is no number",
      { fields: identification(`${vaspId}<VASID>api</VASID>`) },
      refused(resultTexts.vasIdNotNumeric),
    ],
    ["no credentials", { authorization: "" }, refused(resultTexts.unknownUser)],
    ["credentials of another scheme", { authorization: "Digest abc" }, refused(resultTexts.unknownUser)],
    ["credentials without a colon", { authorization: "Basic YXBp" }, refused(resultTexts.unknownUser)],
    ["a wrong password", { authorization: basic("api", "wrong") }, refused(resultTexts.unknownUser)],
    [
      "a number of another user",
      { fields: identification(`${vaspId}<VASID>999</VASID>`) },
      refused(resultTexts.unknownUser),
    ],
    ["another customer", { fields: identification("<VASPID>77</VASPID>") }, refused(resultTexts.unknownUser)],
    [
      "a charged party, before the content",
      { fields: charged("Recipient"), content: html },
      refused(resultTexts.chargedPartyNotSender, 42),
    ],
    [
      "a charged party in other letters",
      { fields: charged("sender") },
      refused(resultTexts.chargedPartyNotSender, 42),
    ],
    ["a part of another type", { content: html }, refused(incorrect, 42)],
    [
      "only recipients that are not phone numbers",
      {
        fields: {
          Recipients:
            "<Recipients><To><RFC2822Address>ann.12025550104@example.com</RFC2822Address></To></Recipients>",
        },
      },
      refused(resultTexts.allRejected, 42, ["ann.12025550104@example.com"]),
    ],
    [
      "a number of more than 20 digits",
      { fields: { Recipients: `<Recipients><To><Number>${"1".repeat(21)}</Number></To></Recipients>` } },
      refused(resultTexts.numberTooLong, 42),
    ],
    ["no recipients", { fields: { Recipients: "" } }, refused(resultTexts.noPhone, 42)],
    [
      "another originator",
      { fields: identification(vaspId, "Other") },
      refused(resultTexts.unknownOriginator, 42),
    ],
  ])("%s", async (_, options, want) => {
    expect(await desk.client.sendMMS({ mm7Data: multipartData(options) })).toEqual(want);
  });

  test("nothing to show", async () => {
    const mm7Data = plainData({ fields: { Subject: "" } });
    expect(await desk.client.sendMMS({ mm7Data })).toEqual(refused(resultTexts.emptyMessage, 42));
  });

  test("without credit for MMS, even with credit for SMS", async () => {
    const own = await openDesk();
    expect(await own.client.sendMMS({ mm7Data: plainData() })).toEqual(
      refused(resultTexts.insufficientCredit, 42),
    );
    await own.close();
  });
});

test("ChargedParty may say that the sender pays", async () => {
  const fields = { ChargedParty: "<ChargedParty>Sender</ChargedParty>" };
  expect(await desk.client.sendMMS({ mm7Data: plainData({ fields }) })).toMatchObject({ Result: "OK" });
});
