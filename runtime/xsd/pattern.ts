import { Automaton } from "./automaton.js";
import { isPlain, readExpression } from "./expression.js";
import { quoted } from "./type.js";

/** Says why a text does not match, or undefined. */
export type Matcher = (text: string) => string | undefined;

/** True for an expression that is proven to be fast in the platform's engine; `matcherOf` states which can be. */
export function isPlainPattern(pattern: RegExp): boolean {
  const expression = readExpression(pattern);
  return expression !== undefined && isPlain(expression);
}

/**
 * Matches texts in bounded time for any pattern: one that may be slow in the platform's engine, such as `(a+)+b`, runs
 * in an automaton.
 *
 * @param pattern - matches the whole text. One with the flag `v` and without look-around, references and lazy counts,
 * as all of XML Schema are, is bounded; others run in the platform's engine
 * @throws RangeError if it needs an automaton of more than 20,000 states
 */
export function matcherOf(pattern: RegExp): Matcher {
  const expression = readExpression(pattern);
  const automaton = expression === undefined || isPlain(expression) ? pattern : new Automaton(expression);
  return (text) => {
    const matches = automaton instanceof RegExp ? automaton.test(text) : automaton.matches(text);
    if (matches === undefined) return `too long to be compared with the pattern: ${quoted(text)}`;
    return matches ? undefined : `does not match the pattern: ${quoted(text)}`;
  };
}
