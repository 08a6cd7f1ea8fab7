import type { MutatedRow, Mutation } from "./mutation.js";

const bind = "server/networks/smpp/session/bind.ts";
const gateway = "server/networks/smpp/gateway.ts";
const link = "server/networks/smpp/session/link.ts";
const linkTest = "test/networks/smpp/link.test.ts";
const refusalTest = "test/networks/smpp/refusals.test.ts";
const paceTest = "test/domain/delivery/pace/pace.test.ts";
const reconnect = "server/networks/smpp/session/connect.ts";
const retry = "server/domain/delivery/outcomes/retry.ts";
const sessionTest = "test/networks/smpp/session.test.ts";
const statuses = "server/networks/smpp/session/status-table.ts";
const statusTest = "test/work/delivery/smpp-statuses.test.ts";
const throttle = "server/domain/delivery/pace/throttle.ts";
const timer = "server/networks/smpp/session/session-timer.ts";

const proof = "this.#proven || (wasBound && clock.now() - this.#since >= provenAfter)";

/** Another action for a command_status. */
function action(status: string, name: string, from: string, to: string): Mutation {
  const row = `{ status: ${status}, name: "${name}", action: `;
  return { file: statuses, find: `${row}${from} }`, replace: `${row}${to} }` };
}

/** Another number of a rule in `retry.ts` or `throttle.ts`. */
const change = (file: string, find: string, replace: string): Mutation => ({ file, find, replace });

