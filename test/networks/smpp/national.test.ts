import { describe, expect, test } from "@jest/globals";
import { nationalTables } from "#server/domain/text/national-tables.js";
import {
  type DeliverSm,
  defaultPartOptions,
  type PartOptions,
  readIncoming,
  submitsOf,
} from "#server/networks/smpp/index.js";
import { packSeptets, fillBits } from "#server/networks/smpp/message/gsm-text.js";
import { readContent } from "#server/faces/smpp/content.js";
import { incoming, submitSm } from "./pdus.js";

const points = (digits: string): string =>
  digits
    .split(" ")
    .map((point) => (point === "-" ? " " : String.fromCodePoint(Number.parseInt(point, 16))))
    .join("");

/** Septets of each table with their code points; `-`: none. */
const rows: readonly {
  readonly language: number;
  readonly name: string;
  readonly alphabet?: string;
  readonly extension: string;
}[] = [
  {
    language: 1,
    name: "Turkish",
    alphabet: "04:20ac 07:131 0b:11e 0c:11f 1c:15e 1d:15f 40:130 60:e7 7f:e0",
    extension: "47:11e 49:130 53:15e 63:e7 65:20ac 67:11f 69:131 73:15f 14:5e",
  },
  {
    language: 2,
    name: "Spanish",
    extension: "09:e7 0a:c 41:c1 49:cd 4f:d3 55:da 61:e1 65:20ac 69:ed 6f:f3 75:fa",
  },
  {
    language: 3,
    name: "Portuguese",
    alphabet: "04:ea 06:fa 09:e7 0e:c1 12:aa 15:221e 16:5e 17:5c 18:20ac 1a:7c 24:ba 40:cd 5b:c3 60:7e 7d:60",
    extension: "05:ea 0b:d4 0f:e1 13:393 19:398 1f:ca 41:c0 5b:c3 5c:d5 61:c2 7b:e3 7f:e2",
  },
  {
    language: 4,
    name: "Bengali",
    alphabet:
      "00:981 03:985 0b:98c 0c:- 0f:98f 11:- 13:993 1f:99e 22:99f 28:29 2a:9a5 3c:- 3d:9aa 45:- 46:9b2 4a:9b6 4e:9bc 56:9c4 59:9c7 5f:9cd 60:9ce 7b:9d7 7d:9dd 7f:9f1",
    extension:
      "00:40 19:9e6 1a:9e7 1c:9e8 23:9ef 24:9df 27:9e2 2a:9e3 2b:9f2 2e:9f5 30:9f6 34:9fa 28:7b 2f:5c",
  },
  {
    language: 5,
    name: "Gujarati",
    alphabet:
      "00:a81 0c:a8d 0e:- 11:a91 13:a93 44:ab0 45:- 47:ab3 49:ab5 57:ac5 58:- 5b:ac9 60:ad0 7b:ae0 7e:ae3 7f:af1",
    extension: "19:964 1a:965 1c:ae6 25:aef 40:7c 41:41 5a:5a",
  },
  {
    language: 6,
    name: "Hindi",
    alphabet:
      "00:901 0b:90c 0e:90e 12:912 20:20 21:21 27:924 29:28 2e:2e 3c:929 48:934 4d:939 4e:93c 57:945 5f:94d 60:950 61:61 7a:7a 7b:972 7c:97b 7e:97e 7f:97f",
    extension: "1c:966 25:96f 26:951 29:7d 2a:953 2c:958 2e:95a 30:95b 34:95f 38:963 39:970 3a:971 3c:5b",
  },
  {
    language: 7,
    name: "Kannada",
    alphabet:
      "00:- 01:c82 0c:- 0e:c8e 11:- 12:c92 24:ca1 45:cb1 48:- 4e:cbc 57:- 58:cc6 60:cd5 7b:cd6 7f:ce3",
    extension: "1c:ce6 26:cde 27:cf1 2a:cf2 13:a1 16:5f",
  },
  {
    language: 8,
    name: "Malayalam",
    alphabet: "01:d02 0f:d0f 45:d31 48:d34 4e:- 4f:d3d 56:d44 57:- 60:d57 7b:d60 7f:d79",
    extension: "26:d70 2d:d75 2e:d7a 30:d7b 34:d7f 18:2a",
  },
  {
    language: 9,
    name: "Oriya",
    alphabet: "00:b01 0c:- 10:b10 13:b13 45:- 48:- 49:b35 57:- 5d:b4b 60:b56 7b:b57 7f:b63",
    extension: "1c:b66 26:b5c 27:b5d 2a:b5f 2b:b70 2c:b71",
  },
  {
    language: 10,
    name: "Punjabi",
    alphabet:
      "00:a01 08:a0a 09:- 0b:- 0f:a0f 47:a33 49:a35 4b:- 4c:a38 4e:a3c 4f:- 50:a3e 54:a42 56:- 59:a47 60:a51 7b:a70 7f:a74",
    extension: "1d:a67 26:a59 2a:a5b 2c:a5e 2d:a75",
  },
  {
    language: 11,
    name: "Tamil",
    alphabet:
      "01:b82 09:- 0e:b8e 15:b95 16:- 19:b99 1c:- 1d:b9c 1e:- 22:b9f 23:- 26:ba3 2a:- 2d:- 2f:ba8 3c:ba9 3d:baa 3e:- 42:bae 4d:bb9 4e:- 50:bbe 55:- 58:bc6 60:bd0 7b:bd7 7c:bf0 7f:bf9",
    extension: "1c:be6 24:bee 26:bf3 2a:bf5 2d:bf8 2e:bfa",
  },
  {
    language: 12,
    name: "Telugu",
    alphabet: "00:c01 0c:- 0e:c0e 45:c31 48:- 4e:- 4f:c3d 57:- 5a:c48 60:c55 7b:c56 7f:c63",
    extension: "1c:c66 22:c6c 25:c6f 26:c58 27:c59 2a:c78 2e:c7c 30:c7d 32:c7f",
  },
  {
    language: 13,
    name: "Urdu",
    alphabet:
      "00:627 06:6a6 08:6c2 0b:679 12:681 13:684 14:683 1c:68c 22:68f 23:68d 28:29 2a:699 2d:696 2f:698 3c:69a 45:641 47:6a9 49:6ab 4c:6b1 53:648 54:6c4 55:6d5 56:6c1 57:6be 58:621 59:6cc 5b:6d2 5c:64d 5f:657 60:654 7b:655 7c:651 7f:670",
    extension:
      "19:600 1a:601 1c:6f0 25:6f9 26:60c 2e:612 30:613 32:61b 33:61f 34:640 37:66b 3a:673 3b:6cd 3c:5b 3f:6d4",
  },
];

