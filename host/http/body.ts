import type { IncomingMessage, ServerResponse } from "node:http";
import { finished, textStep, type Steps } from "messenger-gen-runtime/host";
import type { BodyHold, BodyMemory, Eviction } from "./body-memory.js";
import { contentCoding, inflateBody, type ContentCoding, type Inflated } from "./content-coding.js";
import type { FairSlots } from "./fair-slots.js";
import { chunkSize, Gathered, smallBody } from "./gathered-body.js";
import type { Limits } from "./limits.js";
import type { Turns } from "./turns.js";

/** Why a body is not read. */
export type BodyRefusal = "tooLarge" | "tooManyLarge" | "badCoding" | "unknownCoding" | Eviction;

/** Counts the large bodies in flight. */
export class LargeBodies {
  readonly #most: number;
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** True if a slot is free. */
  get free(): boolean {
    return this.#taken < this.#most;
  }

  /** Takes a slot; returns a function that releases it, undefined if none is free. */
  take(): (() => void) | undefined {
    if (!this.free) return undefined;
    this.#taken++;
    return () => {
      this.#taken--;
    };
  }
}

/** Resources that all request bodies share. */
export interface BodyResources {
  readonly limits: Limits;
  readonly largeBodies: LargeBodies;
  readonly memory: BodyMemory;
  readonly inflating: FairSlots;
  /** Large bodies are put together in several turns. */
  readonly turns: Turns;
  /** Calls a function once, when the response has been sent or the connection has closed. */
  readonly whenOver: (res: ServerResponse, run: () => void) => void;
}

/** A request with a body. */
export interface BodyRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Key of the caller, under which callers share memory and processor time. */
  readonly owner: string;
  /** Whether the request is announced as a call that may have a large body. */
  readonly announcedLarge: () => boolean;
}

/** False for a request of HTTP/1.0, whose `Expect` is ignored (RFC 9110, section 10.1.1). */
export function mayExpect({ httpVersion }: IncomingMessage): boolean {
  return httpVersion !== "1.0";
}

/**
 * Reads and inflates a body. `done` is called once, or not at all if the caller disconnects before the end.
 * A body that is declared too large is refused before anything is read.
 */
export function readBody(
  request: BodyRequest,
  resources: BodyResources,
  done: (body: Buffer | BodyRefusal) => void,
): void {
  const { req, res } = request;
  const { "content-length": declared } = req.headers;
  const isAwaited = req.headers.expect !== undefined && mayExpect(req);
  const coding = contentCoding(req.headers["content-encoding"]);
  // Node reads no more than the declared length.
  if (
    coding === "identity" &&
    declared !== undefined &&
    Number(declared) <= Math.min(smallBody, resources.limits.body)
  ) {
    if (isAwaited) res.writeContinue();
    readSmall(req, resources.limits.bodyPieces, done);
    return;
  }
  const reader = new BodyReader(request, resources, done);
  const refusal = coding === undefined ? "unknownCoding" : reader.refusesToBegin(Number(declared ?? 0));
  if (coding === undefined || refusal !== undefined) {
    done(refusal ?? "unknownCoding");
    return;
  }
  if (isAwaited) res.writeContinue();
  reader.read(coding);
}

/** Reads a body that cannot become large. Most arrive in one piece, which is the body then. */
function readSmall(
  req: IncomingMessage,
  mostPieces: number,
  done: (body: Buffer | BodyRefusal) => void,
): void {
  let first: Buffer | undefined;
  let gathered: Gathered | undefined;
  let pieces = 0;
  req.on("data", (piece: Buffer) => {
    if (++pieces > mostPieces) {
      if (pieces === mostPieces + 1) done("tooLarge");
      return;
    }
    if (first === undefined) {
      first = piece;
      return;
    }
    if (gathered === undefined) {
      gathered = new Gathered();
      gathered.add(first);
    }
    gathered.add(piece);
  });
  req.on("end", () => {
    if (pieces <= mostPieces) done(gathered === undefined ? (first ?? noBytes) : finished(gathered.bytes()));
  });
}

const noBytes = Buffer.alloc(0);

/** Reads the body of one request until its end or a refusal. */
class BodyReader {
  readonly #request: BodyRequest;
  readonly #resources: BodyResources;
  readonly #done: (body: Buffer | BodyRefusal) => void;
  readonly #gathered = new Gathered();
  #coding: ContentCoding | "identity" = "identity";
  /** Size limit until a slot for a large body is taken. */
  #limit: number;
  #hold: BodyHold | undefined;
  /** No more is read: the body is refused, or the caller has disconnected. */
  #over = false;
  #size = 0;
  #pieces = 0;
  #paceTimer: NodeJS.Timeout | undefined;

  constructor(request: BodyRequest, resources: BodyResources, done: (body: Buffer | BodyRefusal) => void) {
    this.#request = request;
    this.#resources = resources;
    this.#done = done;
    this.#limit = resources.limits.body;
  }

