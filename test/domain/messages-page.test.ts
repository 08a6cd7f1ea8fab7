import { expect, test } from "@jest/globals";
import { maxBodyLength, maxOctets } from "#server/domain/message/binary-message.js";
import { readBinarySms } from "#server/domain/message/binary-sms.js";
import { readFileSync } from "node:fs";

const page = readFileSync("docs/reference/messages.md", "utf8");

/** First cells of the table whose first column has this heading. */
function table(heading: string): readonly number[] {
  const [, rows = ""] = page.split(new RegExp(`^\\| \`${heading}\` .*\\n\\|[-| ]+\\|\\n`, "m"));
  const cells = rows.split("\n\n", 1)[0]?.matchAll(/^\| `([0-9]+)` /gm) ?? [];
  return Array.from(cells, ([, value]) => Number(value));
}

const octets = Array.from({ length: 256 }, (_, value) => value);

test("docs/reference/messages.md lists every data_coding that is decoded as text", () => {
  const text = octets.filter((value) => {
    const request = { binaryBody: "0041", data_coding: String(value), avoidConvertToText: false };
    const content = readBinarySms(request);
    return content.ok && content.content.kind === "text";
  });
  // In Latin-1 the first octet of the body above is U+0000, which is invalid, so another body tests this coding.
  const latin1 = readBinarySms({ binaryBody: "41", data_coding: "3", avoidConvertToText: false });
  expect(latin1).toMatchObject({ content: { kind: "text" } });
  expect(table("data_coding")).toEqual([...text, 3].sort((a, b) => a - b));
});

test("docs/reference/messages.md lists every refused type of esm_class", () => {
  const types = octets.filter((value) => (value & 0b0011_1100) === value);
  const refused = types.filter((value) => {
    const request = {
      binaryBody: "0041",
      data_coding: "4",
      esm_class: String(value),
      avoidConvertToText: false,
    };
    return !readBinarySms(request).ok;
  });
  const row = page.split("\n").find((line) => line.startsWith("| 5 to 2"));
  const [, , , meaning = ""] = row?.split("|") ?? [];
  expect(Array.from(meaning.matchAll(/`(\d+)`/g), ([, value]) => Number(value))).toEqual(refused);
});

test("docs/reference/messages.md states the limits", () => {
  expect(page).toContain(`more than ${maxOctets} octets`);
  expect(page).toContain(`(${maxBodyLength.toLocaleString("en")} octets)`);
});
