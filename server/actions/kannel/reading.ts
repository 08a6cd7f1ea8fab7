import { Refusal } from "../../admin/refusal.js";
import { type KannelGroup, type KannelValue, type Place, shownPlace } from "./configuration.js";

/** Something that is not taken over, or differs here. */
export interface Note {
  readonly place: Place;
  /** The group and the key, for example `smsc log-file`. */
  readonly subject: string;
  readonly text: string;
}

/** A missing value is false, and any value but these is true. */
export function isOn(value: KannelValue | undefined): boolean {
  return value !== undefined && !/^(?:0|false|no|off)$/iu.test(value.value);
}

/** Texts between semicolons. */
export function listOf(value: KannelValue | undefined): readonly string[] {
  const texts = value?.value.split(";").map((text) => text.trim()) ?? [];
  return texts.filter((text) => text !== "");
}

/** Starts of numbers between semicolons, without `+` and `00`. */
export function numbersOf(value: KannelValue | undefined): readonly string[] {
  return listOf(value).map((text) => text.replace(/^(?:\+|00)/u, ""));
}

/** Takes the values of a group one by one; those that nobody has taken are noted. */
export class Reading {
  readonly group: KannelGroup;
  readonly #found: Note[];
  readonly #taken = new Set(["group"]);

  constructor(group: KannelGroup, found: Note[]) {
    this.group = group;
    this.#found = found;
  }

  /** The last value of a key, as Kannel reads it. */
  peek(key: string): KannelValue | undefined {
    return this.group.values.findLast((value) => value.key === key);
  }

  take(key: string): KannelValue | undefined {
    this.#taken.add(key);
    return this.peek(key);
  }

  /** @throws Refusal if the key is missing */
  text(key: string): string {
    const value = this.take(key)?.value;
    if (value === undefined || value === "")
      throw new Refusal(`${shownPlace(this.group.place)}: group ${this.group.name} has no ${key}`);
    return value;
  }

  /** A whole number, decimal or hexadecimal (`0x03`). @throws Refusal if the value is none */
  number(key: string): number | undefined {
    const value = this.take(key);
    if (value === undefined) return undefined;
    if (!/^(?:\d{1,9}|0x[0-9a-f]{1,7})$/iu.test(value.value))
      throw new Refusal(`${shownPlace(value.place)}: ${key} is not a number`);
    return Number(value.value);
  }

  note(key: string, text: string): void {
    const place = this.peek(key)?.place ?? this.group.place;
    this.#found.push({ place, subject: `${this.group.name} ${key}`, text });
  }

  /** Notes every value that was not taken, with a text for its key. */
  noteRest(texts: Readonly<Record<string, string>>): void {
    for (const { key } of this.group.values)
      if (!this.#taken.has(key)) this.note(key, texts[key] ?? "no counterpart");
  }
}
