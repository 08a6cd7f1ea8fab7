import type { Rows } from "../rows.js";
import type { Tags } from "./tags.js";
import { XmlWriter, type WriterOptions } from "./writer.js";
import {
  isArray,
  isWaiting,
  responsePieceLength,
  type Place,
  type WaitingRows,
  type WrittenPart,
} from "./written-part.js";

/** Writes a response: iterables other than arrays are streamed by `streamOf`. */
export class StreamWriter extends XmlWriter {
  constructor(options: WriterOptions = {}) {
    super(options, responsePieceLength);
  }

  /** Calls `write` for each item: at once for an array, otherwise when the item is available. */
  override each<T>(rows: Rows<T>, write: (row: T) => void): void {
    if (isArray(rows)) super.each(rows, write);
    else {
      const place = this.leave();
      this.parts.push({ rows, write: write as (row: unknown) => void, place });
    }
  }

  /** True when rows wait. */
  get waits(): boolean {
    return this.parts.some(isWaiting);
  }

  /** True when a piece is full, or rows wait. */
  get hasParts(): boolean {
    return this.parts.length > 0;
  }

  /** Everything written since the last call. */
  takeParts(): readonly WrittenPart[] {
    this.endPieces();
    return this.takeFull();
  }

  /** Like `takeParts`, but an incomplete piece stays. */
  takeFull(): readonly WrittenPart[] {
    const { parts } = this;
    this.parts = [];
    return parts;
  }

  /** Appends a part that was written earlier, after the text before it. */
  writePart(part: Exclude<WrittenPart, WaitingRows>): void {
    if (typeof part === "string") this.raw(part);
    else super.end(part.end);
  }

  /** Goes back to where rows belong, before another one. */
  goBack({ depth, defaults }: Place): void {
    this.enter({ pending: undefined, inTag: false, depth, defaults });
  }

  /** Behind streamed items, the element may turn out to be empty. */
  protected override end(tags: Tags): void {
    if (this.isBehindPart && isWaiting(this.parts.at(-1))) this.parts.push({ end: tags });
    else super.end(tags);
  }
}
