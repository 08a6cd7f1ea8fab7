import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  fromNational,
  nationalPart,
  hasTooManyDigits,
  numberHeld,
  numberPrefix,
  phoneNumber,
  shownEntry,
} from "#server/domain/recipients/phone-number.js";

const us = "12025550101";
const uk = "447700900123";
const none = undefined;

describe("a phone number in any accepted spelling", () => {
  test.each<[given: string, want: string]>([
    [us, us],
    ["+12025550101", us],
    ["0012025550101", us],
    ["00 1 2025550101", us],
    [" +1 (202) 555-0101\n", us],
    ["+1.202.555.0101", us],
    ["1.202.555.01.01", us],
    ["+1.2025550101", us],
    ["+1 202 555.0101", us],
    ["1-202-555.0101", us],
    ["+1 (202) 555.0101", us],
    ["12025550101.", us],
    ["447.700.900.123", uk],
    ["+1/202/555-0101", us],
    ["+1\\202\\5550101", us],
    ["+[1] {202} 5550101", us],
    ["(+44) 7700 900123", uk],
    ["(0044) 7700 900123", uk],
    ["+ 44 7700 900123", uk],
    ["- 447700900123", uk],
    ["'+447700900123", uk],
    ["’447700900123", uk],
    ["+44\u00a07700\u2009900\u202f123", uk],
    ["+44\u30007700\t900123", uk],
    ["+44\u20107700\u2011900\u2013123", uk],
    ["+44\u20147700\u2212900\ufe58123", uk],
    ["+44\u00b77700\u2022900123", uk],
    ["\u202a+44 7700 900123\u202c", uk],
    ["\u200e447700900123\u200f", uk],
    ["4477\u200b0090\u200d0123", uk],
    ["\ufeff447700900123", uk],
    ["4477\u00ad00900123", uk],
    ["١٢٠٢٥٥٥٠١٠١", us],
    ["۱۲۰۲۵۵۵۰۱۰۱", us],
    ["１２０２５５５０１０１", us],
    ["＋４４（０）７７００−９００１２３", uk],
    ["٠٠٤٤٧٧٠٠٩٠٠١٢٣", uk],
    ["+44 (0)7700 900123", uk],
    ["+44(0) 7700 900123", uk],
    ["0044 (0)7700 900123", uk],
    ["+44 ( 0 ) 7700-900123", uk],
    ["+44 [0] 7700 900123", uk],
    ["(+44)(0)7700 900123", uk],
    ["+1 (0)202 555 0101", us],
    ["+972 (0)50 123 4567", "972501234567"],
    ["+39 (0)6 1234 5678", "390612345678"],
    ["0039 (0)6 1234 5678", "390612345678"],
    ["1234567", "1234567"],
    ["123456789012345", "123456789012345"],
  ])("%j", (given, want) => {
    expect(phoneNumber(given)).toBe(want);
  });

  test("spaces, dashes and marks anywhere", () => {
    const sign = fc.constantFrom(" ", "-", "\u00a0", "\u2013", "\u200e", "/", "\u202c", "\u3000", "");
    const prefix = fc.constantFrom("", "+", "00", "'", "'+", "(+", "\u202a+", " ", "( ");
    const digits = fc.stringMatching(/^[1-9][0-9]{6,14}$/);
    fc.assert(
      fc.property(
        prefix,
        digits,
        fc.array(sign, { minLength: 15, maxLength: 15 }),
        (start, number, signs) => {
          const written = start + Array.from(number, (digit, index) => digit + (signs[index] ?? "")).join("");
          expect(phoneNumber(written)).toBe(number);
        },
      ),
    );
  });
});

