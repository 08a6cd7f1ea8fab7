import type { MutatedRow, Mutation } from "./mutation.js";

const gateway = "server/networks/smpp/gateway.ts";
const context = "server/work/delivery/gateway-context.ts";
const deliveries = "server/networks/smpp/session/deliveries.ts";
const incoming = "server/networks/smpp/message/incoming.ts";
const ids = "server/domain/delivery/submitting/message-id.ts";
const link = "server/networks/smpp/session/link.ts";
const writes = "server/storage/sqlite/hot/settle.ts";
const receiptRules = "server/domain/delivery/receipts/receipt.ts";
const settle = "server/domain/delivery/settling/settle.ts";
const sentParts = "server/storage/sqlite/hot/sent-parts.ts";
const settleTest = "test/domain/delivery/settling/settle.test.ts";
const states = "server/domain/delivery/states/receipt-state.ts";
const sweeps = "server/work/maintenance/sweeps.ts";
const test = "test/work/delivery/smpp-receipts.test.ts";
const sessionTest = "test/networks/smpp/session.test.ts";
const tracked = "server/domain/delivery/receipts/tracked-message.ts";
const unmatched = "server/storage/sqlite/hot/unmatched.ts";

const earlyIsForgotten: Mutation = {
  file: writes,
  find: "    unmatched.keep(changes.kept);\n",
  replace: "",
};
const unkeptIsAnswered: Mutation = {
  file: context,
  find: "await only(store.delivery.receipts([{ keys, linkId: link.id, ...receipt }]));",
  replace:
    'await only(store.delivery.receipts([{ keys, linkId: link.id, ...receipt }])).catch((): Effect => "unmatched");',
};
const interimOrder = 'reported > known ? "changes" : "repeats"';
const finalGoesBack: Mutation = {
  file: states,
  find: `if (!isFinal(reported)) return ${interimOrder};`,
  replace: "",
};
const keysOfAuto = "auto: [key, ...ofHexAnswer(key), ...ofDecimalAnswer(key)]";

/** Forgets a table when a store is opened. */
function forgetting(file: string, table: string, find: string): Mutation {
  return { file, find, replace: `database.exec("DELETE FROM ${table}");\n  ${find}` };
}

