/** One part of an MMS: text, picture, sound, film, or the presentation (SMIL) that arranges the others. */
export interface MmsPart {
  /** Lower-case media type; of a text with its charset, for example `text/plain; charset=utf-8`. */
  readonly contentType: string;
  /** What a presentation calls the part, without angle brackets; empty for none. */
  readonly contentId: string;
  readonly body: Uint8Array;
}
