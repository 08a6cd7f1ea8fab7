import { closeSync, existsSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { StoreError } from "../../errors.js";
import type { Database, Driver } from "../engine/database.js";
import { beginWriting, lockPatience } from "../engine/write-lock.js";
import type { CopyProgress } from "../../place.js";

const chunkSize = 4_194_304;

/** The write lock is taken when a round copied less than this, or after that many rounds. */
const catchUp = { bytes: 4_194_304, rounds: 20 };

/** Sizes in a write-ahead log (https://sqlite.org/fileformat2.html#walformat). */
const walHeader = { size: 32, pageSizeAt: 8 };
const frameHeaderSize = 24;

/**
 * Copies a database that may be in use to the files `copy` and `copy-wal`, which must not exist. Returns a time: every commit
 * before it is in the copy. Writers wait only while the last part of the write-ahead log is copied.
 *
 * A read transaction keeps the log from being restarted and the file from getting later pages meanwhile. The pages that a checkpoint
 * writes into the file are in the log as well, so the log repairs each page that was read half-written.
 */
export async function copyLive(
  driver: Driver,
  path: string,
  copy: string,
  progress: CopyProgress = () => undefined,
): Promise<number> {
  // Never closed: to close any descriptor of the file would release the locks that this process has on it (POSIX fcntl).
  const source = openSync(path, "r");
  const reader = opened(driver, path, true);
  try {
    reader.exec("BEGIN");
    reader.prepare("SELECT count(*) FROM sqlite_schema").get();
    await copyFile(source, copy, progress);
    const mode = reader.prepare<{ journal_mode: string }>("PRAGMA journal_mode").get()?.journal_mode;
    return mode === "wal" ? await copyLog(driver, path, copy) : Date.now();
  } finally {
    reader.close();
  }
}

function opened(driver: Driver, path: string, readOnly: boolean): Database {
  const database = driver.open(path, readOnly);
  database.exec(`PRAGMA busy_timeout = ${lockPatience}`);
  return database;
}

async function copyFile(source: number, copy: string, progress: CopyProgress): Promise<void> {
  const target = openSync(copy, "wx", 0o600);
  try {
    const total = fstatSync(source).size;
    for (let done = 0; done < total; done += chunkSize) {
      copyRange({ source, target }, done, Math.min(done + chunkSize, total));
      progress(Math.min(done + chunkSize, total), total);
      await setImmediate();
    }
  } finally {
    closeSync(target);
  }
}

interface Files {
  readonly source: number;
  readonly target: number;
}

function copyRange({ source, target }: Files, from: number, to: number): void {
  const buffer = Buffer.allocUnsafe(Math.min(chunkSize, Math.max(0, to - from)));
  for (let at = from; at < to;) {
    const length = readSync(source, buffer, 0, Math.min(buffer.length, to - at), at);
    if (length === 0) throw new StoreError("io", "the file became shorter");
    for (let written = 0; written < length;)
      written += writeSync(target, buffer, written, length - written, at + written);
    at += length;
  }
}

async function copyLog(driver: Driver, path: string, copy: string): Promise<number> {
  if (!existsSync(`${path}-wal`)) return Date.now();
  const [counter, locker] = [opened(driver, path, false), opened(driver, path, false)];
  const files = { source: openSync(`${path}-wal`, "r"), target: openSync(`${copy}-wal`, "wx", 0o600) };
  try {
    const log = new LogCopy(files, counter);
    for (let round = 0; round < catchUp.rounds && log.advance() > catchUp.bytes; round++)
      await setImmediate();
    beginWriting(locker);
    log.advance();
    return Date.now();
  } finally {
    locker.close();
    counter.close();
    closeSync(files.source);
    closeSync(files.target);
  }
}

/** Copies the committed frames of a write-ahead log, continuing where it was. */
class LogCopy {
  readonly #files: Files;
  readonly #counter: Database;
  #header: Buffer = Buffer.alloc(0);
  #done = 0;

  constructor(files: Files, counter: Database) {
    this.#files = files;
    this.#counter = counter;
  }

  /** Returns the number of copied bytes. */
  advance(): number {
    const { header, frames } = this.#state();
    // The log starts again at most once, when all of it was in the database before the copy began.
    if (!header.equals(this.#header)) this.#done = 0;
    this.#header = header;
    if (header.length < walHeader.size) return 0;
    const frameSize = frameHeaderSize + header.readUInt32BE(walHeader.pageSizeAt);
    const begun = this.#done;
    const end = Math.max(begun, walHeader.size + frames * frameSize);
    copyRange(this.#files, begun, end);
    this.#done = end;
    return end - begun;
  }

  /** The header and the number of committed frames behind it. A new header is on disk after its count is 0. */
  #state(): { readonly header: Buffer; readonly frames: number } {
    for (;;) {
      const header = this.#readHeader();
      const frames = this.#counter.prepare<{ log: number }>("PRAGMA wal_checkpoint(PASSIVE)").get()?.log ?? 0;
      if (frames >= 0 && header.equals(this.#readHeader())) return { header, frames };
    }
  }

  #readHeader(): Buffer {
    const header = Buffer.alloc(walHeader.size);
    return header.subarray(0, readSync(this.#files.source, header, 0, header.length, 0));
  }
}
