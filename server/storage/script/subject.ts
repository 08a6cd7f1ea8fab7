import type { Caller, Input, Output, WriteName } from "./calls.js";
import type { WriteLimit } from "../../ports/service.js";
import type { Steps } from "./steps.js";

/** Scripts by name. */
export type Scripts = Readonly<Record<string, (...input: never[]) => Steps<unknown>>>;

/** Scripts of one subject: its writes, by the names of the methods of its port. */
export interface Subject<Name extends string, S extends Scripts> {
  readonly name: Name;
  readonly scripts: S;
  readonly together: readonly string[];
  readonly joined: readonly string[];
}

/** How calls of a script share a transaction: one for each, many one after the other, or many as one call with the items of all. */
export type Sharing = "own" | "together" | "joined";

/**
 * Declares a subject; `together`: its frequent scripts. `joined`: those whose argument is a list, with one result for each item.
 */
export function subject<Name extends string, S extends Scripts>(
  name: Name,
  scripts: S,
  together: readonly (keyof S & string)[] = [],
  joined: readonly (keyof S & string)[] = [],
): Subject<Name, S> {
  return { name, scripts, together, joined };
}

type ResultOf<Script> = Script extends (...input: never[]) => Steps<infer T> ? T : never;

/** Writes of a driver: `operators.add` takes the arguments of the script `add`. */
export type WritesOf<T> =
  T extends Subject<infer Name, infer S>
    ? { readonly [K in keyof S & string as `${Name}.${K}`]: (input: Parameters<S[K]>) => ResultOf<S[K]> }
    : never;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The writes of several subjects, of which `T` is the union. */
export type WritesOfAll<T> = Intersection<WritesOf<T>>;

/** Methods that call the scripts; the limit of the caller follows their arguments. */
export type CallsOf<S extends Scripts> = {
  readonly [K in keyof S]: (...input: [...Parameters<S[K]>, limit?: WriteLimit]) => Promise<ResultOf<S[K]>>;
};

/** The writing half of a port. The parameters of scripts have no defaults, so that the limit follows the last one. */
export function calls<Name extends string, S extends Scripts>(
  writer: Caller<WritesOf<Subject<Name, S>>>,
  { name, scripts }: Subject<Name, S>,
): CallsOf<S> {
  type Writes = WritesOf<Subject<Name, S>>;
  const methods = Object.entries(scripts).map(([key, { length }]) => {
    const write = `${name}.${key}` as WriteName<Writes>;
    const method = (...input: unknown[]): Promise<Output<Writes, typeof write>> => {
      // The argument after the last one is a limit, by the type of methods.
      const limit = input[length] as WriteLimit | undefined;
      return writer.call(write, input.slice(0, length) as Input<Writes, typeof write>, limit);
    };
    return [key, method];
  });
  // Each method has the name and the arguments of its script.
  return Object.fromEntries(methods) as CallsOf<S>;
}

/** A write for each script, of a driver that makes it by `write`. */
export function writesOf<Name extends string, S extends Scripts>(
  { name, scripts, together, joined }: Subject<Name, S>,
  write: (script: (input: readonly unknown[]) => Steps<unknown>, sharing: Sharing) => unknown,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(scripts).map(([key, script]) => {
      const begin = (input: readonly unknown[]): Steps<unknown> => script(...(input as never[]));
      const sharing = joined.includes(key) ? "joined" : together.includes(key) ? "together" : "own";
      return [`${name}.${key}`, write(begin, sharing)];
    }),
  );
}