const entries = (text: string): readonly (readonly [number, string])[] =>
  text.split(" ").map((entry) => {
    const [septet = "", point = ""] = entry.split(":");
    return [Number.parseInt(septet, 16), points(point)];
  });

const received = (
  header: readonly number[],
  septets: readonly number[],
  latin: PartOptions["latin"] = "gsm",
) => {
  const octets =
    latin === "packed" ? packSeptets(Uint8Array.from(septets), fillBits(header.length)) : septets;
  const changed: Partial<DeliverSm> = {
    esmClass: 0x40,
    shortMessage: Uint8Array.from([...header, ...octets]),
  };
  return readIncoming({ ...incoming, ...changed }, latin).text;
};

describe.each(rows)("the tables of $name", ({ language, alphabet, extension }) => {
  if (alphabet !== undefined)
    test.each(entries(alphabet))("septet %i of the alphabet: %s", (septet, want) => {
      expect(received([3, 0x25, 1, language], [septet, 0x41])).toBe(
        `${want}${received([3, 0x25, 1, language], [0x41]) ?? ""}`,
      );
    });

  test.each(entries(extension))("septet %i of the extension table: %s", (septet, want) => {
    expect(received([3, 0x24, 1, language], [0x1b, septet, 0x1b, septet])).toBe(want + want);
  });

  test("have 128 septets, and letters of Latin", () => {
    const tables = nationalTables[language];
    expect([tables?.alphabet?.length ?? 0x80, tables?.extension.length]).toEqual([0x80, 0x80]);
    expect(received([3, 0x25, 1, language], [...Buffer.from("abcxyz0189")])).toBe("abcxyz0189");
    expect(received([3, 0x24, 1, language], [0x1b, 0x65, 0x1b, 0x3c])).toBe("€[");
  });
});

