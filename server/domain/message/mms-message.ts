/** One part of an MMS: text, picture, sound, film, or the presentation (SMIL) that arranges the others. */
export interface MmsPart {
  /** Lower-case media type; of a text with its charset, for example `text/plain; charset=utf-8`. */
  readonly contentType: string;
  /** Content-ID by which a presentation refers to the part, without angle brackets; empty for none. */
  readonly contentId: string;
  readonly body: Uint8Array;
}

export const mmsPriorities = ["Low", "Normal", "High"] as const;
export type MmsPriority = (typeof mmsPriorities)[number];

/** Delivery options of an MMS. */
export interface MmsOptions {
  /** Expiry in milliseconds since the epoch; undefined if the sender sets none. */
  readonly expiresAt: number | undefined;
  readonly priority: MmsPriority | undefined;
  /** False if the sender requests no delivery report. */
  readonly deliveryReport: boolean;
}

/** Defaults of the delivery options. */
export const usualMmsOptions: MmsOptions = {
  expiresAt: undefined,
  priority: undefined,
  deliveryReport: true,
};

/** True for the default options. */
export function areUsual({ expiresAt, priority, deliveryReport }: MmsOptions): boolean {
  return expiresAt === undefined && priority === undefined && deliveryReport;
}
