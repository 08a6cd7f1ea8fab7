import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseGuid, readGuid } from "#runtime/xsd/guid.js";

const guid = "0f8fad5b-d9cb-469f-a165-70867728950e";

describe("readGuid", () => {
  test.each([
    ["D", guid],
    ["N", "0f8fad5bd9cb469fa16570867728950e"],
    ["B", `{${guid}}`],
    ["P", `(${guid})`],
    ["X", "{0x0f8fad5b,0xd9cb,0x469f,{0xa1,0x65,0x70,0x86,0x77,0x28,0x95,0x0e}}"],
    ["X without leading zeros", "{0xf8fad5b,0xd9cb,0x469f,{0xa1,0x65,0x70,0x86,0x77,0x28,0x95,0xe}}"],
    ["X with white space", "{ 0xf8fad5b, 0xd9cb, 0x469f, { 0xa1,0x65,0x70,0x86,0x77,0x28,0x95,0xe } }"],
  ])("format %s, in either case, with white space around it", (format, text) => {
    const upper = text.toUpperCase().replaceAll("0X", "0x");
    for (const given of [text, upper, ` ${text}\r\n`]) expect(readGuid(given)).toBe(guid);
    for (const given of [text, upper]) expect(parseGuid(given)).toBe(format === "D" ? guid : undefined);
  });

  test.each([
    "",
    "{}",
    guid.slice(1),
    `${guid}0`,
    `{${guid}`,
    `${guid}}`,
    `{${guid})`,
    `[${guid}]`,
    `{${guid.replaceAll("-", "")}}`,
    guid.replace("-", ""),
    guid.replace("0", "g"),
    `${guid} ${guid}`,
    "{0x0f8fad5b,0xd9cb,0x469f,{0xa1,0x65,0x70,0x86,0x77,0x28,0x95}}",
    "{0x10f8fad5b,0xd9cb,0x469f,{0xa1,0x65,0x70,0x86,0x77,0x28,0x95,0x0e}}",
    `${" ".repeat(1_000)}${guid}`,
  ])("%j is not a GUID", (text) => {
    expect(readGuid(text)).toBeUndefined();
  });

  test("reads every GUID that parseGuid reads, alike", () => {
    fc.assert(
      fc.property(fc.uuid(), (text) => {
        expect(readGuid(text)).toBe(parseGuid(text));
        expect(readGuid(`{${text}}`)).toBe(parseGuid(text));
      }),
    );
  });
});
