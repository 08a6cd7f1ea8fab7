import type { MutatedRow } from "./mutation.js";

export const text: readonly MutatedRow[] = [
  {
    test: "test/domain/text/sms-parts.test.ts",
    name: "$given -> $want",
    mutations: [
      {
        file: "server/domain/text/sms-parts.ts",
        find: "gsm7: 160",
        replace: "gsm7: 161",
      },
      {
        file: "server/domain/text/sms-parts.ts",
        find: "gsm7: 160",
        replace: "gsm7: 159",
      },
      {
        file: "server/domain/text/sms-parts.ts",
        find: "ucs2: 70",
        replace: "ucs2: 71",
      },
      {
        file: "server/domain/text/sms-parts.ts",
        find: "ucs2: 70",
        replace: "ucs2: 69",
      },
      {
        file: "server/domain/text/sms-parts.ts",
        find: "gsm7: 153",
        replace: "gsm7: 154",
      },
      {
        file: "server/domain/text/sms-parts.ts",
        find: "gsm7: 153",
        replace: "gsm7: 152",
      },
      {
        file: "server/domain/text/sms-parts.ts",
        find: "ucs2: 67",
        replace: "ucs2: 68",
      },
      {
        file: "server/domain/text/sms-parts.ts",
        find: "ucs2: 67",
        replace: "ucs2: 66",
      },
      {
        file: "server/domain/text/gsm-alphabet.ts",
        find: "of extension) septets[character.charCodeAt(0)] = 2",
        replace: "of extension) septets[character.charCodeAt(0)] = 1",
      },
      {
        file: "server/domain/text/sms-parts.ts",
        find: "return cutsPair ? end - 1 : end",
        replace: "return cutsPair ? end : end",
      },
      {
        file: "server/domain/text/sms-parts.ts",
        find: "if (left < 0) break;",
        replace: "if (left < -1) break;",
      },
    ],
  },
  {
    test: "test/domain/text/sms-parts.test.ts",
    name: "$coding: parts fit, join to the text, and cut no pair",
    mutations: [
      {
        file: "server/domain/text/sms-parts.ts",
        find: "index === 0 ? 0 : ends[index - 1], end",
        replace: "index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end",
      },
      {
        file: "server/domain/text/sms-parts.ts",
        find: "return cutsPair ? end - 1 : end",
        replace: "return cutsPair ? end : end",
      },
      {
        file: "server/domain/text/sms-parts.ts",
        find: "return cutsPair ? end - 1 : end",
        replace: "return cutsPair ? end + 1 : end",
      },
      {
        file: "server/domain/text/sms-parts.ts",
        find: "if (left < 0) break;",
        replace: "if (left < -1) break;",
      },
      {
        file: "server/domain/text/sms-parts.ts",
        find: "ucs2: 67",
        replace: "ucs2: 68",
      },
      {
        file: "server/domain/text/sms-parts.ts",
        find: "gsm7: 153",
        replace: "gsm7: 154",
      },
      {
        file: "server/domain/text/sms-parts.ts",
        find: "left -= septetsOf(text.charCodeAt(end));",
        replace: "left -= 1;",
      },
    ],
  },
  {
    test: "test/networks/smpp/parts.test.ts",
    name: "with $title",
    mutations: [
      {
        file: "server/domain/text/sms-parts.ts",
        find: "gsm7: 152",
        replace: "gsm7: 153",
      },
      {
        file: "server/domain/text/sms-parts.ts",
        find: "ucs2: 66",
        replace: "ucs2: 67",
      },
      {
        file: "server/domain/text/user-data-header.ts",
        find: "[iei8, 3, reference & 0xff, total, part]",
        replace: "[iei8, 3, reference & 0xff, part, total]",
      },
      {
        file: "server/domain/text/user-data-header.ts",
        find: "[iei16, 4, (reference >> 8) & 0xff, reference & 0xff, total, part]",
        replace: "[iei16, 4, reference & 0xff, (reference >> 8) & 0xff, total, part]",
      },
      {
        file: "server/domain/text/user-data-header.ts",
        find: "const iei8 = 0x00",
        replace: "const iei8 = 0x01",
      },
      {
        file: "server/domain/text/user-data-header.ts",
        find: "const iei16 = 0x08",
        replace: "const iei16 = 0x00",
      },
      {
        file: "server/networks/smpp/message/parts.ts",
        find: "return { ...part, esmClass: part.esmClass | headerIndicator, shortMessage };",
        replace: "return { ...part, shortMessage };",
      },
      {
        file: "server/networks/smpp/message/parts.ts",
        find: "Uint8Array.of(element.length, ...element, ...octets)",
        replace: "Uint8Array.of(...element, ...octets)",
      },
      {
        file: "server/networks/smpp/message/parts.ts",
        find: "reference, texts.length, index + 1);\n        const octets",
        replace: "reference, texts.length, index);\n        const octets",
      },
    ],
  },
  {
    test: "test/domain/text/sms-text.test.ts",
    name: "$type: $given",
    mutations: [
      {
        file: "server/domain/text/sms-text.ts",
        find: "const folded = outsideLinks(text, toLatinDigits);",
        replace: "const folded = text;",
      },
      {
        file: "server/domain/text/sms-text.ts",
        find: '? { text, coding: "ucs2" }',
        replace: '? { text: folded, coding: "ucs2" }',
      },
      {
        file: "server/domain/text/sms-text.ts",
        find: "outsideLinks(text, toArabicDigits)",
        replace: "text",
      },
      {
        file: "server/domain/text/sms-text.ts",
        find: "text: outsideLinks(text, toLatinDigits)",
        replace: "text",
      },
      {
        file: "server/domain/text/sms-text.ts",
        find: 'toArabicDigits), coding: "ucs2"',
        replace: 'toArabicDigits), coding: septetCount(text) === undefined ? "ucs2" : "gsm7"',
      },
      {
        file: "server/domain/text/sms-text.ts",
        find: 'toLatinDigits), coding: "ucs2"',
        replace: 'toLatinDigits), coding: septetCount(text) === undefined ? "ucs2" : "gsm7"',
      },
      {
        file: "server/domain/text/sms-text.ts",
        find: "normalForm(bounded(text, maxLength))",
        replace: "text",
      },
      {
        file: "server/domain/text/gsm-alphabet.ts",
        find: "\\f^{}\\\\[~]|€",
        replace: "\\f^{}\\\\[]|€",
      },
      {
        file: "server/domain/text/gsm-alphabet.ts",
        find: "ùìòÇ",
        replace: "ùìòç",
      },
      {
        file: "server/domain/text/digits.ts",
        find: "/[\\u0660-\\u0669\\u06f0-\\u06f9]/g",
        replace: "/[\\u0660-\\u0669]/g",
      },
      {
        file: "server/domain/text/digits.ts",
        find: "/[0-9\\u06f0-\\u06f9]/g",
        replace: "/[0-9]/g",
      },
    ],
  },
  {
    test: "test/domain/text/sms-text.test.ts",
    name: "digits of the link %s stay",
    mutations: [
      {
        file: "server/domain/text/sms-text.ts",
        find: "outsideLinks(text, toArabicDigits)",
        replace: "toArabicDigits(text)",
      },
      {
        file: "server/domain/text/sms-text.ts",
        find: "`${address}|${url}|${bareHost}`",
        replace: "`${url}|${bareHost}`",
      },
      {
        file: "server/domain/text/sms-text.ts",
        find: "`${address}|${url}|${bareHost}`",
        replace: "`${address}|${bareHost}`",
      },
      {
        file: "server/domain/text/sms-text.ts",
        find: "`${address}|${url}|${bareHost}`",
        replace: "`${address}|${url}`",
      },
      {
        file: "server/domain/text/sms-text.ts",
        find: '"gi"',
        replace: '"g"',
      },
      {
        file: "server/domain/text/sms-text.ts",
        find: '|www\\.)[^\\s<>"«»،؛]+',
        replace: '|www\\.)[^\\s<>"«»]+',
      },
      {
        file: "server/domain/text/sms-text.ts",
        find: "result + change(text.slice(end))",
        replace: "result + text.slice(end)",
      },
      {
        file: "server/domain/text/sms-text.ts",
        find: "|www\\.)",
        replace: ")",
      },
    ],
  },
  {
    test: "test/networks/smpp/tshark.test.ts",
    name: "tshark decodes every message: text, Arabic, joined parts, nothing malformed",
    mutations: [
      {
        file: "server/networks/smpp/message/gsm-text.ts",
        find: 'Buffer.from(text, "utf16le").swap16()',
        replace: 'Buffer.from(text, "utf16le")',
      },
      {
        file: "server/networks/smpp/message/text-writing.ts",
        find: "const ucs2 = 0x08",
        replace: "const ucs2 = 0x00",
      },
      {
        file: "server/networks/smpp/message/gsm-text.ts",
        find: "if (septetsOf(codeUnit) === 2) octets[at++] = escape;",
        replace: "if (septetsOf(codeUnit) === 2) octets[at++] = 0x20;",
      },
      {
        file: "server/networks/smpp/message/parts.ts",
        find: "return { ...part, esmClass: part.esmClass | headerIndicator, shortMessage };",
        replace: "return { ...part, shortMessage };",
      },
      {
        file: "server/networks/smpp/message/parts.ts",
        find: "concatenationElement(referenceSize(options), reference,",
        replace: "concatenationElement(referenceSize(options), reference + index,",
      },
      {
        file: "server/networks/smpp/message/parts.ts",
        find: "octetTlv(TlvTag.sar_segment_seqnum, index + 1)",
        replace: "octetTlv(TlvTag.sar_segment_seqnum, index)",
      },
      {
        file: "server/networks/smpp/message/parts.ts",
        find: "uint16Tlv(TlvTag.sar_msg_ref_num, reference & 0xffff)",
        replace: "uint16Tlv(TlvTag.sar_msg_ref_num, (reference + index) & 0xffff)",
      },
      {
        file: "server/networks/smpp/message/parts.ts",
        find: "octetTlv(TlvTag.sar_total_segments, total)",
        replace: "octetTlv(TlvTag.sar_total_segments, total + 1)",
      },
      {
        file: "server/domain/text/sms-parts.ts",
        find: "ucs2: 66",
        replace: "ucs2: 67",
      },
      {
        file: "server/networks/smpp/message/text-writing.ts",
        find: "gsm7: 0xf0",
        replace: "gsm7: 0x18",
      },
      {
        file: "server/networks/smpp/message/gsm-text.ts",
        find: "octets[at++] = septets[codeUnit] ?? 0;",
        replace: "octets[at++] = codeUnit;",
      },
    ],
  },
  {
    test: "test/storage/erasure.test.ts",
    name: "a hidden text, repeated $times times, is in no file after $name",
    mutations: [
      {
        file: "server/storage/sqlite/hot/transitions.ts",
        find: "    erase(withFinalMoves(moves));\n",
        replace: "",
      },
      {
        file: "server/storage/sqlite/hot/claim.ts",
        find: "    record(moves);\n",
        replace: "",
      },
      {
        file: "server/domain/delivery/retention.ts",
        find: "hidden === 1 && open === 0",
        replace: "hidden === open",
      },
    ],
  },
];
