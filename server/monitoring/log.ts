import pino from "pino";
import type { CallLog } from "messenger-gen-runtime";
import { printable } from "messenger-gen-runtime/host";
import type { Metrics } from "./metrics.js";

export interface LogSettings {
  readonly level: "error" | "warn" | "info";
  readonly format: "json" | "text";
}

/** A log on standard error, and a function that writes its buffer. */
export interface Log {
  readonly log: pino.Logger;
  flush(): void;
}

/** UTF-16 code units that are written together, and milliseconds that a line waits for others. */
const together = { size: 65_536, time: 200 };
const infoStart = `{"level":${pino.levels.values["info"]}`;

/** Lines that are written together. The destination has its own buffer, but measures all of it again for each line. */
class Lines {
  readonly #write: (text: string) => void;
  #lines: string[] = [];
  #size = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Writes the line and those before it at once if it is `urgent`, and within a moment otherwise. */
  add(line: string, urgent: boolean): void {
    this.#size += line.length;
    this.#lines.push(line);
    if (urgent || this.#size >= together.size) this.flush();
    else this.#timer ??= setTimeout(this.flush, together.time).unref();
  }

  readonly flush = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#lines.length === 0) return;
    this.#write(printable(this.#lines.join("")));
    this.#lines = [];
    this.#size = 0;
  };
}

/** Returns the time as a field of a line, in UTC with milliseconds (ISO 8601); it is printed once for all lines of a millisecond. */
function lineTime(): () => string {
  let [at, text] = [NaN, ""];
  return () => {
    const now = Date.now();
    if (now !== at) [at, text] = [now, `,"time":"${new Date(now).toISOString()}"`];
    return text;
  };
}

/** Texts that are the same in JSON. */
const plainText = /^[ !#-[\]-~]*$/u;

/**
 * The line of an event of level info as pino writes it, without the time that its general rule takes; undefined for fields other than plain
 * texts and finite numbers. The names of fields are plain texts.
 */
export function plainLine(
  fields: Readonly<Record<string, unknown>>,
  event: string,
  time: () => string,
): string | undefined {
  if (!plainText.test(event)) return undefined;
  let line = infoStart + time();
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value === undefined) continue;
    if (typeof value === "string" && plainText.test(value)) line += `,"${name}":"${value}"`;
    else if (typeof value === "number" && Number.isFinite(value)) line += `,"${name}":${value}`;
    else return undefined;
  }
  return `${line},"msg":"${event}"}\n`;
}

/**
 * Opens the log of the process: one event per line, as JSON or as text. Events of level info are buffered for a moment,
 * because a write costs more than an event; a warning or an error writes out everything before it. A process that is
 * killed loses the buffer.
 */
export function openLog({ level, format }: LogSettings): Log {
  const destination = pino.destination({ dest: 2, sync: false });
  const lines = new Lines((text) => destination.write(text));
  const stream = {
    write: (line: string, isUrgent = !line.startsWith(infoStart)): void => {
      lines.add(format === "json" ? line : textLine(line), isUrgent);
    },
  };
  const time = lineTime();
  const log = pino({ base: null, level, timestamp: time }, stream);
  const plainInfo = log.info.bind(log);
  const info: CallLog["info"] = (fields, event) => {
    const line = plainLine(fields, event, time);
    if (line === undefined) plainInfo(fields, event);
    else stream.write(line, false);
  };
  return {
    log: log.isLevelEnabled("info") ? Object.assign(log, { info }) : log,
    flush: () => {
      lines.flush();
      destination.flushSync();
    },
  };
}

/** Counted from the start, so that the first one is a change of a metric that is there. */
const mostImportant = ["unexpected error", "unhandled rejection"];

/** The same log; its errors are counted by event. */
export function countingErrors(log: CallLog, metrics: Metrics): CallLog {
  for (const event of mostImportant) metrics.add("messenger_errors_total", [event], 0);
  return {
    info: (fields, event) => {
      log.info(fields, event);
    },
    warn: (fields, event) => {
      log.warn(fields, event);
    },
    error: (fields, event) => {
      metrics.add("messenger_errors_total", [event]);
      log.error(fields, event);
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
