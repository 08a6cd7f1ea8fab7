import { attempt, LexicalError, quoted, simpleType, type XsdType } from "./type.js";

/**
 * A value of any of the members (XML Schema 1.0 part 2, section 4.1.2.3): the first that parses the text, when read;
 * the first that can print it, when written. `T` is the union of their values.
 */
export function unionOf<T>(name: string, members: readonly XsdType<NoInfer<T>>[]): XsdType<T> {
  const [first] = members;
  if (first === undefined) throw new RangeError(`Union ${name} has no member.`);
  return simpleType<T>(name, {
    parse(lexical) {
      for (const member of members) {
        const value = attempt(() => [member.parse(lexical)]);
        if (value !== undefined) return value[0];
      }
      throw new LexicalError(name, `not a value of any member: ${quoted(lexical)}`);
    },
    print(value) {
      for (const member of members) {
        if (!isOfKind(member, value)) continue;
        const text = attempt(() => [member.print(value)]);
        if (text !== undefined) return text[0];
      }
      throw new LexicalError(name, "not a value of any member");
    },
    initial: first.initial,
    made: { members },
  });
}

/** What tells of which kinds the values of a type are. */
export interface ValueKinds {
  /** A value of the type, or of the first member of a union. */
  readonly initial: unknown;
  readonly made?:
    | {
        readonly base?: ValueKinds;
        /** Present where values are of another kind than those of `base`. */
        readonly read?: unknown;
        readonly members?: readonly ValueKinds[];
      }
    | undefined;
}

/** True for a value of a kind that the type has; a union has those of all members, also behind a restriction. */
export function isOfKind({ initial, made }: ValueKinds, value: unknown): boolean {
  if (made?.members !== undefined) return made.members.some((member) => isOfKind(member, value));
  if (made?.base !== undefined && made.read === undefined) return isOfKind(made.base, value);
  return isAlike(initial, value);
}

/** True for values of one kind: the same primitive type, or objects of the same class. */
function isAlike(one: unknown, other: unknown): boolean {
  if (typeof one !== typeof other) return false;
  if (typeof one !== "object" || one === null || typeof other !== "object" || other === null) return true;
  return Object.getPrototypeOf(one) === Object.getPrototypeOf(other);
}
