import type { MutatedRow } from "./mutation.js";

export const multimedia: readonly MutatedRow[] = [
  {
    test: "test/networks/mm7/gateway.test.ts",
    name: "the MMSC responds with $name",
    mutations: [
      {
        file: "server/networks/mm7/documents/submit-response.ts",
        find: 'text: "Partial success", meaning: "accepted"',
        replace: 'text: "Partial success", meaning: "refused"',
      },
      {
        file: "server/networks/mm7/documents/submit-response.ts",
        find: 'text: "Multimedia content refused", meaning: "refused"',
        replace: 'text: "Multimedia content refused", meaning: "later"',
      },
      {
        file: "server/networks/mm7/documents/submit-response.ts",
        find: 'text: "Not Possible", meaning: "later"',
        replace: 'text: "Not Possible", meaning: "refused"',
      },
      {
        file: "server/networks/mm7/documents/submit-response.ts",
        find: 'text: "Service unavailable", meaning: "later"',
        replace: 'text: "Service unavailable", meaning: "refused"',
      },
      {
        file: "server/networks/mm7/documents/submit-response.ts",
        find: 'text: "Service denied", meaning: "refused"',
        replace: 'text: "Service denied", meaning: "later"',
      },
      {
        file: "server/networks/mm7/documents/submit-response.ts",
        find: 'fault === undefined ? message.name === "SubmitRsp" : isError(message)',
        replace: 'fault === undefined ? message.name === "SubmitRsp" : isError(message) && false',
      },
      {
        file: "server/networks/mm7/outcome.ts",
        find: "new Set([429, 503])",
        replace: "new Set([429])",
      },
      {
        file: "server/networks/mm7/outcome.ts",
        find: "new Set([429, 503])",
        replace: "new Set([503])",
      },
      {
        file: "server/networks/mm7/outcome.ts",
        find: "status >= 500 ? retried",
        replace: "status >= 600 ? retried",
      },
      {
        file: "server/networks/mm7/outcome.ts",
        find: "Math.max(outcome.delay, delay)",
        replace: "outcome.delay",
      },
      {
        file: "server/networks/mm7/outcome.ts",
        find: 'const delay = retryAfter(headers["retry-after"]);',
        replace: 'const delay = retryAfter(headers["retry-after"] && undefined);',
      },
      {
        file: "server/networks/mm7/outcome.ts",
        find: "return seconds >= 1 && seconds <= 3_600 ? seconds * 1_000 : retryDelay",
        replace: "return seconds * 1_000",
      },
      {
        file: "server/networks/mm7/outcome.ts",
        find: "new Set([502, 504])",
        replace: "new Set([504])",
      },
      {
        file: "server/networks/mm7/outcome.ts",
        find: "new Set([502, 504])",
        replace: "new Set([502])",
      },
      {
        file: "server/networks/mm7/outcome.ts",
        find: "status < 300 || lostBehind",
        replace: "lostBehind",
      },
      {
        file: "server/networks/mm7/outcome.ts",
        find: "303, 307, 308",
        replace: "303, 308",
      },
      {
        file: "server/networks/mm7/outcome.ts",
        find: "403, 404, 405",
        replace: "403, 405",
      },
      {
        file: "server/networks/mm7/outcome.ts",
        find: 'works({ kind: "uncertain", code: exchange.code })',
        replace: 'works({ kind: "unsent" })',
      },
      {
        file: "server/networks/mm7/exchange.ts",
        find: 'end({ kind: connected ? "lost" : "unsent", code });',
        replace: 'end({ kind: "unsent", code });',
      },
      {
        file: "server/networks/mm7/exchange.ts",
        find: 'if (length > maxResponse) fail("answerTooLarge");',
        replace: 'if (length > maxResponse * 2) fail("answerTooLarge");',
      },
      {
        file: "server/networks/mm7/outcome.ts",
        find: ': { kind: "refused", code });\n}',
        replace: ': { kind: "uncertain", code });\n}',
      },
      {
        file: "server/networks/mm7/outcome.ts",
        find: "return retried(code, retryRule(retryDelay), tries);",
        replace: "return deferred(code, tries, false);",
      },
    ],
  },
  {
    test: "test/networks/mm7/gateway.test.ts",
    name: "no response in time (begun: %s) leaves the message uncertain",
    mutations: [
      {
        file: "server/networks/mm7/exchange.ts",
        find: '      fail("timeout");\n',
        replace: "",
      },
      {
        file: "server/networks/mm7/exchange.ts",
        find: '    outgoing.on("response", (incoming) => {\n',
        replace: '    outgoing.on("response", (incoming) => {\n      stop();\n',
      },
      {
        file: "server/networks/mm7/exchange.ts",
        find: 'end({ kind: connected ? "lost" : "unsent", code });',
        replace: 'end({ kind: code === "timeout" ? "unsent" : "lost", code });',
      },
      {
        file: "server/networks/mm7/exchange.ts",
        find: "clock.after(timeout, late)",
        replace: "clock.after(timeout * 2, late)",
      },
      {
        file: "server/networks/mm7/exchange.ts",
        find: "clock.after(timeout, late)",
        replace: "clock.after(timeout / 2, late)",
      },
    ],
  },
  {
    test: "test/networks/mm7/gateway.test.ts",
    name: "a message is sent in %s and accepted",
    mutations: [
      {
        file: "server/networks/mm7/documents/envelope.ts",
        find: "element(writer, name, namespaceOf(heading.schema), fields);",
        replace: 'element(writer, name, namespaceOf("REL-5-MM7-1-2"), fields);',
      },
      {
        file: "server/networks/mm7/documents/schema.ts",
        find: "return isSchemaName(schema) ? schema : undefined;",
        replace: "return schema in mm7Schemas ? schema : undefined;",
      },
      {
        file: "server/networks/mm7/documents/envelope.ts",
        find: 'element(writer, "TransactionID", namespaceOf(schema), () => {',
        replace: 'element(writer, "TransactionID", namespaceOf("REL-5-MM7-1-2"), () => {',
      },
      {
        file: "server/networks/mm7/documents/submit-request.ts",
        find: 'optionalText(writer, "VASPID", vaspId);',
        replace: "",
      },
      {
        file: "server/networks/mm7/documents/submit-message.ts",
        find: "[envelope, { ...content, contentId }]",
        replace: "[envelope]",
      },
      {
        file: "server/networks/mm7/documents/submit-response.ts",
        find: 'messageId: textIn(message.children, "MessageID")',
        replace: 'messageId: ""',
      },
    ],
  },
  {
    test: "test/networks/mm7/receiver.test.ts",
    name: "in %s is stored and acknowledged in the same schema",
    mutations: [
      {
        file: "server/networks/mm7/documents/incoming-response.ts",
        find: '  const { schema = defaultSchema, transactionId = "" } = answered;\n  return mm7Envelope({ schema, transactionId }',
        replace:
          '  const { transactionId = "" } = answered;\n  return mm7Envelope({ schema: defaultSchema, transactionId }',
      },
      {
        file: "server/networks/mm7/documents/schema.ts",
        find: "return isSchemaName(schema) ? schema : undefined;",
        replace: "return schema in mm7Schemas ? schema : undefined;",
      },
      {
        file: "server/networks/mm7/receiver.ts",
        find: "    await store(context, incoming, { text, transactionId });\n",
        replace: "",
      },
      {
        file: "server/networks/mm7/documents/schema.ts",
        find: "const name = /^REL-([0-9]{1,2})-MM7",
        replace: "const name = /^REL-(5)-MM7",
      },
      {
        file: "server/networks/mm7/documents/incoming.ts",
        find: '["Retrieved", RecipientState.Delivered]',
        replace: '["Retrieved", RecipientState.Submitted]',
      },
      {
        file: "server/networks/mm7/documents/envelope.ts",
        find: "writer.characters(transactionId);",
        replace: "",
      },
    ],
  },
  {
    test: "test/networks/mm7/service.test.ts",
    name: "an MMS is sent to the MMSC with its parts, and its reports are stored, in any number",
    mutations: [
      {
        file: "server/domain/delivery/states/receipt-state.ts",
        find: '? "changes" : "contradicts"',
        replace: '? "changes" : "changes"',
      },
      {
        file: "server/domain/delivery/receipts/tracked-message.ts",
        find: 'if (effect !== "changes") return effect;',
        replace: 'if (effect !== "repeats") return effect;',
      },
      {
        file: "server/work/delivery/gateway-context.ts",
        find: "        counts[counted[effect]] += 1;\n",
        replace:
          '        if (effect === "repeats") throw new Error("repeated");\n        counts[counted[effect]] += 1;\n',
      },
      {
        file: "server/work/delivery/gateway-context.ts",
        find: "        counts[counted[effect]] += 1;\n",
        replace:
          '        if (effect === "contradicts") throw new Error("contradicts");\n        counts[counted[effect]] += 1;\n',
      },
      {
        file: "server/networks/mm7/receiver.ts",
        find: "      await context.receipt({\n        messageId,",
        replace: "      await context.receipt({\n        messageId: `${messageId}x`,",
      },
    ],
  },
  {
    test: "test/networks/mm7/kill.test.ts",
    name: "an acknowledged report survives an immediate kill",
    mutations: [
      {
        file: "server/networks/mm7/receiver.ts",
        find: "    await store(context, incoming, { text, transactionId });\n",
        replace: "    void store(context, incoming, { text, transactionId });\n",
      },
      {
        file: "server/networks/mm7/receiver.ts",
        find: "      await context.receipt({",
        replace: "      void context.receipt({",
      },
    ],
  },
  {
    test: "test/networks/mm7/service.test.ts",
    name: "a report before the response to its submission counts when that arrives",
    mutations: [
      {
        file: "server/storage/sqlite/hot/settle.ts",
        find: "    unmatched.keep(changes.kept);\n",
        replace: "",
      },
      {
        file: "server/domain/delivery/settling/settle.ts",
        find: '.filter(({ key }) => key !== "")',
        replace: '.filter(({ key }) => key === "")',
      },
    ],
  },
];