describe("no phone number", () => {
  test.each([
    ["9.72501E+11"],
    ["9,72501E+11"],
    ["9.72501e11"],
    ["4.47700900123E+11"],
    ["9.72501×10^11"],
    ["447700900123.0"],
    ["447700900123.00"],
    ["447700900123.5"],
    ["447700900123.25"],
    ["447700900123,0"],
    ["447700900123·0"],
    ["447700900123٫0"],
    ["4477009001.234567"],
    ["+447700900123.0"],
    ["+44 7700 900123.0"],
    ["+44 7700 900123.125"],
    ["447 700 900 123.50"],
    ["447.700.900.123.0"],
    ["+447700900.123"],
    ["+1 202 555 0101 ext. 12"],
    ["+1 202 555 0101 x12"],
    ["+1 202 555 0101#12"],
    ["+12025550101;ext=12"],
    ["12025550101,12"],
    ["12025550101p12"],
    ["tel:+12025550101"],
    ["Tel: 12025550101"],
    ["12025550101 (Ann)"],
    ["ann.12025550101@example.com"],
    ["12025550101@example.com"],
    ["12025550101/TYPE=PLMN"],
    ["1-800-FLOWERS"],
    ["+1+2025550101"],
    ["++12025550101"],
    ["12025550101+"],
    ["+0012025550101"],
    ["*12025550101"],
    ["12025550101%"],
    ["12025550101_2"],
    ["$12025550101"],
    ["12:02:55:50:10:1"],
    ["１２０２５５５０１０１Ｅ"],
    ["१२०२५५५०१०१"],
    ["44 (0)7700 900123"],
    ["+44 7700 (0)900123"],
    ["+44 (0)(0)7700 900123"],
    ["+441 (0)7700 900123"],
    ["(0)7700 900123"],
    ["07700900123"],
    ["123456"],
    ["1234567890123456"],
    ["''12025550101"],
    ["12'025'550'101"],
    ["\u000012025550101"],
    ["1202\ufffd5550101"],
    ["1️⃣2️⃣0️⃣2️⃣5️⃣5️⃣5️⃣0️⃣1️⃣"],
    [""],
    ["+"],
    [`${" ".repeat(300)}1 2025550101`],
  ])("%j", (given) => {
    expect(phoneNumber(given)).toBe(none);
  });
});

describe("words before a number, where they are dropped", () => {
  test.each<[given: string, want: string | undefined]>([
    ["Tel: 97455512345", "97455512345"],
    ["Tel.: +974 5551 2345", "97455512345"],
    ["Mobile (00974) 5551 2345", "97455512345"],
    ["هاتف: ٩٧٤٥٥٥١٢٣٤٥", "97455512345"],
    ["phone +44 (0)7700 900123", uk],
    ["E97455512345", "97455512345"],
    ["97455512345", "97455512345"],
    ["Tel: 97455512345 ext. 12", none],
    ["Tel: 97455512345.0", none],
    ["Tel: 9.72501E+11", none],
    ["97455512345 Ann", none],
    ["#97455512345", none],
    ["Tel: ", none],
    ["Ann", none],
  ])("%j", (given, want) => {
    expect(phoneNumber(given, { wordsBefore: true })).toBe(want);
  });
});

describe("numbers as they are dialed inside a country", () => {
  test.each<[country: string, given: string, want: string | undefined]>([
    ["44", "07700900123", uk],
    ["44", "07700 900123", uk],
    ["44", "(07700) 900123", uk],
    ["44", "(0)7700 900123", uk],
    ["44", "'07700900123", uk],
    ["44", "٠٧٧٠٠٩٠٠١٢٣", uk],
    ["44", "+447700900123", uk],
    ["44", "00447700900123", uk],
    ["44", "12025550101", us],
    ["44", "+07700900123", none],
    ["44", "0 0 7700 900123", none],
    ["44", "07700900123.0", none],
    ["44", "07700900123 ext. 1", none],
    ["44", "0770", none],
    ["39", "06 1234 5678", "390612345678"],
    ["972", "050-123-4567", "972501234567"],
  ])("in %s: %j", (country, given, want) => {
    expect(phoneNumber(given, { country })).toBe(want);
  });
});

