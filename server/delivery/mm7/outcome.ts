import { readHttpMessage } from "../../mm7/http-message.js";
import { readSubmitAnswer } from "../../mm7/answer.js";
import { meaningOf } from "../../mm7/status.js";
import type { Outcome } from "../../ports/gateway.js";
import type { Exchange } from "./exchange.js";

/** What one exchange means for the message, and for the link it went over. */
export interface Judgement {
  readonly outcome: Outcome;
  /** Why the link is no use for now; undefined when it works. */
  readonly problem: string | undefined;
}

/** Milliseconds before a message is tried again when the centre does not say. */
const retryDelay = 30_000;

/** Codes of HTTP that say the address or the credentials of the link are wrong: no message is given up for that. */
const wrongLink: ReadonlySet<number> = new Set([301, 302, 303, 307, 308, 401, 403, 404, 405, 407]);

/** Codes of a proxy that has lost the centre behind it, which may have the message. */
const lostBehind: ReadonlySet<number> = new Set([502, 504]);

const works = (outcome: Outcome): Judgement => ({ outcome, problem: undefined });

/** Judges by the answer, first by the status in its document, then by the status of HTTP. */
export function judge(exchange: Exchange): Judgement {
  switch (exchange.kind) {
    case "unsent":
      return { outcome: { kind: "unsent" }, problem: `no connection (${exchange.code})` };
    case "lost":
      return works({ kind: "uncertain", code: exchange.code });
    case "answer":
      return judgeAnswer(exchange);
  }
}

function judgeAnswer(answer: Exchange & { readonly kind: "answer" }): Judgement {
  const { status, headers } = answer;
  const read = submitAnswerOf(answer);
  const code = `HTTP ${status}`;
  if (read !== undefined && !wrongLink.has(status)) return works(outcomeOf(read.statusCode, read.messageId));
  if (wrongLink.has(status)) {
    return { outcome: { kind: "later", code, delay: retryDelay, counts: false }, problem: code };
  }
  if (status < 300 || lostBehind.has(status)) return works({ kind: "uncertain", code });
  if (status === 429 || status >= 500) {
    const delay = retryAfter(headers["retry-after"]);
    return works({ kind: "later", code, delay, counts: status !== 429 && status !== 503 });
  }
  return works({ kind: "refused", code });
}

function outcomeOf(statusCode: number, messageId: string): Outcome {
  const code = String(statusCode);
  switch (meaningOf(statusCode)) {
    case "accepted":
      return { kind: "accepted", messageId };
    case "later":
      return { kind: "later", code, delay: retryDelay, counts: true };
    case "refused":
      return { kind: "refused", code };
  }
}

/** Seconds from 1 to 3600 in Retry-After, as milliseconds. */
function retryAfter(header: string | undefined): number {
  const seconds = /^[0-9]{1,4}$/.test(header ?? "") ? Number(header) : NaN;
  return seconds >= 1 && seconds <= 3_600 ? seconds * 1_000 : retryDelay;
}

/** The document may stand alone, or be the first part of a multipart entity. */
function submitAnswerOf({ headers, body }: Exchange & { readonly kind: "answer" }) {
  const fields = new Map([["content-type", headers["content-type"] ?? "text/xml"]]);
  const message = readHttpMessage({ fields, content: body });
  return message && readSubmitAnswer(message.document, message.charset);
}
