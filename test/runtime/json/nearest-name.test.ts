import { expect, test } from "@jest/globals";
import { nearestName, unknownText } from "#runtime/json/nearest-name.js";

const declared = ["originator", "smsText", "recipientPhone", "messageType", "defDate", "flash", "blink"];

test.each([
  { given: "smsTxt", wanted: "smsText" },
  { given: "SmsText", wanted: "smsText" },
  { given: "sms_text", wanted: "smsText" },
  { given: "SMS-TEXT", wanted: "smsText" },
  { given: "smsTetx", wanted: "smsText" },
  { given: "orginator", wanted: "originator" },
  { given: "originatorr", wanted: "originator" },
  { given: "recipientPhones", wanted: "recipientPhone" },
  { given: "recipentPhone", wanted: "recipientPhone" },
  { given: "msgType", wanted: undefined },
  { given: "messagetyp", wanted: "messageType" },
  { given: "deffDate", wanted: "defDate" },
  { given: "falsh", wanted: "flash" },
  { given: "flush", wanted: "flash" },
  { given: "password", wanted: undefined },
  { given: "x", wanted: undefined },
  { given: "", wanted: undefined },
  { given: "\u0000\u202e", wanted: undefined },
  { given: "__proto__", wanted: undefined },
])("$given: $wanted", ({ given, wanted }) => {
  expect(nearestName(given, declared)).toBe(wanted);
});

test("a name of any length, and names in any number, cost little", () => {
  const names = Array.from({ length: 100_000 }, (_, at) => `member${at}`);
  const { user } = process.cpuUsage();
  expect(nearestName("a".repeat(4_000_000), names)).toBeUndefined();
  expect(nearestName(`member${"0".repeat(58)}`, names)).toBeUndefined();
  // Microseconds of this process: a name of a million characters, compared with each, would take minutes.
  expect(process.cpuUsage().user - user).toBeLessThan(5_000_000);
});

test("the text has the declared name, and nothing of what was given", () => {
  expect(unknownText("member", "smsText")).toBe("There is no such member; did you mean smsText?");
  expect(unknownText("parameter", undefined)).toBe("There is no such parameter.");
});
