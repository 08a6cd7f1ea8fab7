import { expect, test } from "@jest/globals";
import { chargeFor, creditText, wholeCredits } from "#server/domain/credit/credit.js";

test.each([
  { balance: 0, want: "0" },
  { balance: 999, want: "0" },
  { balance: 1000, want: "1" },
  { balance: 99_999, want: "99" },
  { balance: -1, want: "-1" },
  { balance: -2500, want: "-3" },
])("$balance thousandths are $want whole credits", ({ balance, want }) => {
  expect(wholeCredits(balance)).toBe(want);
  expect(creditText("prepaid", balance)).toBe(want);
  expect(creditText("postpaid", balance)).toBe("POSTPAID");
});

test("a message costs the sum of the recipients' prices times its parts", () => {
  expect(chargeFor(3, 2500)).toBe(7500);
});