describe("addresses of networks in national form", () => {
  test.each<[country: string, address: string, isNational: boolean, want: string]>([
    ["44", "07700900123", false, uk],
    ["44", "07700900123", true, uk],
    ["44", "7700900123", true, uk],
    ["44", "07700 900123", false, uk],
    ["44", "447700900123", true, "447700900123"],
    ["44", "+447700900123", true, "+447700900123"],
    ["44", "00447700900123", true, "00447700900123"],
    ["44", "12025550101", false, "12025550101"],
    ["1", "2025550101", true, us],
    ["1", "12025550101", true, us],
    ["49", "4921123456", true, "494921123456"],
    ["39", "0612345678", false, "390612345678"],
    ["44", "60123", true, "60123"],
    ["44", "Shop", true, "Shop"],
    ["44", "", true, ""],
  ])("in %s: %j, TON 2: %p", (country, address, isNational, want) => {
    expect(fromNational(address, country, isNational)).toBe(want);
  });
});

test.each<[phone: string, want: number]>([
  ["447700900123", 7700900123],
  ["12025550101", 2025550101],
  ["77001234567", 7001234567],
  ["972501234567", 501234567],
  ["97455512345", 55512345],
  ["390612345678", 612345678],
  ["35312345678", 12345678],
  ["2250701234567", 701234567],
  ["4915112345678", 15112345678],
  ["61412345678", 412345678],
  ["", 0],
])("the digits of %j inside its country are %d", (phone, want) => {
  expect(nationalPart(phone)).toBe(want);
});

describe("first digits of numbers", () => {
  test.each<[given: string, want: string | undefined]>([
    ["44", "44"],
    ["+44", "44"],
    ["0044", "44"],
    ["'+44", "44"],
    ["+44 7700", "447700"],
    ["+1 (202)", "1202"],
    ["٤٤", "44"],
    ["4", "4"],
    ["044", none],
    ["", none],
    ["44.0", none],
    ["4.4E+1", none],
    ["44x", none],
    ["1234567890123456", none],
  ])("%j", (given, want) => {
    expect(numberPrefix(given)).toBe(want);
  });
});

describe("the number that a refused entry holds", () => {
  test.each<[given: string, want: string | undefined]>([
    ["+1 202 555 0101 ext. 12", us],
    ["Tel: +1 202 555 0101", us],
    ["12025550101.0", us],
    ["12025550101.25", us],
    ["12025550101 Ann", us],
    ["Ann 0012025550101", us],
    ["12;12025550101", us],
    ["12025550101;447700900123", us],
    ["44 (0)7700 900123", uk],
    ["ann@12025550101.example", us],
    ["١٢٠٢٥٥٥٠١٠١ ext", us],
    ["9.72501E+11", none],
    ["9.72501123E+11", none],
    ["nobody", none],
    ["12", none],
  ])("%j", (given, want) => {
    expect(numberHeld(given)).toBe(want);
  });
});

test.each<[given: string, want: string]>([
  ["+1 202 555 0101 ext. 12", "+1 202 555 0101 ext. 12"],
  [" 12\t", "12"],
  ["x".repeat(70), "x".repeat(64)],
  [`${"x".repeat(63)}😀`, "x".repeat(63)],
  ["\u0000a\u001b[2J\ud800", "a[2J"],
])("a refused entry is shown as it was given: %j", (given, want) => {
  expect(shownEntry(given)).toBe(want);
});

test.each<[given: string, want: boolean]>([
  ["1".repeat(20), false],
  ["1".repeat(21), true],
  [`00${"1".repeat(20)}`, false],
  ["12025550101 12025550102", true],
  ["12025550101;12025550102", true],
  ["١".repeat(21), true],
  ["a1 ".repeat(1_000_000), true],
  ["a ".repeat(1_000_000), false],
])("more than 20 digits: %#", (given, want) => {
  expect(hasTooManyDigits(given)).toBe(want);
});
