import type { Rows } from "./rows.js";
import type { Tags } from "./tags.js";
import { XmlWriter } from "./writer.js";
import {
  isArray,
  isPiece,
  isWaiting,
  pieceLength,
  type Piece,
  type Place,
  type WaitingRows,
  type WrittenPart,
} from "./written-part.js";

const utf8 = new TextEncoder();

/**
 * Writes a response: iterables other than arrays are streamed by `streamOf`. Full pieces are bytes, because it takes V8 longer to keep
 * their text until it is sent.
 */
export class StreamWriter extends XmlWriter {
  /** Items of an array are there; others are written when they are available. */
  override later<T>(rows: Rows<T>, write: (row: T) => void): boolean {
    if (isArray(rows)) return false;
    const place = this.#leave();
    this.parts.push({ rows, write: write as (row: unknown) => void, place });
    return true;
  }

  /** All that was written, if no rows wait. */
  content(): readonly Piece[] {
    return this.takeParts().filter(isPiece);
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

  /** Appends a part that was written earlier, after the text before it; before bytes there is none. */
  writePart(part: Exclude<WrittenPart, WaitingRows>): void {
    if (typeof part === "string") this.raw(part);
    else if (isPiece(part)) this.parts.push(part);
    else super.end(part.end);
  }

  /** Ends the piece where rows belong that are written later. */
  #leave(): Place {
    const { pending, inTag, depth, defaults } = this;
    if (pending === undefined && !inTag) this.settle();
    if (this.piece !== "") this.endPiece();
    this.pending = undefined;
    this.inTag = false;
    return { pending, inTag, depth, defaults: [...defaults] };
  }

  /** Goes to where rows belong, before the first one. */
  enter(place: Place): void {
    const { pending, inTag } = place;
    if (pending !== undefined || inTag) {
      this.settle();
      [this.pending, this.inTag] = [pending, inTag];
    }
    this.goBack(place);
  }

  /** Goes back to where rows belong, before another one. */
  goBack({ depth, defaults }: Place): void {
    this.depth = depth;
    this.defaults = [...defaults];
  }

  /** Behind waiting rows, a piece remains text, because it will follow that of the last row. */
  protected override pieceOf(text: string): Piece {
    return text.length < pieceLength || this.waits ? super.pieceOf(text) : utf8.encode(text);
  }

  /** Behind streamed items, the element may turn out to be empty. */
  protected override end(tags: Tags): void {
    const isBehindPart = this.piece === "" && this.pending === undefined;
    if (isBehindPart && isWaiting(this.parts.at(-1))) this.parts.push({ end: tags });
    else super.end(tags);
  }
}
