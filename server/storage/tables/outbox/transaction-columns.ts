import {
  type PlainFields,
  plainFields,
  type Submission,
} from "../../../domain/delivery/submitting/submission.js";
import type { SubmissionRows } from "../../../domain/delivery/submitting/submission-rows.js";
import { type ColumnNames, type ColumnText, columnTexts, type Kind } from "../../schema/description.js";
import { messages } from "../../schema/messages.js";
import { kindOf } from "../../schema/render.js";
import {
  bytes,
  type Column,
  type ColumnName,
  columnName,
  flag,
  optional,
  text,
  type Value,
  integer,
} from "../../script/columns.js";

/** What a column has of a new transaction. */
type Stored = (submission: Submission, rows: SubmissionRows) => Exclude<Value, readonly unknown[]>;

/** A column of a new transaction. */
export interface TransactionColumn {
  readonly name: string;
  /** Its description. */
  readonly text: ColumnText;
  readonly stored: Stored;
}

type Name = ColumnNames<typeof messages.txn>;
type Field = keyof PlainFields;

/** The number, the count of refunds, and the transaction of which this one is a copy. */
type NotSubmitted = "seq" | "refunded" | "copy_of";

/** Columns that are no plain fields. */
const others: Readonly<Record<Exclude<Name, ColumnName<Field> | NotSubmitted>, Stored>> = {
  id: ({ transactionId }) => transactionId,
  customer_id: ({ customerId }) => customerId,
  user_name: ({ userName }) => userName,
  operation: ({ operation }) => operation,
  originator: ({ originator }) => originator,
  text: (_, rows) => rows.text,
  parts: ({ parts }) => parts,
  kind: (_, { kind }) => kind,
  charge_kind: ({ charge }) => charge.kind,
  charge: ({ charge }) => charge.amount,
  created_at: ({ at }) => at,
  due_at: ({ dueAt }) => dueAt,
};

const texts: Readonly<Record<Name, ColumnText>> = columnTexts(messages.txn);
const fields = Object.keys(plainFields) as readonly Field[];

const columnOf = (name: Name, stored: Stored): TransactionColumn => ({ name, text: texts[name], stored });

/** The columns of a new transaction besides its number, in the order in which both databases insert them. */
export const transactionColumns: readonly TransactionColumn[] = [
  ...(Object.keys(others) as (keyof typeof others)[]).map((name) => columnOf(name, others[name])),
  // The compiler reports a field without a column here.
  ...fields.map((field) => columnOf(columnName(field), (submission) => submission[field])),
];

/** Their names without some, in SQL. */
export function columnsBut(...left: readonly Name[]): string {
  const names = transactionColumns.map(({ name }) => name);
  return names.filter((name) => !left.some((each) => each === name)).join(", ");
}

const forms: Readonly<Record<Kind, () => Column<unknown>>> = {
  id: integer,
  counter: integer,
  int16: integer,
  int32: integer,
  int64: integer,
  flag,
  text,
  key: text,
  digits: text,
  uuid: text,
  random: text,
  bytes,
};

function formOf(field: Field): Column<unknown> {
  const { kind, isOptional } = kindOf(texts[columnName(field)]);
  const form = forms[kind]();
  return isOptional ? optional(form) : form;
}

/** Columns of the plain fields, as statements read them: the forms follow from the table. */
export const plainColumns = Object.fromEntries(fields.map((field) => [field, formOf(field)])) as {
  readonly [F in Field]: Column<PlainFields[F]>;
};
