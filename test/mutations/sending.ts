import type { MutatedRow } from "./mutation.js";

const bind = "server/networks/smpp/session/bind.ts";
const gateway = "server/networks/smpp/gateway.ts";
const link = "server/networks/smpp/session/link.ts";
const linkTest = "test/networks/smpp/link.test.ts";
const refusalTest = "test/networks/smpp/refusals.test.ts";
const routeTable = "server/domain/delivery/routing/route-table.ts";
const deliveryTest = "test/work/delivery/smpp-delivery.test.ts";
const pace = "server/domain/delivery/pace/pace.ts";
const claim = "server/storage/sqlite/hot/claim.ts";
const retry = "server/domain/delivery/outcomes/retry.ts";
const session = "server/networks/smpp/session/session.ts";
const settings = "server/networks/smpp/settings.ts";
const settlement = "server/domain/delivery/outcomes/outcome.ts";
const statuses = "server/networks/smpp/session/status-table.ts";
const statusTest = "test/work/delivery/smpp-statuses.test.ts";
const uncertain = "server/storage/tables/links/uncertain.ts";

/** The order in which messages left, in place of the sequence numbers of their responses. */
const answersInOrder = {
  file: session,
  find: [
    "const pending = this.#pending.get(pdu.sequence);",
    "    if (pending === undefined || !isResponsePdu(pending.command, pdu.command)) {",
    "      this.#options.onInvalid(`unmatched ${pdu.command}`);",
    "      return;",
    "    }",
    "    this.#pending.delete(pending);",
  ].join("\n"),
  replace: [
    "const [pending] = this.#pending.all();",
    "    if (pending === undefined || !isResponsePdu(pending.command, pdu.command)) return;",
    "    this.#pending.delete(pending);",
  ].join("\n"),
};

const holdIsNoPolicy = {
  file: settlement,
  find: 'if (policy === "hold" || (uncertain && attempt >= mostResent)) return { kind: "held", code };',
  replace: "",
};
const failIsNoPolicy = {
  file: settlement,
  find: 'if (policy === "fail") return { kind: "unknown", code };',
  replace: "",
};
const resendIsNoPolicy = {
  file: settlement,
  find: 'return { kind: "queued", nextAt, linkId, counts: "attempt", uncertain: true, code };',
  replace: 'return { kind: "held", code };',
};
const policyOfNoRoute = {
  file: routeTable,
  find: "{ linkId: chosen.linkId, policy: chosen.uncertain }",
  replace: '{ linkId: chosen.linkId, policy: "hold" }',
};
const lostIsUnsent = {
  file: session,
  find: 'pending.settle({ kind: pending.write <= lastWrite ? "uncertain" : "unsent", reason: "lost" });',
  replace: 'pending.settle({ kind: pending.write <= lastWrite ? "unsent" : "unsent", reason: "lost" });',
};
const overridesAreNotHeeded = {
  file: statuses,
  find: "for (const [status, action] of Object.entries(overrides)) merged.set(Number(status), action);",
  replace: "",
};

