import { describe, expect, test } from "@jest/globals";
import { csvField } from "#server/admin/csv-field.js";
import { csvRecords } from "#server/admin/csv.js";
import { readNumbers } from "#server/admin/number-file.js";
import { phoneNumber } from "#server/domain/recipients/phone-number.js";

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** What a spreadsheet saves of a field that it has read: a number of 12 digits and more in six digits, without `+` and zeros before it. */
function savedBySpreadsheet(field: string): string {
  const text = /^"(.*)"$/su.exec(field)?.[1]?.replaceAll('""', '"') ?? field;
  if (!/^[+-]?\d+(?:\.\d+)?(?:e\d+)?$/iu.test(text)) return text;
  const number = Number(text);
  return Math.abs(number) < 1e11 ? String(number) : number.toExponential(5).toUpperCase();
}

describe("a field of a CSV file in a spreadsheet", () => {
  test.each<readonly [value: string, field: string]>([
    ["447700900123", "'447700900123"],
    ["12025550101", "'12025550101"],
    ["4512345678", "'4512345678"],
    ["+447700900123", "'+447700900123"],
    ["00447700900123", "'00447700900123"],
    ["07700900123", "'07700900123"],
    ["88213123456789", "'88213123456789"],
    ["12345678901234567890", "'12345678901234567890"],
    ["5e11", "'5e11"],
    ["12E5", "'12E5"],
    ["007", "'007"],
    ["=1+1", "'=1+1"],
    ["@sum", "'@sum"],
  ])("%j is kept as a text", (value, field) => {
    expect(csvField(value)).toBe(field);
    expect(savedBySpreadsheet(csvField(value))).toBe(field);
  });

  test.each([
    "",
    "0",
    "7",
    "70000",
    "298123",
    "0.5",
    "-12.345",
    "1234567.125",
    "Shop",
    "2030-01-15",
    "E5",
    "a0123456789",
  ])("%j stays as it is", (value) => {
    expect(csvField(value)).toBe(value);
  });

  test.each(["447700900123", "12025550101", "298123456", "+447700900123", "0012025550101"])(
    "%j is the same number for every reader",
    async (value) => {
      const wanted = phoneNumber(value);
      const saved = savedBySpreadsheet(csvField(value));
      expect(phoneNumber(saved)).toBe(wanted);
      const found: string[] = [];
      const file = inPieces(Buffer.from(`number,since\r\n${saved},2030-01-15\r\n`), 7);
      await readNumbers(
        file,
        async (phones) => Promise.resolve(void found.push(...phones)),
        () => undefined,
      );
      expect(found).toEqual([wanted]);
    },
  );
});

/** UTF-16 of one byte order. */
const wide = (text: string, order: "le" | "be"): Buffer =>
  order === "le" ? Buffer.from(text, "utf16le") : Buffer.from(text, "utf16le").swap16();

const two = ["12025550101", "12025550102"];

describe("a file of numbers", () => {
  test.each<
    readonly [title: string, bytes: Uint8Array, valid: readonly string[], problems: readonly string[]]
  >([
    ["lines", Buffer.from("12025550101\n12025550102\n"), two, []],
    ["a byte order mark", Buffer.from("\ufeff12025550101\r\n12025550102"), two, []],
    ["UTF-16, little-endian", wide("\ufeff12025550101\r\n12025550102\r\n", "le"), two, []],
    ["UTF-16, big-endian", wide("\ufeff12025550101\r\n12025550102\r\n", "be"), two, []],
    ["UTF-16 without a mark", wide("12025550101\t12025550102\n", "le"), two, []],
    ["tabs, semicolons and commas", Buffer.from("12025550101\t;12025550102,,\n"), two, []],
    ["sep=;", Buffer.from("sep=;\r\n12025550101;\r\n12025550102;\r\n"), two, []],
    ["sep=; in UTF-16", wide("\ufeffsep=;\r\n12025550101;12025550102\r\n", "le"), two, []],
    ["Windows-1252 spaces", Buffer.from("1\xa0202\xa0555\xa00101\n12025550102\n", "latin1"), two, []],
    ["Windows-1252 words", Buffer.from("Zo\xeb\n12025550101\n12025550102\n", "latin1"), two, ["Zoë"]],
    [
      "Windows-1252 letters before digits",
      Buffer.from("\xe912025550101\n12025550102", "latin1"),
      ["12025550102"],
      ["é12025550101"],
    ],
    ["UTF-8 words", Buffer.from("Zoë\n12025550101\n12025550102\n"), two, ["Zoë"]],
    ["an apostrophe", Buffer.from("'12025550101\r\n'+12025550102\r\n"), two, []],
    ["a rounded number", Buffer.from("1.20256E+10\n12025550101\n12025550102\n"), two, ["1.20256E+10"]],
    [
      "a table",
      Buffer.from(
        "customer,number,since,repliedTo\r\n42,12025550101,2030-01-15,447700900999\r\n,12025550102,,\r\n",
      ),
      two,
      [],
    ],
    [
      "a table with sep=; and quotes",
      Buffer.from('sep=;\nName;"Phone"\n"A;B";"12025550101"\nC;12025550102\n'),
      two,
      [],
    ],
    [
      "a table in UTF-16 with tabs",
      wide("\ufeffName\tNUMBER\r\n447700900999\t12025550101\r\nB\t12025550102\r\n", "le"),
      two,
      [],
    ],
    [
      "a table with a wrong number",
      Buffer.from("number,name\n12025550101,A\n12,B\n12025550102,C\n"),
      two,
      ["12"],
    ],
    ["a heading alone", Buffer.from("phone\n12025550101\n12025550102\n"), two, ["phone"]],
    ["nothing", Buffer.from(""), [], []],
    ["a mark alone", Buffer.from("\ufeff"), [], []],
  ])("%s", async (_, bytes, valid, problems) => {
    for (const size of [1, 2, 3, 1_000]) {
      const found: string[] = [];
      const add = async (phones: readonly string[]) => Promise.resolve(void found.push(...phones));
      const report = await readNumbers(inPieces(bytes, size), add, () => undefined);
      expect({ size, found, ...report }).toEqual({
        ...{ size, found: valid, problems, valid: valid.length, invalid: problems.length },
        entries: valid.length + problems.length,
      });
    }
  });

  test("other text in a table of texts is refused with its line", async () => {
    const read = async () => {
      const records = csvRecords(inPieces(Buffer.from("phone,name\n1,A\n2,Zo\xeb\n", "latin1"), 5));
      while ((await records.next()).done !== true);
    };
    await expect(read()).rejects.toThrow(/^line 3: a character is not UTF-8/u);
  });
});