  /** Checks the declared size. A declared length alone reserves no slot. */
  refusesToBegin(declared: number): BodyRefusal | undefined {
    const { limits, largeBodies } = this.#resources;
    if (declared <= limits.body) return undefined;
    if (declared > limits.largeBody || !this.#request.announcedLarge()) return "tooLarge";
    return largeBodies.free ? undefined : "tooManyLarge";
  }

  read(coding: ContentCoding | "identity"): void {
    const { req } = this.#request;
    this.#coding = coding;
    req.on("data", this.#take);
    req.on("end", this.#end);
  }

  readonly #take = (piece: Buffer): void => {
    if (this.#over) return;
    const { limits } = this.#resources;
    this.#size += piece.length;
    this.#hold?.arrived(piece.length);
    const refusal =
      ++this.#pieces > limits.bodyPieces
        ? "tooLarge"
        : this.#size > this.#limit
          ? this.#outgrow(this.#size)
          : undefined;
    if (refusal !== undefined) this.#refuse(refusal);
    else this.#keep(piece);
  };

  #keep(piece: Buffer): void {
    const { req } = this.#request;
    const gathered = this.#gathered;
    const needed = gathered.needs(piece.length);
    const keepLater = (): void => {
      gathered.add(piece);
      req.resume();
    };
    if (needed === 0 || this.#memory().take(needed, keepLater)) gathered.add(piece);
    else req.pause();
  }

  readonly #end = (): void => {
    clearInterval(this.#paceTimer);
    if (this.#over) return;
    this.#hold?.complete(this.#size);
    this.#putTogether(this.#gathered.bytes());
  };

  #putTogether(copying: Steps<Buffer>): void {
    if (this.#over) return;
    const step = copying.next();
    if (step.done !== true) {
      const { req, owner } = this.#request;
      const next = (): void => {
        this.#putTogether(copying);
      };
      this.#resources.turns.continue(owner, textStep, next, req.socket);
    } else if (this.#coding === "identity") this.#done(step.value);
    else this.#inflate(step.value, this.#coding, this.#limit);
  }

  /** The body exceeds the usual limit: it must be announced as large, and a slot must be free. */
  #outgrow(size: number): BodyRefusal | undefined {
    const { limits, largeBodies, whenOver } = this.#resources;
    const { res, announcedLarge } = this.#request;
    if (size > limits.largeBody || this.#limit > limits.body || !announcedLarge()) return "tooLarge";
    const giveBack = largeBodies.take();
    if (giveBack === undefined) return "tooManyLarge";
    whenOver(res, giveBack);
    this.#limit = limits.largeBody;
    this.#watchPace();
    return undefined;
  }

  /** A large body keeps its slot only while it arrives fast enough. */
  #watchPace(): void {
    const { limits, whenOver } = this.#resources;
    if (this.#request.req.complete) return;
    let before = this.#size;
    this.#paceTimer = setInterval(() => {
      const isSlow = this.#hold?.waits !== true && this.#size - before < limits.paceBytes;
      before = this.#size;
      if (isSlow) this.#refuse("tooSlow");
    }, limits.paceTime).unref();
    whenOver(this.#request.res, () => {
      clearInterval(this.#paceTimer);
    });
  }

  #refuse(reason: BodyRefusal): void {
    this.#stop();
    this.#done(reason);
  }

  #stop(): void {
    this.#over = true;
    clearInterval(this.#paceTimer);
    this.#hold?.end();
    this.#gathered.free();
  }

  #memory(): BodyHold {
    this.#hold ??= this.#open(true);
    return this.#hold;
  }

  #open(arrives: boolean): BodyHold {
    const { memory, whenOver } = this.#resources;
    const { res, owner } = this.#request;
    const evict = (why: Eviction): void => {
      this.#refuse(why);
    };
    const hold = memory.open(owner, { arrives, evict });
    whenOver(res, () => {
      hold.end();
      this.#stop();
    });
    return hold;
  }

  /** Inflates to the usual limit first: only a large body takes a slot. */
  #inflate(body: Buffer, coding: ContentCoding, limit: number): void {
    const { limits, inflating } = this.#resources;
    const most = Math.min(limit, Math.max(chunkSize, body.length * limits.inflation));
    const hold = most > chunkSize ? this.#open(false) : undefined;
    const start = (): void => {
      inflating.run(this.#request.owner, most, async () => {
        if (this.#over) return;
        this.#inflated(await inflateBody(body, coding, limit, limits.inflation), hold, () => {
          this.#inflate(body, coding, this.#limit);
        });
      });
    };
    if (hold === undefined || hold.take(most, start)) start();
  }

  #inflated(inflated: Inflated, hold: BodyHold | undefined, again: () => void): void {
    if (this.#over) return;
    const { limits } = this.#resources;
    if (inflated.kind === "ok") {
      hold?.complete(inflated.body.length);
      this.#done(inflated.body);
      return;
    }
    hold?.end();
    const mayBeLarger = inflated.kind === "tooLarge" && this.#size * limits.inflation > this.#limit;
    const refusal =
      inflated.kind === "bad" ? "badCoding" : mayBeLarger ? this.#outgrow(limits.body + 1) : "tooLarge";
    if (refusal === undefined) again();
    else this.#refuse(refusal);
  }
}