export const sending: readonly MutatedRow[] = [
  {
    test: linkTest,
    name: "as many as the window are in flight, and each response frees a slot",
    mutations: [
      {
        file: bind,
        find: "return Math.min(this.#options.window - this.#used, this.#pace.free(now));",
        replace: "return this.#pace.free(now);",
      },
      { file: bind, find: "    this.#used--;\n", replace: "" },
      { file: bind, find: "this.#options.onChange();\n    return answer;", replace: "return answer;" },
    ],
  },
  {
    test: linkTest,
    name: "have a window of ten by default",
    mutations: [{ file: link, find: "const defaultWindow = 10;", replace: "const defaultWindow = 11;" }],
  },
  {
    test: deliveryTest,
    name: "to many passes through a window of ten, in any order of responses",
    mutations: [
      {
        file: settings,
        find: 'must: "be from 1 to 1000", initial: "10" }',
        replace: 'must: "be from 1 to 1000", initial: "11" }',
      },
      { file: settings, find: 'window: Number(of("window")),', replace: "window: 100," },
      answersInOrder,
    ],
  },
  {
    test: linkTest,
    name: "follow the rate of $title",
    mutations: [
      { file: bind, find: "new Pace(options.rate)", replace: "new Pace(undefined)" },
      { file: link, find: "(linkRate * this.#wanted) / binds", replace: "undefined" },
      { file: link, find: "    this.#pace.take(now);\n", replace: "" },
      { file: bind, find: "    this.#pace.take(sentAt);\n", replace: "" },
      {
        file: pace,
        find: "Math.max(1, limit * burst)",
        replace: "Math.max(1, limit)",
      },
      {
        file: pace,
        find: "this.#tokens + limit * seconds);",
        replace: "Infinity);",
      },
      {
        file: link,
        find: "const at = Math.max(binds, this.#pace.nextFree(now));",
        replace: "const at = Math.max(binds, Number.POSITIVE_INFINITY);",
      },
    ],
  },
  {
    test: "test/networks/smpp/storm.test.ts",
    name: "responses in any order find their messages",
    mutations: [answersInOrder],
  },
  {
    test: linkTest,
    name: "without a response are uncertain after 60 seconds; the bind is renewed when the others have theirs",
    mutations: [
      { file: link, find: "response: 60_000,", replace: "response: 61_000," },
      { file: link, find: "response: 60_000,", replace: "response: 59_000," },
      {
        file: session,
        find: 'settle({ kind: "uncertain", reason: "timeout" })',
        replace: 'settle({ kind: "unsent", reason: "lost" })',
      },
      {
        file: bind,
        find: 'if (outcome.reason === "timeout") this.#recycle("no response to a message in time");',
        replace: "",
      },
      {
        file: bind,
        find: "if (this.#used > 0 || (this.#deliveries?.busy ?? false)) return;",
        replace: "",
      },
      {
        file: bind,
        find: 'if (this.#phase === "draining") this.#unbindWhenIdle();\n    this.#options.onChange();',
        replace: "this.#options.onChange();",
      },
    ],
  },
  {
    test: deliveryTest,
    name: "renews the bind, and the policy of the route applies: $uncertain",
    mutations: [
      holdIsNoPolicy,
      failIsNoPolicy,
      resendIsNoPolicy,
      policyOfNoRoute,
      {
        file: gateway,
        find: 'return { kind: "uncertain", code: `no answer: ${answer.reason}` };',
        replace: 'return { kind: "unsent" };',
      },
      {
        file: settings,
        find: 'response: { form: seconds, must: "be from 1 to 9999 seconds", initial: "60" }',
        replace: 'response: { form: seconds, must: "be from 1 to 9999 seconds", initial: "61" }',
      },
      {
        file: settings,
        find: 'response: { form: seconds, must: "be from 1 to 9999 seconds", initial: "60" }',
        replace: 'response: { form: seconds, must: "be from 1 to 9999 seconds", initial: "59" }',
      },
      { file: settings, find: 'response: milliseconds("response"),', replace: "response: 600_000," },
    ],
  },
  {
    test: deliveryTest,
    name: "holds uncertain messages for the operator, who resends them or fails them",
    mutations: [
      lostIsUnsent,
      holdIsNoPolicy,
      { file: uncertain, find: 'if (how === "fail")', replace: 'if (how === "fail" && rows.length === 0)' },
      { file: uncertain, find: "yield* run(again, { ids: found });", replace: "" },
    ],
  },
  {
    test: deliveryTest,
    name: "with the policy resend, the message is sent again and counted",
    mutations: [
      resendIsNoPolicy,
      policyOfNoRoute,
      {
        file: "server/work/delivery/link-runner.ts",
        find: "this.#counts.resent += 1;",
        replace: "this.#counts.resent += 0;",
      },
    ],
  },
  {
    test: deliveryTest,
    name: "with the policy fail, the message fails",
    mutations: [failIsNoPolicy, policyOfNoRoute],
  },
  {
    test: statusTest,
    name: "a response with a status: $name",
    mutations: [
      {
        file: statuses,
        find: '{ status: 0x0b, name: "RINVDSTADR", action: fail }',
        replace: '{ status: 0x0b, name: "RINVDSTADR", action: retry(0, 1) }',
      },
      {
        file: statuses,
        find: '{ status: 0x45, name: "RSUBMITFAIL", action: fail }',
        replace: '{ status: 0x45, name: "RSUBMITFAIL", action: retry(0, 1) }',
      },
      { file: statuses, find: "merged.get(status) ?? fail", replace: "merged.get(status) ?? retry(0, 1)" },
      overridesAreNotHeeded,
      { file: link, find: "statusTable(statuses)", replace: "statusTable()" },
      { file: settings, find: 'statuses: statusesOf(of("statuses")),', replace: "statuses: {}," },
      {
        file: settings,
        find: 'choice(["fail", "throttle", "rebind", "stop"], kind)',
        replace: 'choice(["fail"], kind)',
      },
    ],
  },
  {
    test: "test/networks/smpp/smpp-page.test.ts",
    name: "the page lists every command_status with its action",
    mutations: [
      {
        file: statuses,
        find: '{ status: 0x0a, name: "RINVSRCADR", action: fail }',
        replace: '{ status: 0x0a, name: "RINVSRCADR", action: retry(30, 1) }',
      },
      {
        file: statuses,
        find: '{ status: 0x64, name: "RX_T_APPN", action: retry(30, 3) }',
        replace: '{ status: 0x64, name: "RX_T_APPN", action: fail }',
      },
      {
        file: statuses,
        find: '{ status: 0x66, name: "RX_R_APPN", action: fail }',
        replace: '{ status: 0x66, name: "RX_R_APPN", action: sent }',
      },
    ],
  },
  {
    test: statusTest,
    name: "a message with the temporary status $status is retried after $delays ms, then fails",
    mutations: [
      {
        file: statuses,
        find: '{ status: 0x08, name: "RSYSERR", action: retry(30, 3) }',
        replace: '{ status: 0x08, name: "RSYSERR", action: retry(30, 2) }',
      },
      {
        file: statuses,
        find: '{ status: 0x64, name: "RX_T_APPN", action: retry(30, 3) }',
        replace: '{ status: 0x64, name: "RX_T_APPN", action: retry(30, 4) }',
      },
      {
        file: statuses,
        find: '{ status: 0xfe, name: "RDELIVERYFAILURE", action: retry(30, 1) }',
        replace: '{ status: 0xfe, name: "RDELIVERYFAILURE", action: retry(60, 1) }',
      },
      {
        file: statuses,
        find: '{ status: 0xff, name: "RUNKNOWNERR", action: retry(30, 1) }',
        replace: '{ status: 0xff, name: "RUNKNOWNERR", action: fail }',
      },
      {
        file: statuses,
        find: '{ status: 0x14, name: "RMSGQFUL", action: retry(60, 7) }',
        replace: '{ status: 0x14, name: "RMSGQFUL", action: retry(60, 6) }',
      },
      { file: retry, find: "delay * 2 ** (attempt - 1)", replace: "delay" },
      { file: retry, find: "if (attempt > attempts)", replace: "if (attempt < 0)" },
      {
        file: settlement,
        find: "now + Math.max(...later.map(({ delay }) => delay))",
        replace: "attempt.nextAt",
      },
    ],
  },
  {
    test: refusalTest,
    name: "are refused by a generic_nack of any status: %i",
    mutations: [
      { file: bind, find: 'const nack = command === "generic_nack";', replace: "const nack = false;" },
      {
        file: statuses,
        find: "delay: 30_000, attempts: 2 }",
        replace: "delay: 30_000, attempts: 1 }",
      },
    ],
  },
  {
    test: "test/work/delivery/stubborn.test.ts",
    name: "does not delay others, ends no session, and finally fails",
    mutations: [
      {
        file: settlement,
        find: "now + Math.max(...later.map(({ delay }) => delay))",
        replace: "attempt.nextAt",
      },
      { file: retry, find: "if (attempt > attempts) ", replace: "if (attempt > 99) " },
      { file: statuses, find: "  if (nack) return", replace: '  if (nack && action.kind !== "sent") return' },
    ],
  },
  {
    test: "test/endurance/stubborn-message.test.ts",
    name: "does not double the time of ${messages} messages behind it, in ${count} runs",
    mutations: [
      {
        file: settlement,
        find: "now + Math.max(...later.map(({ delay }) => delay))",
        replace: "attempt.nextAt",
      },
    ],
  },
  {
    test: "test/work/delivery/stubborn.test.ts",
    name: "a message that is refused three times is named in the problem of its link and in the metrics",
    mutations: [
      {
        file: "server/domain/delivery/outcomes/repeated-refusals.ts",
        find: "const fewest = 3;",
        replace: "const fewest = 4;",
      },
      {
        file: "server/work/delivery/link-runner.ts",
        find: "ownProblem ?? (refused && refusalLine(refused))",
        replace: "ownProblem",
      },
      {
        file: "server/monitoring/queues.ts",
        find: "times = 0 } = refused ?? {};",
        replace: "times = 0 } = refused && {};",
      },
    ],
  },
  {
    test: "test/work/delivery/stubborn.test.ts",
    name: "a message that ends every session is resent at most five times, later each time, then kept for the operator",
    mutations: [
      { file: settlement, find: "const mostResent = 6;", replace: "const mostResent = 7;" },
      { file: settlement, find: "(uncertain && attempt >= mostResent)", replace: "false" },
    ],
  },
  {
    test: "test/work/delivery/accepted-parts.test.ts",
    name: "a message of five parts is accepted once per part, whatever the responses",
    mutations: [
      {
        file: claim,
        find: "const parts = accepted.all(taken.row.id).map(({ part }) => part);",
        replace:
          "const parts = taken.row.attempts > 0 ? accepted.all(taken.row.id).map(({ part }) => part) : [];",
      },
      {
        file: "server/work/delivery/link-runner.ts",
        find: "if (message.accepted.includes(part)) continue;",
        replace: "",
      },
    ],
  },
];
