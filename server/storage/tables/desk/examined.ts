import {
  type Examined,
  type FoundMessage,
  type MessageFilter,
  matches,
  type NumberCondition,
  type SearchIn,
  type SearchSpan,
} from "../../../domain/desk/search.js";
import type { StateCondition } from "../../../domain/desk/state-groups.js";
import { RecipientState } from "../../../domain/recipient-state.js";
import { deferred, statusTable } from "../../../domain/status.js";
import { integer } from "../../script/columns.js";
import { either } from "../../script/dialect.js";
import { sql, type StatementOptions } from "../../script/statement.js";
import { found } from "./found.js";

/**
 * Messages that a database examines for a search. It leaves out those that cannot meet the filter, as most do not: to pass a message on takes longer
 * than to examine it. `matches` decides about the others.
 */

/** An order of messages, by their columns. */
type Order = "m.txn DESC, m.id DESC" | "m.id DESC";

/** The name of a user in small letters, as `toLowerCase` has it where its letters are those of ASCII: one sign, the Kelvin, becomes one of them. */
const smallUser = either(
  `lower(replace(m."user", '\u212A', 'k') COLLATE "C")`,
  `lower(replace(m."user", '\u212A', 'k'))`,
);

/** Conditions without which `matches` is false; a parameter that is NULL has none. */
const mayMatch = `($user::text IS NULL OR ${smallUser} = $user)
  AND ($originator::text IS NULL OR m.originator = $originator) AND ($customerId::bigint IS NULL OR m.customer_id = $customerId)
  AND ($phoneFrom::text IS NULL OR m.phone BETWEEN $phoneFrom AND $phoneTo) AND ($link::bigint IS NULL OR m.link = $link)
  AND (1 << m.state & $states::integer) <> 0 AND ($reason::text IS NULL OR m.error = $reason)
  AND m.created_at >= $since AND m.created_at < $until` as const;

/** Of the messages that a query reads in an order, those that may match, and the last one, which has the number of all in `place`. */
const examinedText = <const Query extends string, const By extends Order>(query: Query, by: By) =>
  `SELECT m.* FROM (
     SELECT m.*, row_number() OVER examined AS place, CASE WHEN lead(m.id) OVER examined IS NULL THEN 1 ELSE 0 END AS is_last
     FROM (${query}) AS m WINDOW examined AS (ORDER BY ${by})) AS m
   WHERE m.is_last = 1 OR ${mayMatch} ORDER BY ${by} LIMIT $most` as const;

const columns = { ...found, place: integer(), isLast: integer<0 | 1>() };

/** Declares a statement that examines the messages of a query, `$examine` of them. */
export const examining = <const Query extends string, const By extends Order>(
  query: Query,
  by: By,
  options?: Pick<StatementOptions, "planned">,
) => sql(examinedText(query, by), columns, options);

type ExaminedRow = FoundMessage & { readonly place: number; readonly isLast: 0 | 1 };

/** Bits of the states that a condition allows. */
function statesOf(condition: StateCondition | undefined): number {
  const elements = condition?.elements;
  const states = Object.entries(statusTable).filter(([state, { element }]) => {
    const isDeferred = Number(state) === RecipientState.Queued && elements?.includes(deferred.element);
    return elements === undefined || isDeferred === true || elements.includes(element);
  });
  return states.reduce((bits, [state]) => bits | (1 << Number(state)), 0);
}

/** A number with a prefix has a digit where this one has a colon, the next character. */
const phonesOf = ({ digits, whole }: NumberCondition) => ({
  phoneFrom: digits,
  phoneTo: whole ? digits : `${digits}:`,
});

/** Databases know the small letters of ASCII alone. */
function userOf(user: string | undefined): string | undefined {
  const lower = user?.toLowerCase();
  return lower !== undefined && /^\p{ASCII}*$/u.test(lower) ? lower : undefined;
}

/** Values of the parameters of `examining`, but `examine`. */
function valuesOf({ number, user, state, since, until, ...filter }: MessageFilter, most: number) {
  const { originator, customerId, link, reason } = filter;
  return {
    originator,
    customerId,
    link,
    reason,
    most,
    ...(number === undefined ? { phoneFrom: undefined, phoneTo: undefined } : phonesOf(number)),
    user: userOf(user),
    states: statesOf(state),
    since: since ?? 0,
    until: until ?? Number.MAX_SAFE_INTEGER,
  };
}

/** What statements of `examining` return for a search, one behind the other. */
export class Examination implements Examined {
  readonly rows: FoundMessage[] = [];
  examined = 0;
  isWhole = true;
  readonly #span: SearchSpan;
  readonly #values: ReturnType<typeof valuesOf>;
  readonly #isMatch: (row: FoundMessage) => boolean;
  #found = 0;

  constructor({ filter, now }: Pick<SearchIn, "filter" | "now">, span: SearchSpan) {
    this.#span = span;
    this.#values = valuesOf(filter, span.most);
    this.#isMatch = (row) => matches(row, filter, now);
  }

  /** Values of the parameters of the next statement. */
  get values() {
    return { ...this.#values, examine: this.#span.examine - this.examined };
  }

  /** Takes the rows of a statement with these values; returns whether the search goes on with the next one. */
  goesOnBehind(rows: readonly ExaminedRow[]): boolean {
    const { examine, most } = this.#span;
    const last = rows.at(-1);
    this.rows.push(...rows);
    this.examined += last?.place ?? 0;
    this.#found += rows.filter(this.#isMatch).length;
    const isRead = last === undefined || (last.isLast === 1 && this.examined < examine);
    this.isWhole = isRead && this.#found < most;
    return this.isWhole;
  }
}
