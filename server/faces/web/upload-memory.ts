/** Most bytes of files that are read and worked with at once, and most requests that wait for them. */
export interface UploadLimits {
  readonly bytes: number;
  readonly waiting: number;
}

/** Four of the largest files. */
export const uploadMemory: UploadLimits = { bytes: 100_663_296, waiting: 100 };

/** What a visitor reads who gets none. */
export const uploadRefusals = {
  another: "Another file of yours is still being read. Wait for its page, then try again.",
  full: "The server is reading too many files. Try again in a minute.",
} as const;

/** Whose file it is: a user has one at a time, and all users of an owner, such as a customer, have at most half of the memory. */
export interface UploadOwner {
  readonly user: string;
  readonly owner: string;
}

interface Request extends UploadOwner {
  readonly bytes: number;
  readonly granted: (release: () => void) => void;
}

/** Memory for the files of forms, in the order in which they arrive; none is read before it has its memory. */
export class UploadMemory {
  readonly #limits: UploadLimits;
  readonly #users = new Set<string>();
  readonly #ofOwners = new Map<string, number>();
  #held = 0;
  #waiting: readonly Request[] = [];

  constructor(limits: UploadLimits = uploadMemory) {
    this.#limits = limits;
  }

  /** Bytes in use. */
  get held(): number {
    return this.#held;
  }

  /**
   * Resolves once there is memory, with the function that releases it; with the reason if there will be none: the user has another file
   * that is not finished, or too many wait.
   *
   * @param bytes at most; a file takes all of it until it is released
   * @param whenGone registers the function to call when the request has ended without its memory
   */
  take(
    whose: UploadOwner,
    bytes: number,
    whenGone: (leave: () => void) => void,
  ): Promise<(() => void) | keyof typeof uploadRefusals> {
    if (this.#users.has(whose.user)) return Promise.resolve("another");
    if (this.#waiting.length >= this.#limits.waiting) return Promise.resolve("full");
    this.#users.add(whose.user);
    return new Promise((granted) => {
      const request: Request = { ...whose, bytes, granted };
      this.#waiting = [...this.#waiting, request];
      whenGone(() => {
        this.#leave(request);
      });
      this.#grant();
    });
  }

  /** Those of an owner with too much wait, others behind them go on. */
  #grant(): void {
    for (const request of this.#waiting) {
      const { bytes, owner, granted } = request;
      const own = this.#ofOwners.get(owner) ?? 0;
      if (this.#held > 0 && this.#held + bytes > this.#limits.bytes) return;
      if (own > 0 && own + bytes > this.#limits.bytes / 2) continue;
      this.#waiting = this.#waiting.filter((each) => each !== request);
      this.#change(request, bytes);
      let isHeld = true;
      granted(() => {
        if (!isHeld) return;
        isHeld = false;
        this.#change(request, -bytes);
        this.#users.delete(request.user);
        this.#grant();
      });
    }
  }

  #change({ owner }: Request, bytes: number): void {
    this.#held += bytes;
    const own = (this.#ofOwners.get(owner) ?? 0) + bytes;
    if (own > 0) this.#ofOwners.set(owner, own);
    else this.#ofOwners.delete(owner);
  }

  #leave(request: Request): void {
    if (!this.#waiting.includes(request)) return;
    this.#waiting = this.#waiting.filter((each) => each !== request);
    this.#users.delete(request.user);
    request.granted(() => undefined);
  }
}
