import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { CustomerChange } from "#server/domain/accounts/accounts.js";
import { other, type PortalServer, startPortal } from "./portal-server.js";

let portal: PortalServer;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const draft = { originator: "Shop", numbers: "12025550161", text: "Hello", when: "" };

describe("a message that the service refuses is refused in the words of its form", () => {
  test.each<{ fields: Partial<typeof draft>; change?: CustomerChange; want: string }>([
    { fields: { originator: "Other" }, want: "is not one of your account" },
    { fields: { originator: "TwelveChars!" }, want: "is longer than 11 characters" },
    { fields: { originator: "a^b" }, want: "has characters that are not allowed" },
    { fields: { numbers: "1".repeat(21) }, want: "A phone number has more than 20 digits" },
    { fields: { numbers: "12" }, want: "No number can get the message" },
    { fields: { text: "a".repeat(153 * 255 + 1) }, want: "The text is longer than 255 parts" },
    { fields: { when: "2030-02-30 08:30" }, want: "Use 2030-01-15 08:30" },
    {
      fields: { text: "Привет" },
      change: { strictEncoding: true },
      want: "The text has characters outside the GSM alphabet",
    },
    { fields: {}, change: { maySend: false }, want: "Your account may not send at present." },
  ])("$fields $change: $want", async ({ fields, change, want }) => {
    if (change !== undefined) await portal.store.accounts.changeCustomer(other, change);
    const owner = await portal.logIn("owner", other);
    const refused = await owner.post("/send/check", { ...draft, ...fields });
    expect([refused.isKept, refused.text.includes(want)]).toEqual([true, true]);
    expect(refused.text).not.toMatch(/\b60\d\.\d|FAILURE|request parameter/u);
  });
});
