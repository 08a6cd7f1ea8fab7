import type { CallLog } from "messenger-gen-runtime";
import type { DeliveryObserver } from "../delivery/observer.js";
import { maskedNumber } from "../domain/recipients/recipients.js";
import { statusTable } from "../domain/outbox/status.js";
import type { Outcome } from "../domain/outbox/settlement.js";
import type { Metrics } from "./metrics.js";

/** A code of a network goes into logs and labels, whatever it is: at most so many characters. */
const maxCode = 32;

export function codeLabel(code: string): string {
  return code.slice(0, maxCode);
}

function codeOf(outcome: Outcome): string {
  return "code" in outcome ? codeLabel(outcome.code) : "";
}

/** Counts delivery events and writes a line for each. */
export function deliveryObserver(metrics: Metrics, log: CallLog): DeliveryObserver {
  return {
    answered: (link, { message, part, outcome, milliseconds }) => {
      const { kind } = outcome;
      const code = codeOf(outcome);
      metrics.add("messenger_link_answers_total", [link, kind, code]);
      if (kind === "later" && !outcome.counts) metrics.add("messenger_link_throttles_total", [link]);
      if (kind !== "unsent" && kind !== "expired")
        metrics.observe("messenger_link_answer_seconds", [link], milliseconds / 1000);
      const { transactionId: transaction, customerId: customer, attempt, phone } = message;
      const ms = Math.round(milliseconds);
      const to = maskedNumber(phone);
      log.info({ link, transaction, customer, to, part, attempt, outcome: kind, code, ms }, "submit");
    },
    reported: (link, { state, phone = "", code = "" }, effect) => {
      metrics.add("messenger_receipts_total", [link, effect]);
      const to = maskedNumber(phone);
      const status = statusTable[state].element;
      log.info({ link, to, status, code: code.slice(0, maxCode), effect }, "receipt");
    },
    matched: (link, count) => {
      metrics.add("messenger_receipts_total", [link, "matched"], count);
    },
    received: (link, { from, to, place }) => {
      metrics.add("messenger_incoming_total", [link]);
      const parts = place?.total ?? 1;
      log.info(
        { link, from: maskedNumber(from), to: maskedNumber(to), part: place?.number ?? 1, parts },
        "incoming",
      );
    },
  };
}
