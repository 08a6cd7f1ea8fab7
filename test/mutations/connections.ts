import type { MutatedRow, Mutation } from "./mutation.js";

const bind = "server/delivery/smpp/bind.ts";
const gateway = "server/delivery/smpp-gateway.ts";
const link = "server/delivery/smpp/link.ts";
const linkTest = "test/delivery/smpp/link.test.ts";
const pace = "server/delivery/smpp/pace.ts";
const reconnect = "server/delivery/smpp/reconnect-delay.ts";
const sessionTest = "test/delivery/smpp/session.test.ts";
const statuses = "server/delivery/smpp/status-table.ts";
const statusTest = "test/delivery/smpp-statuses.test.ts";
const timer = "server/delivery/smpp/session-timer.ts";

const proof = "this.#proven || (wasBound && clock.now() - this.#since >= provenAfter)";

/** Another action for a command_status. */
function action(status: string, name: string, from: string, to: string): Mutation {
  const row = `{ status: ${status}, name: "${name}", action: `;
  return { file: statuses, find: `${row}${from} }`, replace: `${row}${to} }` };
}

const throttleFails: Mutation = {
  file: gateway,
  find: 'case "throttle":\n',
  replace: 'case "throttle":\n      return { kind: "refused", code };\n',
};

const session = "server/delivery/smpp/session.ts";

/** The session closes as soon as the SMSC unbinds. */
const unbindClosesAtOnce: Mutation = {
  file: session,
  find: "else this.#options.onUnbind();",
  replace: 'else this.end("the peer unbound");',
};

