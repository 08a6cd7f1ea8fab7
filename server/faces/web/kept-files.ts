import { randomUUID } from "node:crypto";

/** Milliseconds for which a file waits for its confirmation, most files of a process and of a person that do, and most bytes of all. */
export const keptFileLimits = { time: 1_800_000, files: 50, ofOwner: 3, bytes: 33_554_432 } as const;

interface KeptFile {
  readonly id: string;
  readonly owner: string;
  readonly bytes: Uint8Array;
  readonly at: number;
}

/** Files that visitors have sent to this process to see what follows from them: the newest three of each. The oldest make way for others. */
export class KeptFiles {
  #kept: readonly KeptFile[] = [];

  /** Returns the id of the file. */
  add(owner: string, bytes: Uint8Array, at: number): string {
    const added = { id: randomUUID(), owner, bytes, at };
    const all = [...this.#recent(at), added];
    const newest = all.filter((each) => each.owner === owner).slice(-keptFileLimits.ofOwner);
    const kept = all.filter((each) => each.owner !== owner || newest.includes(each));
    this.#kept = kept.slice(-keptFileLimits.files);
    while (this.#kept.length > 1 && this.#size() > keptFileLimits.bytes) this.#kept = this.#kept.slice(1);
    return added.id;
  }

  /** Undefined for a file of somebody else, and one that has made way or has waited for too long. */
  find(owner: string, id: string, at: number): Uint8Array | undefined {
    return this.#recent(at).find((each) => each.owner === owner && each.id === id)?.bytes;
  }

  #size(): number {
    return this.#kept.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  #recent(at: number): readonly KeptFile[] {
    return this.#kept.filter((each) => at - each.at < keptFileLimits.time);
  }
}
