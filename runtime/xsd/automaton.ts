import type { Expression } from "./expression.js";

/** Most places of an expression whose counts are written out. */
const mostPlaces = 20_000;
/** Places that are looked at for one text, at most. */
const mostSteps = 10_000_000;
/** Maximum states of all cached sets, and maximum transitions between them. */
const mostKept = 50_000;

/** A state consumes a character of the class `take`, or none, and continues with one or two others; -1 for absent ones. */
interface Place {
  take: number;
  to: number;
  or: number;
}

/** The places that a text up to here may have led to. */
interface Reached {
  /** States that consume a character. */
  readonly places: Int32Array;
  readonly isEnd: boolean;
  readonly next: Map<number, Reached>;
}

/**
 * Matches whole texts in linear time: it follows all states of the expression at once instead of trying one after the
 * other.
 */
export class Automaton {
  readonly #places: Place[] = [];
  readonly #sources: string[] = [];
  readonly #classes: readonly RegExp[];
  readonly #seen: Int32Array;
  #round = 0;
  #steps = 0;
  #kept = 0;
  #known = new Map<string, Reached>();

  /** @throws RangeError when the expression has more than 20,000 characters with its counts written out */
  constructor(expression: Expression) {
    this.#write(expression);
    this.#place({ take: -1, to: -1, or: -1 });
    this.#classes = this.#sources.map((source) => new RegExp(`^(?:${source})$`, "v"));
    this.#seen = new Int32Array(this.#places.length);
  }

  /** Undefined if that exceeds the limit of steps. */
  matches(text: string): boolean | undefined {
    this.#steps = 0;
    let reached = this.#reach([0]);
    for (const char of text) {
      const code = char.codePointAt(0) ?? 0;
      reached = reached.next.get(code) ?? this.#step(reached, char, code);
      if (reached.places.length === 0 && !reached.isEnd) return false;
      if (this.#steps > mostSteps) return undefined;
    }
    return reached.isEnd;
  }

  #step(from: Reached, char: string, code: number): Reached {
    const taken = new Map<number, boolean>();
    const starts: number[] = [];
    for (const at of from.places) {
      const { take } = this.#at(at);
      const fits = taken.get(take) ?? this.#classes[take]?.test(char) ?? false;
      taken.set(take, fits);
      if (fits) starts.push(at + 1);
    }
    this.#steps += from.places.length;
    const reached = this.#reach(starts);
    if (++this.#kept > mostKept) this.#forget();
    else from.next.set(code, reached);
    return reached;
  }

  /** Sets refer to each other, so all are dropped together. */
  #forget(): void {
    for (const { next } of this.#known.values()) next.clear();
    this.#known = new Map();
    this.#kept = 0;
  }

  /** All places to which the given ones lead without a character. */
  #reach(starts: readonly number[]): Reached {
    const round = ++this.#round;
    const open = [...starts];
    const places: number[] = [];
    let isEnd = false;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at < 0 || this.#seen[at] === round) continue;
      this.#seen[at] = round;
      this.#steps++;
      const { take, to, or } = this.#at(at);
      if (take >= 0) places.push(at);
      else if (to < 0) isEnd = true;
      else open.push(to, or);
    }
    return this.#set(Int32Array.from(places).sort(), isEnd);
  }

  #set(places: Int32Array, isEnd: boolean): Reached {
    const key = `${places.join()}${isEnd ? "$" : ""}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const reached = { places, isEnd, next: new Map<number, Reached>() };
    this.#kept += places.length + 1;
    this.#known.set(key, reached);
    return reached;
  }

  #at(at: number): Place {
    return this.#places[at] ?? { take: -1, to: -1, or: -1 };
  }

  #place(place: Place): Place {
    if (this.#places.push(place) > mostPlaces) throw new RangeError("the pattern is too large");
    return place;
  }

  #write(expression: Expression): void {
    switch (expression.kind) {
      case "character":
        this.#place({ take: this.#classOf(expression.source), to: -1, or: -1 });
        return;
      case "sequence":
        for (const part of expression.parts) this.#write(part);
        return;
      case "alternatives":
        this.#writeAlternatives(expression.parts);
        return;
      case "repeated":
        this.#writeRepeated(expression.part, expression.least, expression.most);
    }
  }

  #classOf(source: string): number {
    const known = this.#sources.indexOf(source);
    return known < 0 ? this.#sources.push(source) - 1 : known;
  }

  #writeAlternatives(parts: readonly Expression[]): void {
    const ends: Place[] = [];
    for (const part of parts) {
      const fork = this.#place({ take: -1, to: this.#places.length + 1, or: -1 });
      this.#write(part);
      ends.push(this.#place({ take: -1, to: 0, or: -1 }));
      if (ends.length < parts.length) fork.or = this.#places.length;
    }
    for (const end of ends) end.to = this.#places.length;
  }

  #writeRepeated(part: Expression, least: number, most: number): void {
    const before = this.#places.length;
    let start = before;
    for (let times = 0; times < least; times++) {
      start = this.#places.length;
      this.#write(part);
      if (this.#places.length === before) return;
    }
    if (most === Infinity && least > 0) this.#place({ take: -1, to: start, or: this.#places.length + 1 });
    else if (most === Infinity) this.#writeLoop(part);
    else this.#writeOptional(part, most - least);
  }

  #writeLoop(part: Expression): void {
    const start = this.#places.length;
    const fork = this.#place({ take: -1, to: start + 1, or: -1 });
    this.#write(part);
    this.#place({ take: -1, to: start, or: -1 });
    fork.or = this.#places.length;
  }

  #writeOptional(part: Expression, times: number): void {
    const forks: Place[] = [];
    for (let each = 0; each < times; each++) {
      forks.push(this.#place({ take: -1, to: this.#places.length + 1, or: -1 }));
      this.#write(part);
    }
    for (const fork of forks) fork.or = this.#places.length;
  }
}
