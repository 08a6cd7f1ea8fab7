import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { RecipientState } from "#server/domain/recipient-state.js";
import type { UncertainPolicy } from "#server/domain/delivery/route.js";
import { eventually } from "../../eventually.js";
import { Exchange } from "./exchange.js";
import { accept, answering, type Submit } from "./habits.js";
import { ManualClock } from "./manual-clock.js";
import type { SmscConnection } from "../../networks/smpp/test-smsc.js";
import { inTime, runsOf } from "../../in-time.js";

/** How an SMSC responds to a part. */
const responses = {
  accepted: (pdu, connection) => {
    accept(pdu, connection, `id${partOf(pdu)}`);
  },
  throttled: (pdu, connection) => {
    connection.refuse(pdu, 0x58);
  },
  "queue full": (pdu, connection) => {
    connection.refuse(pdu, 0x14);
  },
  nack: (pdu, connection) => {
    connection.send({ command: "generic_nack" }, 0x03, pdu.sequence);
  },
  "wrong session": (pdu, connection) => {
    connection.refuse(pdu, 0x04);
  },
  temporary: (pdu, connection) => {
    connection.refuse(pdu, 0x08);
  },
  permanent: (pdu, connection) => {
    connection.refuse(pdu, 0x0b);
  },
  /** No response, and the connection ends behind the responses before. */
  lost: (_pdu, connection) => {
    connection.socket.end();
  },
} as const satisfies Readonly<Record<string, (pdu: Submit, connection: SmscConnection) => void>>;

type Response = keyof typeof responses;

const parts = 5;

/** Number of the part in its header. */
function partOf({ shortMessage }: Submit): number {
  return shortMessage[5] ?? 0;
}

const { Queued, Submitting, Submitted, Failed, Unknown, Expired } = RecipientState;

/** Responses that are given in turn, then parts are accepted; returns how often each part was accepted. */
async function acceptedParts(given: readonly Response[], uncertain: UncertainPolicy) {
  const exchange = await Exchange.open();
  const clock = new ManualClock();
  try {
    const accepted = new Array<number>(parts).fill(0);
    const left = [...given];
    const smsc = await exchange.smsc(
      answering((pdu, connection) => {
        if (connection.socket.writableEnded) return;
        const response = left.shift() ?? "accepted";
        const at = partOf(pdu) - 1;
        if (response === "accepted") accepted[at] = (accepted[at] ?? 0) + 1;
        responses[response](pdu, connection);
      }),
    );
    await exchange.addLink("a", smsc.port);
    await exchange.addRoute("a", { uncertain });
    exchange.start({ clock });
    const text = "Your parcel is ready. ".repeat(32);
    const sent = await exchange.send({ parts, text });
    const state = async (): Promise<number> => (await exchange.states(sent))[0] ?? 0;
    await eventually(async () => {
      const now = await state();
      if (now === Queued) {
        exchange.pass(60_000);
        clock.advance(1_000);
      }
      return now !== Queued && (now !== Submitting || (await exchange.store.links.uncertain(1)).length > 0);
    });
    return { accepted, state: await state() };
  } finally {
    await exchange.close();
  }
}

/** More with MESSENGER_RUNS, and all of them in the endurance tests. */
const numRuns = runsOf(25);

test("a message of five parts is accepted once per part, whatever the responses", async () => {
  const anyResponse = fc.constantFrom(...(Object.keys(responses) as Response[]));
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyResponse, { maxLength: 20 }),
      fc.constantFrom<UncertainPolicy>("hold", "fail", "resend"),
      inTime(async (given, uncertain) => {
        const { accepted, state } = await acceptedParts(given, uncertain);
        expect(accepted.every((count) => count <= 1)).toBe(true);
        if (state === Submitted) expect(accepted).toEqual([1, 1, 1, 1, 1]);
        else expect([Submitting, Failed, Unknown, Expired]).toContain(state);
      }),
    ),
    { numRuns, examples: examples() },
  );
});

/** Sequences in which a part was once accepted twice. */
function examples(): [Response[], UncertainPolicy][] {
  const first: readonly Response[] = [
    "throttled",
    "queue full",
    "nack",
    "temporary",
    "wrong session",
    "lost",
  ];
  return first.flatMap((response): [Response[], UncertainPolicy][] => [
    [[response, "accepted", "accepted", "accepted", "accepted"], "resend"],
    [["accepted", "accepted", response], "resend"],
  ]);
}
