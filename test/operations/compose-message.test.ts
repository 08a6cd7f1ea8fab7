import { expect, test } from "@jest/globals";
import { type SenderRules, type SmsRequest, textRules } from "#server/domain/message/compose.js";
import { composeMessage } from "#server/operations/compose-message.js";
import { incorrect, type Refused, refuse } from "#server/domain/refusals.js";

const now = Date.UTC(2030, 0, 15, 12, 0, 0);
const sender: SenderRules = {
  originators: ["Shop"],
  timeZone: "UTC",
  strictEncoding: false,
  plainPunctuation: false,
  numbers: {},
};
const good: SmsRequest = {
  originator: "Shop",
  smsText: "Your parcel is ready",
  recipientPhone: "12025550101,12,12025550102",
  messageType: "Latin",
  defDate: "20300115130000",
};

const compose = (request: SmsRequest, rules: SenderRules) =>
  composeMessage(request, textRules(request, rules), rules, now);

test("a request that keeps the rules", async () => {
  expect(await compose(good, sender)).toEqual({
    ok: true,
    sms: {
      originator: "Shop",
      text: "Your parcel is ready",
      coding: "gsm7",
      parts: 1,
      dueAt: now + 3_600_000,
      recipients: ["12025550101", "12025550102"],
      rejected: ["12"],
    },
  });
});

/** Every check with a request that fails it, in the order of the checks. */
const checks: readonly { readonly fault: Partial<SmsRequest>; readonly want: Refused }[] = [
  { fault: { smsText: "" }, want: refuse("emptyMessage") },
  { fault: { defDate: "soon" }, want: refuse("badDefDate") },
  { fault: { smsText: "a".repeat(40_000) }, want: incorrect("smsText") },
  { fault: { originator: "TwelveChars!" }, want: refuse("originatorTooLong") },
  { fault: { originator: "a|b" }, want: refuse("originatorBadCharacters") },
  { fault: { originator: "Store" }, want: refuse("unknownOriginator") },
  { fault: { recipientPhone: " , " }, want: refuse("noPhone") },
  { fault: { recipientPhone: "1".repeat(21) }, want: refuse("numberTooLong") },
];

test.each(checks.map((check, index) => ({ ...check, later: checks.slice(index + 1) })))(
  "$want.refusal.name precedes later checks",
  async ({ fault, want, later }) => {
    for (const { fault: other } of [{ fault: {} }, ...later]) {
      const composition = await compose({ ...good, ...other, ...fault }, sender);
      expect(composition).toEqual(want);
    }
  },
);

test("a customer without originators", async () => {
  expect(await compose(good, { ...sender, originators: [] })).toEqual(refuse("noOriginators"));
});
