import type { MutatedRow } from "./mutation.js";

export const framing: readonly MutatedRow[] = [
  {
    test: "test/networks/smpp/session.test.ts",
    name: "in many PDUs of one write, or in single octets, gets a response each",
    mutations: [
      {
        file: "server/networks/smpp/codec/frame-reader.ts",
        find: "          at += length;\n          continue;",
        replace: "          return;",
      },
      {
        file: "server/networks/smpp/codec/frame-reader.ts",
        find: "    let at = 0;\n    while",
        replace: "    let at = 0;\n    this.#filled = 0;\n    while",
      },
      {
        file: "server/networks/smpp/codec/frame-reader.ts",
        find: "if (this.#filled < this.#partial.length) return copied;",
        replace:
          "if (this.#filled < this.#partial.length) {\n      this.#filled = 0;\n      return piece.length;\n    }",
      },
      {
        file: "server/networks/smpp/session/deliveries.ts",
        find: "if (this.#open >= most) {",
        replace: "if (this.#open >= 1) {",
      },
    ],
  },
  {
    test: "test/networks/smpp/session.test.ts",
    name: "ends with generic_nack at $title",
    mutations: [
      {
        file: "server/networks/smpp/codec/frame-reader.ts",
        find: "length < headerLength || ",
        replace: "length < headerLength / 2 || ",
      },
      {
        file: "server/networks/smpp/codec/frame-reader.ts",
        find: "length > this.#longest",
        replace: "length > 2 * this.#longest",
      },
      {
        file: "server/networks/smpp/session/session.ts",
        find: 'this.#stream.write({ command: "generic_nack" }, error.status, 0);\n        ',
        replace: "",
      },
      {
        file: "server/networks/smpp/session/session.ts",
        find: 'this.#stream.write({ command: "generic_nack" }, error.status, 0);',
        replace: 'this.#stream.write({ command: "generic_nack" }, 0, 0);',
      },
      {
        file: "server/networks/smpp/session/session.ts",
        find: "this.end(error.message);",
        replace: "",
      },
      {
        file: "server/networks/smpp/session/pdu-stream.ts",
        find: "this.#socket.write(this.#writer.take());\n    }",
        replace: "}",
      },
      {
        file: "server/networks/smpp/session/pdu-stream.ts",
        find: "this.#socket.destroySoon();\n",
        replace: "",
      },
    ],
  },
  {
    test: "test/networks/smpp/storm.test.ts",
    name: "octets that are not a PDU end the connection and not the link",
    mutations: [
      {
        file: "server/networks/smpp/session/pdu-stream.ts",
        find: "if (!(error instanceof PduError)) throw error;\n      this.#events",
        replace: "if (error instanceof PduError) throw error;\n      this.#events",
      },
      {
        file: "server/networks/smpp/session/session.ts",
        find: 'pending.settle({ kind: pending.write <= lastWrite ? "uncertain" : "unsent", reason: "lost" });',
        replace:
          'pending.settle({ kind: pending.write < lastWrite - 1e9 ? "uncertain" : "unsent", reason: "lost" });',
      },
      {
        file: "server/networks/smpp/session/bind.ts",
        find: 'this.#counts.lastError = reason;\n    if (this.#next === "refused") {',
        replace:
          'this.#counts.lastError = reason;\n    if (reason.startsWith("SMPP") || this.#next === "refused") {',
      },
      {
        file: "server/networks/smpp/session/session.ts",
        find: "this.#stream.end();\n    this.#settleAll();",
        replace: "this.#stream.end();",
      },
      {
        file: "server/networks/smpp/session/session.ts",
        find: "this.end(error.message);",
        replace: "",
      },
    ],
  },
  {
    test: "test/networks/smpp/session.test.ts",
    name: "ends if the rest of a PDU does not arrive within 10 seconds",
    mutations: [
      {
        file: "server/networks/smpp/session/session-timer.ts",
        find: "      this.#arm(this.#heardAt + this.#times.restOfPdu);\n",
        replace: "",
      },
      {
        file: "server/networks/smpp/session/session-timer.ts",
        find: "if (now >= this.#partialEndsAt()) return",
        replace: "if (now < 0) return",
      },
      {
        file: "server/networks/smpp/session/session-timer.ts",
        find: "else if (this.#partialSince === undefined) {",
        replace: "else if (this.#partialSince !== undefined) {",
      },
      {
        file: "server/networks/smpp/session/session-timer.ts",
        find: "else if (this.#partialSince === undefined) {",
        replace: "else {",
      },
      {
        file: "server/networks/smpp/session/link.ts",
        find: "restOfPdu: 10_000",
        replace: "restOfPdu: 20_000",
      },
    ],
  },
];