describe("an incoming text in national tables", () => {
  const turkish = [0x1c, 0x69, 0x69, 0x72, 0x20, 0x07];
  test.each<{
    title: string;
    header: readonly number[];
    septets: readonly number[];
    latin?: PartOptions["latin"];
    want: string;
  }>([
    { title: "locking", header: [3, 0x25, 1, 1], septets: turkish, want: "Şiir ı" },
    { title: "locking, packed", header: [3, 0x25, 1, 1], septets: turkish, latin: "packed", want: "Şiir ı" },
    {
      title: "locking, a link of Latin-1",
      header: [3, 0x25, 1, 1],
      septets: turkish,
      latin: "latin1",
      want: "Şiir ı",
    },
    { title: "single", header: [3, 0x24, 1, 1], septets: [0x1b, 0x53, 0x61, 0x1b, 0x67], want: "Şağ" },
    { title: "both", header: [6, 0x24, 1, 3, 0x25, 1, 3], septets: [0x15, 0x1b, 0x19, 0x12], want: "∞Θª" },
    { title: "two languages", header: [6, 0x25, 1, 1, 0x24, 1, 2], septets: [0x07, 0x1b, 0x61], want: "ıá" },
    {
      title: "behind a concatenation",
      header: [8, 0, 3, 9, 2, 1, 0x24, 1, 2],
      septets: [0x1b, 0x75, 0x6e],
      want: "ún",
    },
    { title: "an escape that the table lacks", header: [3, 0x24, 1, 1], septets: [0x1b, 0x61], want: "a" },
    {
      title: "an escape with a locking table",
      header: [3, 0x25, 1, 1],
      septets: [0x1b, 0x65, 0x1b, 0x07],
      want: "€ı",
    },
    { title: "an escape at the end", header: [3, 0x24, 1, 1], septets: [0x61, 0x1b], want: "a" },
    { title: "Spanish has no alphabet", header: [3, 0x25, 1, 2], septets: [0x00, 0x41], want: "@A" },
    { title: "a language without tables", header: [3, 0x25, 1, 0x63], septets: [0x02, 0x41], want: "$A" },
    { title: "no language", header: [3, 0x24, 1, 0], septets: [0x1b, 0x65], want: "€" },
    { title: "an element of another length", header: [4, 0x24, 2, 1, 1], septets: [0x1b, 0x67], want: "g" },
  ])("$title", ({ header, septets, latin, want }) => {
    expect(received(header, septets, latin)).toBe(want);
  });

  test("with an octet that is no septet is Latin-1", () => {
    expect(received([3, 0x25, 1, 1], [0xe9, 0x41])).toBe("éA");
  });
});

describe("a text in a national table of a client", () => {
  const links = ["gsm", "latin1", "packed"] as const;
  test.each(
    [
      { title: "single", header: [3, 0x24, 1, 1], septets: [0x41, 0x1b, 0x67] },
      { title: "locking", header: [3, 0x25, 1, 1], septets: [0x0c, 0x07, 0x1d] },
      {
        title: "both, a part of two",
        header: [11, 0, 3, 7, 2, 1, 0x24, 1, 3, 0x25, 1, 3],
        septets: [0x1b, 0x1b, 0x7f],
      },
      { title: "155 septets", header: [3, 0x25, 1, 1], septets: Array.from({ length: 155 }, () => 0x07) },
      { title: "no text", header: [3, 0x25, 1, 1], septets: [] },
    ].flatMap((each) => links.map((latin) => ({ ...each, latin }))),
  )("$title: leaves unchanged over a link of $latin, as one part", ({ header, septets, latin }) => {
    const shortMessage = Uint8Array.from([...header, ...septets]);
    const content = readContent(submitSm({ esmClass: 0x40, shortMessage }), { alphabet: "gsm" });
    if ("refused" in content) throw new Error("refused");
    expect(content.parts).toBe(1);
    const message = { ...content, phone: "12025550101", originator: "Shop" };
    const [submit, ...others] = submitsOf(message, { ...defaultPartOptions, latin }, 1);
    expect(others).toEqual([]);
    expect(submit).toMatchObject({ esmClass: 0x40, dataCoding: 0 });
    const body =
      latin === "packed" ? packSeptets(Uint8Array.from(septets), fillBits(header.length)) : septets;
    expect([...(submit?.shortMessage ?? [])]).toEqual([...header, ...body]);
  });

  test.each([
    { title: "156 septets", septets: Array.from({ length: 156 }, () => 0x07), want: 0x01 },
    { title: "an octet that is no septet", septets: [0x80], want: 0x45 },
  ])("is refused with $title", ({ septets, want }) => {
    const shortMessage = Uint8Array.from([3, 0x25, 1, 1, ...septets]);
    expect(readContent(submitSm({ esmClass: 0x40, shortMessage }), { alphabet: "gsm" })).toEqual({
      refused: want,
    });
  });

  test("in UCS-2 or octets is what it is without the table", () => {
    const shortMessage = Uint8Array.from([3, 0x25, 1, 1, 0x04, 0x17]);
    const given = submitSm({ esmClass: 0x40, dataCoding: 8, shortMessage });
    expect(readContent(given, { alphabet: "gsm" })).toMatchObject({
      dataCoding: 8,
      body: { body: Buffer.of(4, 0x17) },
    });
  });
});
