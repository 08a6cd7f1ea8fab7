/** One part of an MMS: text, picture, sound, film, or the presentation (SMIL) that arranges the others. */
export interface MmsPart {
  /** Lower-case media type; of a text with its charset, for example `text/plain; charset=utf-8`. */
  readonly contentType: string;
  /** What a presentation calls the part, without angle brackets; empty for none. */
  readonly contentId: string;
  readonly body: Uint8Array;
}

export const mmsPriorities = ["Low", "Normal", "High"] as const;
export type MmsPriority = (typeof mmsPriorities)[number];

/** What the sender of an MMS asks of the network. */
export interface MmsWishes {
  /** After which nobody wants it any more, in milliseconds since the epoch; undefined when the sender does not say. */
  readonly expiresAt: number | undefined;
  readonly priority: MmsPriority | undefined;
  /** False when the sender does not want to know whether it was delivered. */
  readonly deliveryReport: boolean;
}

/** What is asked for a message whose sender asks for nothing. */
export const usualWishes: MmsWishes = { expiresAt: undefined, priority: undefined, deliveryReport: true };

/** True for the usual wishes. */
export function areUsual({ expiresAt, priority, deliveryReport }: MmsWishes): boolean {
  return expiresAt === undefined && priority === undefined && deliveryReport;
}
