import { randomUUID } from "node:crypto";
import type { FileNumbers } from "../../operations/authenticated-send.js";

/** The recipients of a file, from the check of the cost to the confirmation. */
export interface Upload {
  readonly id: string;
  readonly numbers: FileNumbers;
}

/** Milliseconds for which the recipients of a file wait for the confirmation, and most files and numbers of a process that do. */
export const uploadLimits = { time: 1_800_000, files: 100, numbers: 4_000_000 };

interface Kept extends Upload {
  /** Customer and user. */
  readonly owner: string;
  readonly at: number;
}

const countOf = ({ numbers }: Upload): number => numbers.accepted.length + numbers.rejected.length;

/** Files that users have uploaded to this process: the newest of each user. The oldest make way for others. */
export class Uploads {
  #kept: readonly Kept[] = [];

  add(owner: string, numbers: FileNumbers, at: number): Upload {
    const added = { id: randomUUID(), owner, numbers, at };
    this.#kept = [...this.#recent(at).filter((each) => each.owner !== owner), added].slice(
      -uploadLimits.files,
    );
    while (
      this.#kept.length > 1 &&
      this.#kept.reduce((sum, each) => sum + countOf(each), 0) > uploadLimits.numbers
    )
      this.#kept = this.#kept.slice(1);
    return added;
  }

  /** Undefined for a file of another user, and one that has made way or has waited for too long. */
  find(owner: string, id: string, at: number): Upload | undefined {
    return this.#recent(at).find((each) => each.owner === owner && each.id === id);
  }

  #recent(at: number): readonly Kept[] {
    return this.#kept.filter((each) => at - each.at < uploadLimits.time);
  }
}
