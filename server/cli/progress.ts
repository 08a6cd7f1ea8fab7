/** How far long work is, on one line of a terminal that is written over. */
export interface Progress {
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

/** Where progress is shown: standard error, or what stands in for it. */
export interface ProgressStream {
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
