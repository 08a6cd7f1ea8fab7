/** What is drawn; `drawing.ts` turns it into shapes. */

/** One meaning, one color: accepted, delivered, expired, refused, everything else. */
export type ChartTone = "in" | "ok" | "warn" | "bad" | "mute";

/** Values over time; null is a gap. */
export interface Series {
  readonly name: string;
  readonly tone: ChartTone;
  readonly values: readonly (number | null)[];
  /** Dashed: an earlier period, for comparison. */
  readonly isBefore?: boolean | undefined;
}

/** A chart over time, with the same values as a table. */
export interface Chart {
  readonly caption: string;
  /** What is seen, in a sentence; the name for screen readers. */
  readonly finding: string;
  /** Milliseconds since the epoch. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly unit: string;
  readonly form: "lines" | "bars";
  /** What happened at a time within those of the chart, as a short text above its lines. */
  readonly notes?: readonly { readonly at: number; readonly text: string }[] | undefined;
}

/** The course of one value, without axes. */
export interface Spark {
  readonly values: readonly (number | null)[];
  readonly tone: ChartTone;
  /** Of the scale, which begins at 0; the largest value if absent. */
  readonly most?: number | undefined;
  /** For screen readers. */
  readonly finding: string;
}

/** A share beside that of the period before: a dot and a stroke. */
export interface Dot {
  readonly now: number;
  readonly before: number | undefined;
  /** Share at the left edge; that at the right is 1. */
  readonly least: number;
  readonly tone: ChartTone;
}

/** Parts of a whole. */
export interface Shares {
  readonly total: number;
  readonly parts: readonly {
    readonly name: string;
    readonly tone: ChartTone;
    readonly count: number;
    readonly href?: string | undefined;
  }[];
}

/** Counts by row and column, with the same values as a table; null is unknown. */
export interface Heat {
  readonly caption: string;
  readonly finding: string;
  /** What is counted, for example `messages`. */
  readonly unit: string;
  readonly rows: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  readonly columns: readonly string[];
}
