/** Expressions of examples, and how many lines they take. */
import { code, list, member, openList, openObject, type Code } from "../printer/code.js";

/** An expression and its minimum number of lines. */
export interface Sample {
  readonly code: Code;
  readonly lines: number;
}

/** An array with a line, or more, for each of its values. */
export function openArray(items: readonly Sample[]): Sample {
  const [only, ...others] = items;
  if (only === undefined) return oneLine("[]");
  if (others.length === 0 && only.lines === 1) return oneLine(list("[", [only.code], "]"));
  return {
    code: openList(
      "[",
      items.map((item) => item.code),
      "]",
    ),
    lines: linesOf(items) + 2,
  };
}

export function objectOf(properties: readonly Sample[]): Sample {
  if (properties.length === 0) return oneLine("{}");
  return {
    code: openObject(
      "",
      properties.map((each) => each.code),
    ),
    lines: linesOf(properties) + 2,
  };
}

export function property(name: string, { code: made, lines }: Sample): Sample {
  return { code: lines === 1 ? member(name, made) : code`${name}: ${made}`, lines };
}

export function linesOf(samples: readonly Sample[]): number {
  return samples.reduce((sum, { lines }) => sum + lines, 0);
}

export function oneLine(made: Code): Sample {
  return { code: made, lines: 1 };
}
