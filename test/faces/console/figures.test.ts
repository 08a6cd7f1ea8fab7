import { describe, expect, test } from "@jest/globals";
import { delayText, groupedText, phoneText } from "#server/faces/web/number-texts.js";

describe("a phone number", () => {
  test.each([
    ["12025550142", "+1 202 555 0142"],
    ["12025550***", "+1 202 555 0•••"],
    ["491701234567", "+49 170 123 4567"],
    ["4479460958", "+44 794 609 58"],
    ["971501234567", "+971 501 234 567"],
    ["85212345678", "+852 123 456 78"],
    ["1202", "1202"],
    ["0123456789", "0123456789"],
    ["Shop", "Shop"],
    ["", ""],
  ])("%j is shown as %j", (number, want) => {
    expect(phoneText(number)).toBe(want);
  });
});

test.each([
  ["0", "0"],
  ["999.5", "999.5"],
  ["1000", "1,000"],
  ["-1234567.125", "−1,234,567.125"],
])("the amount %s is shown as %s", (amount, want) => {
  expect(groupedText(amount)).toBe(want);
});

test.each([
  [undefined, "—"],
  [2.84, "2.8 s"],
  [14.2, "14 s"],
  [240, "4 min"],
  [Infinity, "over 1 h"],
])("a delay of %s seconds is shown as %s", (seconds, want) => {
  expect(delayText(seconds)).toBe(want);
});