export const receipts: readonly MutatedRow[] = [
  {
    test: "test/storage/uncounted.test.ts",
    name: "the state of a message without counts is counted from the message, until it is deleted",
    mutations: [
      {
        file: "server/storage/sqlite/hot/outbox-writes.ts",
        find: " AND state < ?",
        replace: " AND state <> ?",
      },
      {
        file: "server/storage/sqlite/hot/outbox-writes.ts",
        find: "AND ${isOnTheWay} AND",
        replace: "AND",
      },
    ],
  },
  {
    test: "test/storage/uncounted.test.ts",
    name: "$title: a part that the network has given up decides over those accepted later",
    mutations: [
      {
        file: writes,
        find: "AND NOT EXISTS (SELECT 1 FROM sent_part WHERE recipient = recipient.id)",
        replace: "",
      },
    ],
  },
  {
    test: settleTest,
    name: "are the only ones of their messages, and do what the rule does to a claimed message without parts",
    mutations: [
      { file: settle, find: "&& counts.get(settlement.recipientId) === 1", replace: "" },
      { file: settle, find: 'settlement.end?.kind === "submitted" &&', replace: "" },
    ],
  },
  {
    test,
    name: "before the response are applied when it arrives",
    mutations: [
      earlyIsForgotten,
      {
        file: settle,
        find: "receipts.take(place, message.row.phone)",
        replace: 'receipts.take({ ...place, key: "" }, message.row.phone)',
      },
      {
        file: settle,
        find: "const effect = message.report(part, receipt);",
        replace: 'const effect = "changes" as const;',
      },
    ],
  },
  {
    test,
    name: "before the response survive a restart",
    mutations: [
      earlyIsForgotten,
      forgetting(unmatched, "unmatched_receipt", "const find = database.prepare<"),
    ],
  },
  {
    test: sessionTest,
    name: "gets its response after it is stored, with the status of the handler",
    mutations: [
      {
        file: deliveries,
        find: "return await onDeliver(request, arrival);",
        replace: "void onDeliver(request, arrival);\n      return 0;",
      },
      {
        file: deliveries,
        find: "this.#session.refuse(request, status, () => {\n        arrivals.answered(arrival);\n      });",
        replace: "this.#session.refuse(request, 0);",
      },
    ],
  },
  {
    test,
    name: "that cannot be stored are refused, and are applied when they are repeated",
    mutations: [unkeptIsAnswered, { file: deliveries, find: "return systemError;", replace: "return 0;" }],
  },
  {
    test: "test/work/delivery/gateway-context.test.ts",
    name: "a receipt that the store refuses leaves those of the same turn alone",
    mutations: [
      {
        file: "server/storage/sqlite/engine/group-commit.ts",
        find: "    return failed(request, reason);\n",
        replace: "    throw reason;\n",
      },
    ],
  },
  {
    test,
    name: "that are unmatched wait for their message: after $hours hours $want",
    mutations: [
      { file: sweeps, find: "unmatched: 24 * 3_600_000,", replace: "unmatched: 22 * 3_600_000," },
      { file: sweeps, find: "unmatched: 24 * 3_600_000,", replace: "unmatched: 26 * 3_600_000," },
      {
        file: sweeps,
        find: "delivery.forgetUnmatched(now - unmatched, mostUnmatched, batch)",
        replace: "Promise.resolve(0)",
      },
      earlyIsForgotten,
    ],
  },
  {
    test,
    name: "$stats: $want",
    mutations: [
      { file: states, find: "!isFinal(known) || known === Unknown", replace: "!isFinal(known)" },
      { file: states, find: "known === Expired && reported === Delivered", replace: "known === Failed" },
      { file: states, find: "known === Expired && reported === Delivered", replace: "known === Expired" },
      { file: states, find: "known === Expired && reported === Delivered", replace: "known !== reported" },
      {
        file: gateway,
        find: "[MessageState.Accepted]: RecipientState.Accepted,",
        replace: "[MessageState.Accepted]: RecipientState.Delivered,",
      },
      {
        file: gateway,
        find: "[MessageState.Undeliverable]: RecipientState.Undeliverable,",
        replace: "[MessageState.Undeliverable]: RecipientState.Delivered,",
      },
    ],
  },
  {
    test,
    name: "that contradict an earlier one are stored and listed",
    mutations: [
      { file: receiptRules, find: 'if (effect === "contradicts")', replace: 'if (effect === "changes")' },
      finalGoesBack,
      { file: states, find: 'if (reported === known) return "repeats";', replace: "" },
      { file: context, find: 'contradicts: "contradictions"', replace: 'contradicts: "repeatedReceipts"' },
    ],
  },
  {
    test,
    name: "arrive on another bind of the link",
    mutations: [
      {
        file: link,
        find: "      onDeliver,\n      onChange",
        replace:
          '      onDeliver: name.includes("/1") ? onDeliver : () => Promise.resolve(0),\n      onChange',
      },
    ],
  },
  {
    test,
    name: "arrive on another link to the same network, after a restart",
    mutations: [
      {
        file: writes,
        find: "table.networkOf(receipt.linkId) ?? 0",
        replace: "receipt.linkId",
      },
      forgetting(sentParts, "sent_part", "const ofRecipient = database.prepare<"),
    ],
  },
  {
    test,
    name: "find their message by an id in $name",
    mutations: [
      { file: ids, find: "    .toLowerCase()\n", replace: "" },
      { file: ids, find: '    .replace(/^0+(?=.)/u, "")', replace: "" },
      { file: ids, find: keysOfAuto, replace: "auto: [key, ...ofDecimalAnswer(key)]" },
      { file: ids, find: keysOfAuto, replace: "auto: [key, ...ofHexAnswer(key)]" },
      { file: ids, find: '"hex-decimal": ofHexAnswer(key)', replace: '"hex-decimal": [key]' },
      { file: ids, find: '"decimal-hex": ofDecimalAnswer(key)', replace: '"decimal-hex": [key]' },
    ],
  },
  {
    test,
    name: "find nothing by an id in another format than that of the link: $idForm",
    mutations: [
      { file: context, find: "const form = idFormOf(link);", replace: 'const form = "auto";' },
      { file: ids, find: "same: [key],", replace: "same: [key, ...ofHexAnswer(key)]," },
    ],
  },
  {
    test: "test/networks/smpp/peers.test.ts",
    name: "an SMSC on Perl's Net::SMPP: ids in two bases, parts in the wrong order, Arabic",
    mutations: [
      { file: ids, find: keysOfAuto, replace: "auto: [key]" },
      {
        file: incoming,
        find: "headerNumbering(header) ?? sarNumbering(pdu)",
        replace: "sarNumbering(pdu)",
      },
      { file: incoming, find: "return ucs2Text(octets);", replace: "return latin1Text(octets);" },
      {
        file: "server/networks/smpp/message/text-writing.ts",
        find: "encode: ucs2OfText,",
        replace: 'encode: (part) => Buffer.from(part, "utf16le"),',
      },
    ],
  },
  {
    test: "test/work/delivery/interim-states.test.ts",
    name: "receipts on the way are shown by GetSmsStatus over every binding, until the final one",
    mutations: [
      {
        file: gateway,
        find: "[MessageState.Enroute]: RecipientState.Enroute,",
        replace: "[MessageState.Enroute]: RecipientState.Submitted,",
      },
      {
        file: gateway,
        find: "[MessageState.Accepted]: RecipientState.Accepted,",
        replace: "[MessageState.Accepted]: RecipientState.Enroute,",
      },
      { file: states, find: interimOrder, replace: '"repeats"' },
      { file: states, find: interimOrder, replace: 'reported === known ? "repeats" : "changes"' },
      { file: states, find: "if (!isFinal(known) || known", replace: "if (known" },
    ],
  },
  {
    test,
    name: "of the parts of a long message in flight make the status of the least advanced one",
    mutations: [
      { file: states, find: "  Enroute,\n  Accepted,\n", replace: "  Accepted,\n  Enroute,\n" },
      { file: states, find: "  Submitted,\n  Enroute,\n", replace: "  Enroute,\n  Submitted,\n" },
      { file: states, find: "  Accepted,\n  Delivered,\n];", replace: "  Delivered,\n  Accepted,\n];" },
    ],
  },
  {
    test,
    name: "starts at the response to the submission, for any interim receipts",
    mutations: [
      {
        file: "server/storage/tables/delivery/sweeps.ts",
        find: 'acceptedText(isOnTheWay, "next_at")',
        replace: 'acceptedText(isOnTheWay, "at")',
      },
      {
        file: "server/storage/tables/outbox/conditions.ts",
        find: "${RecipientState.Submitted} AND ${RecipientState.Accepted}",
        replace: "${RecipientState.Submitted} AND ${RecipientState.Submitted}",
      },
    ],
  },
  {
    test,
    name: "before the response are applied as after it: $stats, $want",
    mutations: [
      {
        file: settle,
        find: "receipts.take(place, message.row.phone).map(",
        replace: "receipts.take(place, message.row.phone).slice(0, 1).map(",
      },
    ],
  },
  {
    test,
    name: "of the parts of a long message make one status, the worst",
    mutations: [
      {
        file: states,
        find: "  Submitted,\n  Enroute,\n  Accepted,\n  Delivered,\n];",
        replace: "  Delivered,\n  Submitted,\n  Enroute,\n  Accepted,\n];",
      },
      {
        file: states,
        find: "return worstFirst.find(",
        replace: "return [...worstFirst].reverse().find(",
      },
      {
        file: states,
        find: 'if (receiptEffect(known, state, replacesGuess) === "changes") return state;',
        replace: "",
      },
    ],
  },
  {
    test,
    name: "of the parts of a long message, $stats, make the worst one: $want",
    mutations: [
      { file: states, find: "return isWorse ? state : known;", replace: "return known;" },
      {
        file: states,
        find: "RecipientState.Undeliverable,\n  RecipientState.Deleted,\n  Expired,",
        replace: "Expired,\n  RecipientState.Undeliverable,\n  RecipientState.Deleted,",
      },
    ],
  },
  {
    test,
    name: "that never arrive end in Unknown after the time limit",
    mutations: [
      { file: sweeps, find: "receipt: 72 * 3_600_000,", replace: "receipt: 70 * 3_600_000," },
      { file: sweeps, find: "receipt: 72 * 3_600_000,", replace: "receipt: 74 * 3_600_000," },
      { file: sweeps, find: "delivery.giveUp(now - receipt, now, batch)", replace: "Promise.resolve(0)" },
      {
        file: "server/domain/delivery/states/transitions.ts",
        find: 'to: Unknown, error: "no receipt in time"',
        replace: 'to: Expired, error: "no receipt in time"',
      },
      { file: states, find: "!isFinal(known) || known === Unknown", replace: "!isFinal(known)" },
    ],
  },
  {
    test: settleTest,
    name: "$states: $want",
    mutations: [
      { file: settle, find: "contradictions.push(report);", replace: "continue;" },
      {
        file: settle,
        find: "receipts.take(place, message.row.phone).map(",
        replace: "receipts.take(place, message.row.phone).slice(-1).map(",
      },
    ],
  },
  {
    test: settleTest,
    name: "is applied to a message that another owner has submitted already",
    mutations: [
      { file: tracked, find: "if (now !== known) this.end(now, at, code ?? undefined);", replace: "" },
    ],
  },
];
