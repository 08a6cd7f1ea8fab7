/** The path of an error about something that is absent. */
import { expect, test } from "@jest/globals";
import { int } from "#runtime/xsd/primitives.js";
import { absentAttribute } from "#runtime/xml/read-attributes.js";
import { absentChoice } from "#runtime/xml/read-choice.js";
import { noItems, type XmlReader } from "#runtime/xml/reader.js";
import { errorOf, reading } from "./reading.js";

const absent: Readonly<Record<string, (r: XmlReader) => void>> = {
  record: (r) => {
    r.absentRecord("Card");
  },
  value: (r) => r.absent("Card", int),
  list: (r) => {
    noItems(r, "Card");
  },
  attribute: (r) => {
    absentAttribute(r, "Card");
  },
  choice: (r) => {
    absentChoice(r, "Card, Account");
  },
  "choice of one": (r) => {
    absentChoice(r, "Card");
  },
};

test.each([
  ["<Pay/>", "record", "Pay.Card"],
  ["<Pay/>", "value", "Pay.Card"],
  ["<Pay/>", "list", "Pay.Card"],
  ["<Pay/>", "attribute", "Pay.@Card"],
  ["<Pay/>", "choice", "Pay"],
  ["<Pay></Pay>", "choice", "Pay"],
  ["<Pay><New/></Pay>", "choice", "Pay"],
  ["<Pay><New><a/></New> </Pay>", "choice", "Pay"],
  ["<p:Pay xmlns:p='urn:p'/>", "choice", "Pay"],
  ["<Pay/>", "choice of one", "Pay"],
])("%s without the %s is %s", (text, what, path) => {
  const error = errorOf(() => {
    reading(text, (r) => {
      while (r.child()) r.skip();
      absent[what]?.(r);
    });
  });
  expect(error).toMatchObject({ code: "MissingValue", path });
});