export const connections: readonly MutatedRow[] = [
  {
    test: sessionTest,
    name: "the SMSC unbinds: no more messages, responses in flight are waited for, then unbind_resp",
    mutations: [
      unbindClosesAtOnce,
      {
        file: bind,
        find: 'if (this.#phase === "bound") this.#drain(timers.drain);',
        replace: 'if (this.#phase === "bound") this.#cancelWait();',
      },
      {
        file: session,
        find: "if (this.#peerUnbind !== undefined) this.respond(",
        replace: "if (this.#unbinding && this.#peerUnbind !== undefined) this.respond(",
      },
    ],
  },
  {
    test: sessionTest,
    name: "the SMSC unbinds and does not respond to messages: unbind_resp after 10 seconds",
    mutations: [
      {
        file: bind,
        find: "this.#drain(timers.drain);\n        else",
        replace: "this.#drain(60_000);\n        else",
      },
      { file: link, find: "drain: 10_000,", replace: "drain: 9_000," },
    ],
  },
  {
    test: "test/delivery/smpp-delivery.test.ts",
    name: "an SMSC that unbinds again and again leaves nothing uncertain, and each message is sent once",
    mutations: [unbindClosesAtOnce],
  },
  {
    test: linkTest,
    name: "an SMSC that is not there is looked for $title",
    mutations: [
      { file: reconnect, find: "const longest = 60_000;", replace: "const longest = 120_000;" },
      { file: reconnect, find: "const shortest = 1_000;", replace: "const shortest = 2_000;" },
      { file: reconnect, find: "2 ** Math.min(failures, 10)", replace: "(failures + 1)" },
      { file: reconnect, find: "delay * (1 - random / 2)", replace: "delay" },
      { file: bind, find: "this.#failures++, random()", replace: "this.#failures++, 0" },
      { file: bind, find: "this.#failures++, random()", replace: "0, random()" },
    ],
  },
  {
    test: linkTest,
    name: "the first delay is used again",
    mutations: [
      { file: bind, find: `if (${proof}) this.#failures = 0;`, replace: "" },
      { file: bind, find: `if (${proof})`, replace: "if (wasBound)" },
      { file: bind, find: proof, replace: "wasBound && clock.now() - this.#since >= provenAfter" },
      { file: bind, find: proof, replace: "this.#proven" },
      { file: bind, find: "    this.#proven = false;\n", replace: "" },
      { file: bind, find: "const provenAfter = 60_000;", replace: "const provenAfter = 61_000;" },
    ],
  },
  {
    test: sessionTest,
    name: "asks after 30 seconds of silence, and ends when two questions have no answer",
    mutations: [
      { file: link, find: "enquireLink: 30_000,", replace: "enquireLink: 31_000," },
      { file: link, find: "enquireLink: 30_000,", replace: "enquireLink: 29_000," },
      { file: timer, find: "const enquiries = 2;", replace: "const enquiries = 1;" },
      { file: timer, find: "const enquiries = 2;", replace: "const enquiries = 3;" },
      { file: timer, find: "      this.#events.enquire();\n", replace: "" },
      {
        file: timer,
        find: "this.#enquired === enquiries && now >= this.#enquireAt()",
        replace: "this.#enquired > enquiries",
      },
    ],
  },
  {
    test: sessionTest,
    name: "goes on while its questions are answered",
    mutations: [
      { file: timer, find: "    this.#enquired = 0;\n", replace: "" },
      {
        file: timer,
        find: "    this.#heardAt = this.#clock.now();\n    this.#enquired",
        replace: "    this.#enquired",
      },
    ],
  },
  {
    test: linkTest,
    name: "an answer of $status leaves it $phase",
    mutations: [
      action("0x0e", "RINVPASWD", "stop", "rebind"),
      action("0x0f", "RINVSYSID", "stop", "rebind"),
      action("0x53", "RINVSYSTYP", "stop", "rebind"),
      action("0x0d", "RBINDFAIL", "rebind", "stop"),
      { file: statuses, find: "merged.get(status) ?? fail", replace: "merged.get(status) ?? stop" },
      { file: bind, find: "      this.#refusedBy(outcome.status);\n", replace: "" },
      { file: link, find: "alarm: refused?.lastError", replace: "alarm: undefined" },
    ],
  },
  {
    test: linkTest,
    name: "a status of %i pauses the bind, then halves its rate",
    mutations: [
      action("0x58", "RTHROTTLED", "throttle", "retry(1, 1)"),
      action("0x14", "RMSGQFUL", "throttle", "retry(1, 1)"),
      { file: bind, find: "      this.#pace.throttled(sentAt, now);\n", replace: "" },
      {
        file: pace,
        find: "this.#slowedAt = this.#pausedUntil = now + this.#pause;",
        replace: "this.#slowedAt = this.#pausedUntil = now;",
      },
      { file: pace, find: "const firstPause = 1_000;", replace: "const firstPause = 900;" },
      { file: pace, find: "Math.max(1, rate / 2)", replace: "Math.max(1, rate)" },
    ],
  },
  {
    test: statusTest,
    name: "loses nothing",
    mutations: [
      throttleFails,
      action("0x58", "RTHROTTLED", "throttle", "fail"),
      action("0x14", "RMSGQFUL", "throttle", "fail"),
    ],
  },
  {
    test: statusTest,
    name: "counts as no attempt",
    mutations: [
      { file: gateway, find: "delay: 0, counts: false", replace: "delay: 0, counts: true" },
      { file: "server/storage/sqlite/settle.ts", find: "counts ? 0 : 1", replace: "counts ? 0 : 0" },
      {
        file: "server/domain/delivery/settlement.ts",
        find: "counts: counted.length > 0,",
        replace: "counts: true,",
      },
    ],
  },
  {
    test: "test/delivery/smpp/storm.test.ts",
    name: "throttling slows the bind down and loses nothing",
    mutations: [
      action("0x58", "RTHROTTLED", "throttle", "fail"),
      { file: bind, find: "      this.#pace.throttled(sentAt, now);\n", replace: "" },
      { file: pace, find: "    this.#limit = Math.max(1, rate / 2);\n", replace: "" },
    ],
  },
];
