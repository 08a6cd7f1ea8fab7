import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { JsonStreamWriter, JsonWriter, writeJsonPieces } from "messenger-gen-runtime/json";
import { joinedBytes } from "#runtime/mime/joined-bytes.js";
import { type TextInPieces, writePieces } from "#runtime/xml/text-pieces.js";
import { streamOf } from "#runtime/xml/row-stream.js";
import { StreamWriter } from "#runtime/xml/stream-writer.js";
import { XmlWriter } from "#runtime/xml/writer.js";
import type { ForbiddenCharacters } from "#runtime/xml/writer.js";

async function* oneByOne(pieces: readonly string[]): AsyncGenerator<string, void> {
  yield* pieces;
}

function element(writer: XmlWriter, text: TextInPieces): void {
  writer.open("a");
  writePieces(writer, text);
  writer.close("a");
}

async function xmlOf(text: TextInPieces, forbiddenCharacters?: ForbiddenCharacters): Promise<string> {
  const writer = new StreamWriter({ forbiddenCharacters });
  element(writer, text);
  const pieces = [];
  for await (const piece of streamOf(writer)) pieces.push(piece);
  return new TextDecoder().decode(joinedBytes(pieces));
}

async function jsonOf(text: TextInPieces): Promise<string> {
  const writer = new JsonStreamWriter(true);
  writer.open();
  writer.record('"a":', writeJsonPieces, text);
  writer.value('"b":', { print: () => "1", printAny: () => "1" }, 1);
  writer.close();
  let json = "";
  for await (const piece of writer.stream()) json += piece;
  return json;
}

describe("a text in pieces is written as the whole text", () => {
  test.each<readonly [string, readonly string[], string]>([
    ["no piece", [], ""],
    ["an empty piece", [""], ""],
    ["one", ["abc"], "abc"],
    ["markup", ["<a", "&b", "]]", ">"], "<a&b]]>"],
    ["a quotation mark and a backslash", ['"', "\\", "\n"], '"\\\n'],
    ["a pair of surrogates between pieces", ["x\ud83d", "\ude00y"], "x\ud83d\ude00y"],
    ["two pairs, cut three times", ["\ud83d", "\ude00\ud83d", "\ude01"], "\ud83d\ude00\ud83d\ude01"],
    ["a half that nothing follows", ["x", "\ud83d"], "x\ufffd"],
    ["a half before another character", ["\ud83d", "x"], "\ufffdx"],
    ["a second half alone", ["x\ude00", "y"], "x\ufffdy"],
    ["a control character", ["\u0001", "x"], "\ufffdx"],
  ])("%s", async (_, pieces, want) => {
    const xml = await xmlOf(want);
    expect(await xmlOf(oneByOne(pieces))).toBe(xml);
    expect(await jsonOf(oneByOne(pieces))).toBe(JSON.stringify({ a: want, b: 1 }));
  });

  test("any text, cut anywhere", async () => {
    const texts = fc.string({ unit: "binary", maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(texts, fc.array(fc.nat(60), { maxLength: 4 }), async (text, cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
        expect(await xmlOf(oneByOne(pieces))).toBe(await xmlOf(text));
        expect(await jsonOf(oneByOne(pieces))).toBe(await jsonOf(text));
      }),
      { numRuns: 200 },
    );
  });

  test("a long one in several pieces of the response", async () => {
    const row = "12025550100\n";
    async function* many(): AsyncGenerator<string, void> {
      for (let count = 0; count < 20_000; count++) yield row;
    }
    expect(await xmlOf(many())).toBe(`<a>${row.repeat(20_000)}</a>`);
    expect(await jsonOf(many())).toBe(JSON.stringify({ a: row.repeat(20_000), b: 1 }));
  });
});

test("a half at the end is refused where forbidden characters are", async () => {
  await expect(xmlOf(oneByOne(["x", "\ud83d"]), "refuse")).rejects.toThrow();
});

test.each<readonly [string, readonly unknown[]]>([
  ["the halves of a character as bytes", [Buffer.of(0xc3), Buffer.of(0xa9)]],
  ["undefined", ["a", undefined]],
  ["null", ["a", null]],
  ["a number", [7, "a"]],
])("refuses pieces that are not texts: %s", async (_, pieces) => {
  const given = oneByOne(pieces as readonly string[]);
  await expect(xmlOf(given)).rejects.toThrow("Not a text");
  await expect(jsonOf(oneByOne(pieces as readonly string[]))).rejects.toThrow("Not a text");
});

test("a request has no pieces that arrive one by one", () => {
  const pieces = oneByOne(["x"]);
  expect(() => {
    element(new XmlWriter(), pieces);
  }).toThrow(RangeError);
  expect(() => {
    writeJsonPieces(new JsonWriter(), pieces);
  }).toThrow(RangeError);
});
