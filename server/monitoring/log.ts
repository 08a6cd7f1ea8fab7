import pino from "pino";

export interface LogSettings {
  readonly level: "error" | "warn" | "info";
  readonly format: "json" | "text";
}

/** A log on standard error, and how to write out what it still holds. */
export interface Log {
  readonly log: pino.Logger;
  flush(): void;
}

/** Opens the log of the process: one event per line, as JSON or as text. */
export function openLog({ level, format }: LogSettings): Log {
  const destination = pino.destination({ dest: 2, sync: false });
  const stream =
    format === "json" ? destination : { write: (line: string) => destination.write(textLine(line)) };
  const log = pino({ base: null, level, timestamp: pino.stdTimeFunctions.isoTime }, stream);
  return {
    log,
    flush: () => {
      destination.flushSync();
    },
  };
}

/** `time LEVEL event name=value name="a value"`, from a line of JSON. Control characters stay escaped. */
export function textLine(json: string): string {
  const fields = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const { time, level, msg, ...others } = fields;
  const word = pino.levels.labels[Number(level)] ?? "";
  const pairs = Object.entries(others).map(([name, value]) => ` ${name}=${textOf(value)}`);
  return `${String(time)} ${word.toUpperCase().padEnd(5)} ${String(msg)}${pairs.join("")}\n`;
}

function textOf(value: unknown): string {
  const plain = typeof value === "string" && /^[!#-<>-~]+$/.test(value);
  return plain ? value : JSON.stringify(value);
}
