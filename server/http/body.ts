import type { IncomingMessage, ServerResponse } from "node:http";
import { contentCoding, inflateBody, type ContentCoding } from "./content-coding.js";
import { Gathered } from "./gathered.js";
import type { Limits } from "./limits.js";

/** Why a body is not read. */
export type BodyRefusal = "tooLarge" | "tooManyLarge" | "tooSlow" | "badCoding" | "unknownCoding";

/** Counts the large bodies that are read or answered now. */
export class LargeBodies {
  readonly #most: number;
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** True when there is a place. */
  get free(): boolean {
    return this.#taken < this.#most;
  }

  /** Takes a place until the answer has been sent or the caller has gone; false when there is none. */
  take(res: ServerResponse): boolean {
    if (!this.free) return false;
    this.#taken++;
    res.once("close", () => {
      this.#taken--;
    });
    return true;
  }
}

/** What `readBody` needs to know. */
export interface BodyOptions {
  readonly limits: Limits;
  readonly largeBodies: LargeBodies;
  /** Whether the request is announced as a call that may have a large body. */
  readonly announcedLarge: () => boolean;
}

/**
 * Reads and inflates a body. `done` is called once, and not at all when the caller goes away before the end.
 * A body that is declared too large is refused before anything is read.
 */
export function readBody(
  req: IncomingMessage,
  res: ServerResponse,
  options: BodyOptions,
  done: (body: Buffer | BodyRefusal) => void,
): void {
  const coding = contentCoding(req.headers["content-encoding"]);
  if (coding === undefined) {
    done("unknownCoding");
    return;
  }
  const declared = req.headers["content-length"];
  const { expect } = req.headers;
  // node reads no more than what is declared.
  if (coding === "identity" && declared !== undefined && Number(declared) <= options.limits.body) {
    if (expect !== undefined) res.writeContinue();
    collect(req, { mostPieces: options.limits.bodyPieces, allowance: undefined }, done);
    return;
  }
  const allowance = new Allowance(res, options);
  const refusal = allowance.refusesToBegin(Number(declared ?? 0));
  if (refusal !== undefined) {
    done(refusal);
    return;
  }
  if (expect !== undefined) res.writeContinue();
  collect(req, { mostPieces: options.limits.bodyPieces, allowance }, (body) => {
    if (coding === "identity" || typeof body === "string") done(body);
    else
      inflate(body, coding, allowance, options.limits).then(done, () => {
        done("badCoding");
      });
  });
}

/** How large the body of one request may be: a larger one than usual only when announced, and with a place taken. */
class Allowance {
  readonly #res: ServerResponse;
  readonly #options: BodyOptions;
  #limit: number;

  constructor(res: ServerResponse, options: BodyOptions) {
    this.#res = res;
    this.#options = options;
    this.#limit = options.limits.body;
  }

  /** Judges by the size that was declared. No place is taken: who only says how much will come keeps nobody out. */
  refusesToBegin(declared: number): BodyRefusal | undefined {
    const { limits, largeBodies, announcedLarge } = this.#options;
    if (declared <= limits.body) return undefined;
    if (declared > limits.largeBody || !announcedLarge()) return "tooLarge";
    return largeBodies.free ? undefined : "tooManyLarge";
  }

  /** Judges by what has come. */
  refuses(size: number): BodyRefusal | undefined {
    const { limits, largeBodies, announcedLarge } = this.#options;
    if (size <= this.#limit) return undefined;
    if (size > limits.largeBody || this.#limit > limits.body || !announcedLarge()) return "tooLarge";
    if (!largeBodies.take(this.#res)) return "tooManyLarge";
    this.#limit = limits.largeBody;
    return undefined;
  }

  /** Calls `tooSlow` once when a body with a place taken brings less than it must; returns how to stop. */
  watchPace(received: () => number, tooSlow: () => void): () => void {
    const { limits } = this.#options;
    let before = 0;
    const timer = setInterval(() => {
      const now = received();
      const slow = this.#limit > limits.body && now - before < limits.paceBytes;
      before = now;
      if (!slow) return;
      clearInterval(timer);
      tooSlow();
    }, limits.paceTime).unref();
    this.#res.once("close", () => {
      clearInterval(timer);
    });
    return () => {
      clearInterval(timer);
    };
  }
}

interface CollectOptions {
  readonly mostPieces: number;
  /** Undefined for a body that cannot become too large. */
  readonly allowance: Allowance | undefined;
}

/** Gathers what comes until there is a reason to take no more. Most bodies come in one piece, which is the body then. */
function collect(
  req: IncomingMessage,
  { mostPieces, allowance }: CollectOptions,
  done: (body: Buffer | BodyRefusal) => void,
): void {
  let gathered: Gathered | undefined;
  let refusal: BodyRefusal | undefined;
  let size = 0;
  let pieces = 0;
  const refuse = (reason: BodyRefusal): void => {
    refusal = reason;
    stopWatching?.();
    done(reason);
  };
  const stopWatching = allowance?.watchPace(
    () => size,
    () => {
      refuse("tooSlow");
    },
  );
  req.on("data", (piece: Buffer) => {
    if (refusal !== undefined) return;
    size += piece.length;
    const reason = ++pieces > mostPieces ? "tooLarge" : allowance?.refuses(size);
    if (reason !== undefined) refuse(reason);
    else if (gathered === undefined) gathered = new Gathered(piece);
    else gathered.add(piece);
  });
  req.on("end", () => {
    stopWatching?.();
    if (refusal === undefined) done(gathered === undefined ? noBytes : gathered.bytes());
  });
}

const noBytes = Buffer.alloc(0);

/** Inflates to the usual limit first: only a body that really is large takes one of the places. */
async function inflate(
  body: Buffer,
  coding: ContentCoding,
  allowance: Allowance,
  { body: usual, largeBody, inflation }: Limits,
): Promise<Buffer | BodyRefusal> {
  let inflated = await inflateBody(body, coding, usual, inflation);
  if (inflated.kind === "tooLarge" && body.length * inflation > usual) {
    const refusal = allowance.refuses(usual + 1);
    if (refusal !== undefined) return refusal;
    inflated = await inflateBody(body, coding, largeBody, inflation);
  }
  if (inflated.kind === "ok") return inflated.body;
  return inflated.kind === "tooLarge" ? "tooLarge" : "badCoding";
}
