import { describe, expect, test } from "@jest/globals";
import { type BinarySmsRequest, readBinarySms } from "#server/domain/message/binary-sms.js";
import { incorrect, type Parameter } from "#server/domain/refusals.js";

const request: BinarySmsRequest = { binaryBody: "0102", data_coding: "4", avoidConvertToText: false };

describe("bodies decoded as text", () => {
  test.each<[Partial<BinarySmsRequest>, string, "gsm7" | "ucs2"]>([
    [{ binaryBody: "48656c6c6f", data_coding: "0" }, "Hello", "gsm7"],
    [{ binaryBody: "48656C6C6F" }, "Hello", "gsm7"],
    [{ binaryBody: "001b65", data_coding: "" }, "@€", "gsm7"],
    [{ binaryBody: "4a6f73e9", data_coding: "3" }, "José", "gsm7"],
    [{ binaryBody: "e7", data_coding: "3" }, "ç", "ucs2"],
    [{ binaryBody: "00480069", data_coding: "8" }, "Hi", "ucs2"],
    [{ binaryBody: "06630030", data_coding: "08" }, "\u06630", "ucs2"],
    [{ binaryBody: "d83dde00", data_coding: " 8 " }, "😀", "ucs2"],
    [{ binaryBody: "41", data_coding: "0", esm_class: "1", PID: "0" }, "A", "gsm7"],
    [{ binaryBody: "41", data_coding: "3", esm_class: "128" }, "A", "gsm7"],
    [{ binaryBody: "0041", data_coding: "8", esm_class: "3" }, "A", "ucs2"],
  ])("%j is %j", (change, text, coding) => {
    const content = { kind: "text", text: { text, coding, parts: 1 } };
    const given = { ...request, data_coding: undefined, ...change };
    expect(readBinarySms(given)).toEqual({ ok: true, content });
  });
});

describe("bodies sent unchanged", () => {
  const fields = { esmClass: 0, protocolId: 0, dataCoding: 4 };
  const body = Uint8Array.of(1, 2);
  const none = new Uint8Array();
  test.each<[Partial<BinarySmsRequest>, object]>([
    [{}, { ...fields, header: none, body }],
    [
      { data_coding: "245", PID: "21" },
      { ...fields, dataCoding: 245, protocolId: 21, header: none, body },
    ],
    [
      { data_coding: "8", avoidConvertToText: true },
      { ...fields, dataCoding: 8, header: none, body },
    ],
    [
      { binaryBody: "0605040b8423f0ff", esm_class: "67" },
      { ...fields, esmClass: 67, header: Uint8Array.of(6, 5, 4, 11, 132, 35, 240), body: Uint8Array.of(255) },
    ],
    ...["0", "3", "8"].flatMap<[Partial<BinarySmsRequest>, object]>((data_coding) => {
      const dataCoding = Number(data_coding);
      return [
        [
          { binaryBody: "050003010201" + "0041", data_coding, esm_class: "64" },
          {
            ...{ esmClass: 64, protocolId: 0, dataCoding },
            ...{ header: Uint8Array.of(5, 0, 3, 1, 2, 1), body: Uint8Array.of(0, 65) },
          },
        ],
        [
          { data_coding, PID: "65" },
          { ...fields, dataCoding, protocolId: 65, header: none, body },
        ],
      ];
    }),
  ])("%j", (change, message) => {
    expect(readBinarySms({ ...request, ...change })).toEqual({
      ok: true,
      content: { kind: "binary", message, parts: 1 },
    });
  });

  test.each([
    [140, 1],
    [141, 2],
    [34_170, 255],
  ])("%i octets are %i parts", (length, parts) => {
    const binaryBody = "00".repeat(length);
    expect(readBinarySms({ ...request, binaryBody })).toMatchObject({ ok: true, content: { parts } });
  });
});

describe("parameters that are incorrect", () => {
  test.each<[Parameter, Partial<BinarySmsRequest>]>([
    ["binaryBody", { binaryBody: "010" }],
    ["binaryBody", { binaryBody: "zz" }],
    ["binaryBody", { binaryBody: "00".repeat(34_171) }],
    ["binaryBody", { binaryBody: "80", data_coding: "0" }],
    ["binaryBody", { binaryBody: "1b", data_coding: "0" }],
    ["binaryBody", { binaryBody: "00", data_coding: "3" }],
    ["binaryBody", { binaryBody: "0000", data_coding: "8" }],
    ["binaryBody", { binaryBody: "0048f0", data_coding: "8" }],
    ["binaryBody", { binaryBody: "d83d0041", data_coding: "8" }],
    ["binaryBody", { binaryBody: "0041".repeat(67 * 255 + 1), data_coding: "8" }],
    ["binaryBody", { binaryBody: "050003010101".padEnd(282, "0"), esm_class: "64" }],
    ["binaryBody", { binaryBody: "ff00", esm_class: "64" }],
    ["dataCoding", { data_coding: "256" }],
    ["dataCoding", { data_coding: "0x04" }],
    ["dataCoding", { data_coding: "-1" }],
    ["dataCoding", { data_coding: "4.0" }],
    ["dataCoding", { data_coding: "0004" }],
    ["esmClass", { esm_class: "four" }],
    ["esmClass", { esm_class: "4" }],
    ["esmClass", { esm_class: "7", data_coding: "8", avoidConvertToText: true }],
    ...["4", "5", "8", "16", "24", "32", "68", "132", "160"].map<[Parameter, Partial<BinarySmsRequest>]>(
      (esm_class) => ["esmClass", { esm_class }],
    ),
    ["binaryBody", { binaryBody: "48656c6c6f", data_coding: "0", esm_class: "64" }],
    ["esmClass", { binaryBody: "00ff", data_coding: "8", esm_class: "80" }],
    ["protocolId", { data_coding: "0", PID: "127" }],
    ["protocolId", { PID: "256" }],
    ["protocolId", { PID: "127" }],
  ])("%s: %j", (name, change) => {
    expect(readBinarySms({ ...request, ...change })).toEqual(incorrect(name));
  });

  test.each(["0", "1", "2", "3", "21", "64", "65", "66", "67", "128", "130", "192", "195", "255"])(
    "esm_class %s is sent unchanged",
    (esm_class) => {
      expect(readBinarySms({ ...request, binaryBody: "00ff", esm_class })).toMatchObject({
        ok: true,
        content: { kind: "binary", message: { esmClass: Number(esm_class) } },
      });
    },
  );
});
