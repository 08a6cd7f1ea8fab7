import { deferred, type RetryRule, retried, type Tries } from "../../domain/delivery/outcomes/retry.js";
import { readHttpMessage } from "./documents/http-message.js";
import { readSubmitResponse, meaningOf } from "./documents/submit-response.js";
import type { Outcome } from "../../domain/delivery/outcomes/outcome.js";
import type { Exchange } from "./exchange.js";

/** Effect of one exchange on the message and on its link. */
export interface Judgement {
  readonly outcome: Outcome;
  /** Why the link is not usable now; undefined if it works. */
  readonly problem: string | undefined;
  /** Whether the MMSC throttles. */
  readonly throttled: boolean;
}

/** Facts about the message that was sent. */
export interface Sent {
  readonly tries: Tries;
  /** Whether the MMSC accepts other messages, as far as known. */
  readonly acceptsOthers: boolean;
}

/** Milliseconds before a message is tried again for the first time unless the MMSC sets Retry-After. */
const retryDelay = 30_000;

/** Until it expires. */
const retryRule = (delay: number): RetryRule => ({ delay, attempts: Number.POSITIVE_INFINITY });

/** HTTP status codes for a wrong address or wrong credentials of the link: no message fails because of them. */
const wrongLink: ReadonlySet<number> = new Set([301, 302, 303, 307, 308, 401, 403, 404, 405, 407]);

/** HTTP status codes of a proxy that lost the MMSC; the MMSC may have accepted the message. */
const lostBehind: ReadonlySet<number> = new Set([502, 504]);

/** HTTP status codes that throttle. */
const busy: ReadonlySet<number> = new Set([429, 503]);

const works = (outcome: Outcome): Judgement => ({ outcome, problem: undefined, throttled: false });

/** Judges by the response, first by the status in its document, then by the status of HTTP. */
export function judge(exchange: Exchange, sent: Sent): Judgement {
  switch (exchange.kind) {
    case "unsent":
      return {
        outcome: { kind: "unsent" },
        problem: `no connection (${exchange.code})`,
        throttled: false,
      };
    case "lost":
      return works({ kind: "uncertain", code: exchange.code });
    case "answer":
      return judgeAnswer(exchange, sent);
  }
}

function judgeAnswer(answer: Exchange & { readonly kind: "answer" }, sent: Sent): Judgement {
  const { status, headers } = answer;
  const read = submitAnswerOf(answer);
  const code = `HTTP ${status}`;
  if (read !== undefined && !wrongLink.has(status))
    return works(outcomeOf(read.statusCode, read.messageId, sent.tries));
  const put = deferred(code, sent.tries, sent.acceptsOthers);
  if (wrongLink.has(status)) return { outcome: put, problem: code, throttled: false };
  if (status < 300 || lostBehind.has(status)) return works({ kind: "uncertain", code });
  const delay = retryAfter(headers["retry-after"]);
  if (busy.has(status)) return { ...works(notBefore(put, delay)), throttled: true };
  return works(status >= 500 ? retried(code, retryRule(delay), sent.tries) : { kind: "refused", code });
}

function notBefore(outcome: Outcome, delay: number): Outcome {
  return outcome.kind === "later" ? { ...outcome, delay: Math.max(outcome.delay, delay) } : outcome;
}

function outcomeOf(statusCode: number, messageId: string, tries: Tries): Outcome {
  const code = String(statusCode);
  switch (meaningOf(statusCode)) {
    case "accepted":
      return { kind: "accepted", messageId };
    case "later":
      return retried(code, retryRule(retryDelay), tries);
    case "refused":
      return { kind: "refused", code };
  }
}

/** Seconds from 1 to 3600 in Retry-After, as milliseconds. */
function retryAfter(header: string | undefined): number {
  const seconds = /^[0-9]{1,4}$/.test(header ?? "") ? Number(header) : NaN;
  return seconds >= 1 && seconds <= 3_600 ? seconds * 1_000 : retryDelay;
}

/** The document may be the whole body or the first part of a multipart entity. */
function submitAnswerOf({ headers, body }: Exchange & { readonly kind: "answer" }) {
  const fields = new Map([["content-type", headers["content-type"] ?? "text/xml"]]);
  const message = readHttpMessage({ fields, content: body });
  return message && readSubmitResponse(message.document, message.charset);
}
