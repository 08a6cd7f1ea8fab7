import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isInside, shownFrom, sizeLimit } from "./source.js";

/** Why a revision or a file of it cannot be read. */
export class RevisionError extends Error {
  override readonly name = "RevisionError";
}

/** Files of a revision of the checkout around a folder, copied to a temporary folder as they are needed. */
export class Revision {
  /** The temporary folder, without links. */
  readonly folder: string;
  readonly #checkout: string;
  readonly #commit: string;

  /**
   * @param name as git calls it: `HEAD~1`, `main`, `v1.2`
   * @throws RevisionError if the folder is in no checkout, or the checkout has no such revision
   */
  constructor(name: string, around: string) {
    const top = git(around, "rev-parse", "--show-toplevel");
    if (top === undefined) throw new RevisionError(`${around} is in no checkout of git`);
    this.#checkout = realpathSync(text(top));
    const commit = git(around, "rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`);
    if (commit === undefined) throw new RevisionError(`the checkout has no revision ${name}`);
    this.#commit = text(commit);
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), "messenger-gen-")));
  }

  /** Where a file of the checkout is copied to. @throws RevisionError if it is outside the checkout */
  pathOf(file: string): string {
    if (!isInside(file, this.#checkout)) throw new RevisionError(`${file} is outside the checkout`);
    return join(this.folder, shownFrom(this.#checkout, file));
  }

  /** Copies what is at a path of the temporary folder; false if the revision has no such file. */
  copy(path: string): boolean {
    if (!isInside(path, this.folder)) return false;
    const bytes = git(this.#checkout, "cat-file", "blob", `${this.#commit}:${shownFrom(this.folder, path)}`);
    if (bytes === undefined) return false;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    return true;
  }

  /** Removes the temporary folder. */
  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The output of git in a folder; undefined if it fails. */
function git(folder: string, ...words: readonly string[]): Buffer | undefined {
  try {
    return execFileSync("git", ["-C", folder, ...words], {
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: sizeLimit,
    });
  } catch (error) {
    if (typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT")
      throw new RevisionError("the program git is not installed");
    return undefined;
  }
}

function text(bytes: Buffer): string {
  return bytes.toString().trim();
}