const session = "server/networks/smpp/session/session.ts";

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
    test: "test/work/delivery/smpp-delivery.test.ts",
    name: "an SMSC that unbinds again and again leaves nothing uncertain, and each message is sent once",
    mutations: [unbindClosesAtOnce],
  },
  {
    test: linkTest,
    name: "connections to an absent SMSC are retried $title",
    mutations: [
      { file: reconnect, find: "const longestDelay = 60_000;", replace: "const longestDelay = 120_000;" },
      { file: reconnect, find: "const shortestDelay = 1_000;", replace: "const shortestDelay = 2_000;" },
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
      { file: bind, find: "    this.#proven = true;\n    if (kind", replace: "    if (kind" },
      { file: bind, find: "const provenAfter = 60_000;", replace: "const provenAfter = 61_000;" },
    ],
  },
  {
    test: sessionTest,
    name: "sends enquire_link after 30 seconds of silence, and ends after two without a response",
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
    name: "stays open while its enquire_link requests get responses",
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
    name: "a response of $status leaves it $phase",
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
    test: refusalTest,
    name: "that are throttled pause the bind, which continues at nine tenths of the accepted rate",
    mutations: [
      action("0x58", "RTHROTTLED", "throttle", "retry(1, 1)"),
      change(bind, "this.#pace.throttled(sentAt, now);", ""),
      change(bind, "return this.#pace.accepting;", "return true;"),
      change(throttle, "const firstPause = 250;", "const firstPause = 225;"),
      change(throttle, "const reduced = 0.9;", "const reduced = 1;"),
      change(throttle, "const overload = 0.5;", "const overload = 0.6;"),
    ],
  },
  {
    test: refusalTest,
    name: "that are throttled repeatedly are no evidence about the bind",
    mutations: [change(bind, "if (isEvidence(kind)) this.#pace", "this.#pace")],
  },
  {
    test: paceTest,
    name: "of single messages changes nothing",
    mutations: [
      change(throttle, "share < overload && !isTooFast(observed)", "!isTooFast(observed) && false"),
    ],
  },
  {
    test: paceTest,
    name: "of all messages pauses, twice as long each time until one is accepted",
    mutations: [
      change(throttle, "Math.min(2 * pause, longestPause)", "pause"),
      change(throttle, "const longestPause = 8_000;", "const longestPause = 60_000;"),
      change(throttle, "share, accepting: true };", "share };"),
    ],
  },
  {
    test: paceTest,
    name: "of messages in flight at the last pause changes nothing",
    mutations: [change(throttle, "  if (sentAt < state.slowedAt) return state;\n", "")],
  },
  {
    test: paceTest,
    name: "sends one message a second after a pause, until one is accepted",
    mutations: [
      change(throttle, "  if (probing) return 1;\n", ""),
      change(throttle, "probing: false, base: start", "base: start"),
    ],
  },
  {
    test: paceTest,
    name: "above $name keeps four fifths of that and throttles few",
    mutations: [
      change(throttle, "share < overload && !isTooFast(observed)", "share < overload"),
      change(throttle, "seconds <= known ? seconds : known + (seconds - known) ** 2 / 8", "seconds"),
      change(throttle, "base: Math.max(1, rate * reduced), ", ""),
    ],
  },
  {
    test: paceTest,
    name: "of 3 % by chance keeps nine tenths of the rate, whatever the chance",
    mutations: [
      change(throttle, "const tolerance = 0.05;", "const tolerance = 0.01;"),
      change(throttle, "sendingFor < 1_000 || throttled < fewest", "throttled < 1"),
    ],
  },
  {
    test: paceTest,
    name: "that has ended restores the previous rate within seconds",
    mutations: [
      change(throttle, "known + (seconds - known) ** 2 / 8", "known + (seconds - known) / 8"),
      change(throttle, "const cautious = 0.5;", "const cautious = 0.001;"),
    ],
  },
  {
    test: statusTest,
    name: "throttling loses nothing, and no message fails because of it",
    mutations: [
      action("0x58", "RTHROTTLED", "throttle", "fail"),
      change(gateway, 'case "throttle":\n', 'case "throttle":\n      return { kind: "refused", code };\n'),
      change(retry, "const freeDeferrals = 3;", "const freeDeferrals = 0;"),
    ],
  },
  {
    test: statusTest,
    name: "a throttled message counts as an attempt from the fourth time on, with increasing delays, and finally fails",
    mutations: [
      change(retry, "const freeDeferrals = 3;", "const freeDeferrals = 4;"),
      change(retry, "const freeDeferrals = 3;", "const freeDeferrals = Infinity;"),
      change(retry, "firstDeferral * 4 ** Math.min(tries.deferrals, 10)", "firstDeferral"),
      change(retry, "Math.max(delay, longestDelay)", "Infinity"),
      change(retry, "if (attempt > attempts) ", "if (attempt > attempts + 1) "),
      change("server/domain/delivery/settling/settle.ts", 'counts === "deferral" ? 1 : 0', "0"),
      change("server/domain/delivery/settling/settle.ts", 'counts === "attempt" ? 0 : -1', "0"),
      change("server/domain/delivery/claiming/claim.ts", "deferrals: row.deferrals,", "deferrals: 0,"),
    ],
  },
  {
    test: refusalTest,
    name: "$name makes it bind again after $most in a row, with increasing delays",
    mutations: [
      change(retry, "{ session: 3, nack: 10 }", "{ session: 2, nack: 10 }"),
      change(retry, "{ session: 3, nack: 10 }", "{ session: 3, nack: 11 }"),
      change(bind, "if (rebind) this.#recycle", "if (false) this.#recycle"),
      change(bind, "      this.#refusals = { ...this.#refusals, onSession: 0 };\n", ""),
      change(bind, "return this.#refused(kind, isEvidence(kind), status);", "this.#proven = true;"),
      action("0x04", "RINVBNDSTS", "rebind", "fail"),
      action("0x05", "RALYBND", "rebind", "fail"),
      change(statuses, 'action.kind === "rebind" || action.kind === "stop"', 'action.kind === "rebind"'),
    ],
  },
  {
    test: "test/domain/delivery/outcomes/retry.test.ts",
    name: "of one message is that of its first attempt, against a session that of its first three",
    mutations: [
      change(retry, "return deferrals < freeDeferrals;", "return true;"),
      change(retry, "return attempt === 1 && deferrals === 0;", "return true;"),
    ],
  },
  {
    test: refusalTest,
    name: "an accepted message between two refusals keeps the session",
    mutations: [change(bind, "    this.#refusals = noRefusals;\n", "")],
  },
  {
    test: refusalTest,
    name: "a status of %i leaves the session alone",
    mutations: [
      action("0x02", "RINVCMDLEN", "retry(30, 2)", "rebind"),
      action("0x03", "RINVCMDID", "retry(30, 2)", "rebind"),
      action("0x14", "RMSGQFUL", "retry(60, 7)", "throttle"),
    ],
  },
  {
    test: "test/networks/smpp/storm.test.ts",
    name: "throttling slows the bind down and loses nothing",
    mutations: [
      action("0x58", "RTHROTTLED", "throttle", "fail"),
      change(bind, "this.#pace.throttled(sentAt, now);", ""),
    ],
  },
];
