import type { CallLog } from "messenger-gen-runtime";
import { limitedLines } from "../work/coordination/limited-log.js";
import type { DeliveryObserver } from "../work/delivery/observer.js";
import type { IncomingEffect } from "../domain/inbox/received-part.js";
import { maskedNumber } from "../domain/recipients/recipients.js";
import { statusTable } from "../domain/status.js";
import type { Outcome } from "../domain/delivery/outcomes/outcome.js";
import type { Metrics } from "./metrics.js";

/** A code of a network goes into logs and labels, whatever it is: at most so many characters. */
const maxCode = 32;

export function codeLabel(code: string): string {
  return code.slice(0, maxCode);
}

function codeOf(outcome: Outcome): string {
  return "code" in outcome ? codeLabel(outcome.code) : "";
}

/** An incoming message as metrics and log name it. */
const incomingEffects: Readonly<Record<IncomingEffect, string>> = {
  kept: "part",
  delivered: "delivered",
  stray: "unassigned",
  repeated: "repeated",
};

/** Lines of incoming messages that are not, or not yet, in an inbox. */
const unsolicited = {
  kept: { level: "info", event: "incoming part" },
  stray: { level: "warn", event: "message for an unassigned number" },
  repeated: { level: "info", event: "incoming repeated" },
} as const;

/**
 * Counts delivery events, and writes a line for each submission, each receipt that changes a message and each incoming message that
 * reaches an inbox. Lines of others are limited, because a network can send any number of them.
 */
export function deliveryObserver(
  metrics: Metrics,
  log: CallLog,
  now: () => number = Date.now,
): DeliveryObserver {
  const limited = limitedLines(log, now);
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
      const fields = { link, to, status, code: codeLabel(code), effect };
      if (effect === "changes") log.info(fields, "receipt");
      else limited("info", fields, "receipt", `receipt ${effect} ${link}`);
    },
    matched: (link, count) => {
      metrics.add("messenger_receipts_total", [link, "matched"], count);
    },
    ignored: (link, name) => {
      metrics.add("messenger_ignored_total", [link, name]);
    },
    received: (link, { from, to, place }, effect) => {
      metrics.add("messenger_incoming_total", [link, incomingEffects[effect]]);
      const [part, parts] = [place?.number ?? 1, place?.total ?? 1];
      const fields = { link, from: maskedNumber(from), to: maskedNumber(to), part, parts };
      if (effect === "delivered") log.info(fields, "incoming");
      else {
        const { level, event } = unsolicited[effect];
        limited(level, fields, event, `${event} ${link}`);
      }
    },
  };
}
