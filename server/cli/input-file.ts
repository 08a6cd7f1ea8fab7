import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { getSystemErrorMap } from "node:util";
import { SettingError } from "../config/setting-error.js";

/** Input of a command: the bytes of a file, and a callback for the number of entries read. */
export interface InputFile {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly progress: (count: number) => void;
}

/** The error for an input file that cannot be read; names the reason. */
export function unreadable(path: string, error: unknown): unknown {
  const number = typeof error === "object" && error !== null && "errno" in error ? Number(error.errno) : 0;
  const [, words] = getSystemErrorMap().get(number) ?? [];
  return words === undefined ? error : new SettingError(`${path} cannot be read: ${words}`, { cause: error });
}

/**
 * Reads a file from its start to its end, with a progress bar when standard error is a terminal.
 * @throws SettingError when it cannot be read
 */
export async function withFile<T>(
  path: string,
  { label, unit }: { readonly label: string; readonly unit: string },
  use: (input: InputFile) => Promise<T>,
): Promise<T> {
  const { size } = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  const bytes = createReadStream(path);
  const bar = progressOn(process.stderr, label, unit);
  const progress = (count: number): void => {
    bar.show(size === 0 ? 1 : bytes.bytesRead / size, count);
  };
  try {
    return await use({ bytes, progress });
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    bar.end();
    bytes.destroy();
  }
}

/** Progress of long work on one line of a terminal, which is overwritten. */
interface Progress {
  /** `share` from 0 to 1. */
  show(share: number, count: number): void;
  /** Removes the line. */
  end(): void;
}

const width = 30;
const interval = 100;

/** The line: a bar, the share in percent, the count with its unit. */
export function progressText(label: string, share: number, count: number, unit: string): string {
  const part = Math.min(Math.max(share, 0), 1);
  const full = Math.floor(part * width);
  const bar = "#".repeat(full) + "-".repeat(width - full);
  return `${label} [${bar}] ${Math.floor(part * 100)} %, ${count} ${unit}`;
}

/** Stream that shows the progress: standard error, or a substitute. */
interface ProgressStream {
  readonly isTTY: boolean;
  write(text: string): unknown;
}

/** Shows progress when the stream is a terminal, a few times a second. */
export function progressOn(stream: ProgressStream, label: string, unit: string): Progress {
  let shownAt = 0;
  return {
    show: (share, count) => {
      const now = Date.now();
      if (!stream.isTTY || now - shownAt < interval) return;
      shownAt = now;
      stream.write(`\r\u001b[K${progressText(label, share, count, unit)}`);
    },
    end: () => {
      if (shownAt > 0) stream.write("\r\u001b[K");
    },
  };
}
