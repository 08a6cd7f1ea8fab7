import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type CsvRecord, csvRecords, maxFieldLength, maxFields } from "#server/admin/csv.js";
import { Refusal } from "#server/admin/refusal.js";

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function read(text: string | Uint8Array, size = 1): Promise<readonly CsvRecord[]> {
  const records: CsvRecord[] = [];
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  for await (const record of csvRecords(inPieces(bytes, size))) records.push(record);
  return records;
}

const fieldsOf = async (text: string): Promise<unknown> => (await read(text)).map(({ fields }) => fields);

describe("a CSV file", () => {
  test.each([
    { text: "", want: [] },
    { text: "a", want: [["a"]] },
    { text: "a\n", want: [["a"]] },
    {
      text: "a,b\r\nc,d\r\n",
      want: [
        ["a", "b"],
        ["c", "d"],
      ],
    },
    {
      text: "a,b\nc,d",
      want: [
        ["a", "b"],
        ["c", "d"],
      ],
    },
    { text: "\ufeffphone\n1", want: [["phone"], ["1"]] },
    { text: "a\n\nb\n", want: [["a"], [""], ["b"]] },
    { text: '="12025550101"', want: [["12025550101"]] },
    { text: '="12025550101",b\n', want: [["12025550101", "b"]] },
    { text: 'a;="0044"\r\n', want: [["a", "0044"]] },
    { text: 'a\t="+44"\tc', want: [["a", "+44", "c"]] },
    { text: '=""', want: [[""]] },
    { text: '="say ""hi"""', want: [['say "hi"']] },
    { text: '="a,b"', want: [["a,b"]] },
    { text: '="a\nb",c', want: [["a\nb", "c"]] },
    { text: '"=""12025550101"""', want: [['="12025550101"']] },
    { text: "=1+1", want: [["=1+1"]] },
    {
      text: ",\n,,",
      want: [
        ["", ""],
        ["", "", ""],
      ],
    },
    { text: '"a,b","c""d","e\r\nf"\n', want: [["a,b", 'c"d', "e\r\nf"]] },
    { text: '"",""', want: [["", ""]] },
    { text: '""', want: [[""]] },
    { text: '"""a"""', want: [['"a"']] },
    { text: " a , b ", want: [[" a ", " b "]] },
    {
      text: 'a;"b;c"\n1;2,5',
      want: [
        ["a", "b;c"],
        ["1", "2,5"],
      ],
    },
    {
      text: '"a";b\n"1";2',
      want: [
        ["a", "b"],
        ["1", "2"],
      ],
    },
    {
      text: "a,b;c\n1,2;3",
      want: [
        ["a", "b;c"],
        ["1", "2;3"],
      ],
    },
    {
      text: '"a;b",c\n1;2,3',
      want: [
        ["a;b", "c"],
        ["1;2", "3"],
      ],
    },
    { text: "a\n1;2", want: [["a"], ["1;2"]] },
    ...["sep=;\r\na;b,c\r\n", "sep=;\na;b,c", "SEP=;\na;b,c", "\ufeffsep=;\na;b,c"].map((text) => ({
      text,
      want: [["a", "b,c"]],
    })),
    ...["sep=,\na,b;c", "sep=\t\na\tb;c"].map((text) => ({ text, want: [["a", "b;c"]] })),
    {
      text: "a\tb;c\n1\t2,5\n",
      want: [
        ["a", "b;c"],
        ["1", "2,5"],
      ],
    },
    { text: '"a\tb"\tc\n', want: [["a\tb", "c"]] },
    {
      text: "a,b,,\n1,2,,\n",
      want: [
        ["a", "b", "", ""],
        ["1", "2", "", ""],
      ],
    },
    { text: "القاهرة,😀", want: [["القاهرة", "😀"]] },
  ])("$text", async ({ text, want }) => {
    expect(await fieldsOf(text)).toEqual(want);
  });

  test("records have the line on which they start", async () => {
    const records = await read('a\r\n"b\nb"\n\nc\n');
    expect(records.map(({ line }) => line)).toEqual([1, 2, 4, 5]);
  });

  test.each([
    { text: 'a\nb"c', want: /^line 2, column 1: a quote inside a field/ },
    { text: '=a"b', want: /^line 1, column 1: a quote inside a field/ },
    { text: '=="b"', want: /^line 1, column 1: a quote inside a field/ },
    { text: '="b"c', want: /^line 1, column 1: text between a closing quote/ },
    { text: 'a\n"b"c', want: /^line 2, column 1: text between a closing quote/ },
    { text: '"b" ,c', want: /^line 1, column 1: text between a closing quote/ },
    { text: 'a\n"b\nc\n', want: /^line 2, column 1: the quote that starts here is never closed/ },
    { text: "a\rb", want: /^line 1, column 1: a carriage return/ },
    { text: "a\r", want: /^line 1, column 1: a carriage return/ },
    { text: '"a"\rb', want: /^line 1, column 1: a carriage return/ },
    { text: "a".repeat(maxFieldLength + 1), want: /^line 1, column 1: a field of more than/ },
    { text: `"${"a\n".repeat(maxFieldLength)}`, want: /^line 1, column 1: a field of more than/ },
    { text: ",".repeat(maxFields), want: /^line 1, column 201: more than/ },
    { text: new Uint8Array([0x61, 0xff]), want: /^line 1: a character is not UTF-8/ },
    { text: Buffer.from("phone,name\n1,Zo\u00eb\n", "latin1"), want: /^line 2: a character is not UTF-8/ },
    { text: "sep=|\na|b\n", want: /^line 1: the separator after sep=/ },
    { text: "sep=;x\na;b\n", want: /^line 1: the separator after sep=/ },
    { text: new Uint8Array([0x61, 0xc3]), want: /not UTF-8/ },
    { text: new Uint8Array([0xff, 0xfe, 0x61]), want: /not UTF-8/ },
  ])("$want", async ({ text, want }) => {
    const error: unknown = await read(text, 3).catch((reason: unknown) => reason);
    expect(error instanceof Refusal ? error.message : error).toMatch(want);
  });

  test.each([
    { name: "UTF-16LE with a mark", bytes: Buffer.from("\ufeffphone\tname\r\n1\t\u05e9\r\n", "utf16le") },
    {
      name: "UTF-16BE with a mark",
      bytes: Buffer.from("\ufeffphone\tname\r\n1\t\u05e9\r\n", "utf16le").swap16(),
    },
    { name: "UTF-16LE without a mark", bytes: Buffer.from("phone\tname\r\n1\t\u05e9\r\n", "utf16le") },
    {
      name: "UTF-16LE with a line sep=",
      bytes: Buffer.from("\ufeffsep=;\r\nphone;name\r\n1;\u05e9", "utf16le"),
    },
  ])("in $name", async ({ bytes }) => {
    for (const size of [1, 3, 1_000])
      expect((await read(Uint8Array.from(bytes), size)).map(({ fields }) => fields)).toEqual([
        ["phone", "name"],
        ["1", "\u05e9"],
      ]);
  });

  test("any written file is read again, in pieces of any size", async () => {
    const quoted = (field: string): string => `"${field.replaceAll('"', '""')}"`;
    const field = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('"', ",", ";", "\r", "\n", "a") }));
    const table = fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom(",", ";"),
        fc.constantFrom("\n", "\r\n"),
        fc.integer({ min: 1, max: 9 }),
        async (rows, separator, end, size) => {
          fc.pre(separator === "," || (rows[0]?.length ?? 0) > 1);
          const text = rows.map((row) => row.map(quoted).join(separator) + end).join("");
          expect((await read(text, size)).map(({ fields }) => fields)).toEqual(rows);
        },
      ),
    );
  });
});
