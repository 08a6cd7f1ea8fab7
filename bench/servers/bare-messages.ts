import { createServer } from "node:http";
import { RecipientState } from "#server/domain/recipient-state.js";
import { connect } from "#server/storage/postgres/engine/connection.js";
import { postgresSettings } from "#server/storage/postgres/engine/settings.js";
import { sql } from "#server/storage/postgres/engine/statement.js";
import { numbersAt, weekMilliseconds } from "#server/storage/schema/numbers.js";
import { newTransactionId } from "#server/transaction-id.js";
import { messageIdOf, phoneOf } from "../postgres/messages.js";
import { customers } from "../product/account.js";
import { listen } from "./report.js";

/**
 * The baseline of a message that comes alone, on PostgreSQL: the rows of one message per request in as few statements as they can have, each in a commit of its
 * own: one when it is accepted, one when a network would have it, one for its receipt. No rule reads anything. Arguments: URL of the database, and a number
 * of the process, which numbers its messages.
 */
const accept = sql(
  `WITH paid AS (
     UPDATE account SET balance = balance - 1000 WHERE customer_id = $2 AND kind = 'SMS' RETURNING balance),
   entry AS (
     INSERT INTO ledger (customer_id, kind, delta, balance_after, reason, transaction_id, at)
     SELECT $2, 'SMS', -1000, balance, 'charge', $4, $3 FROM paid),
   message AS (
     INSERT INTO txn (seq, customer_id, charge, created_at, due_at, data_coding, parts, flash, blink, hidden, id, user_name,
       operation, originator, charge_kind, kind, text)
     VALUES ($1, $2, 1000, $3, $3, 0, 1, false, false, false, $4, 'api', 'SendSms', 'Shop', 'SMS', 'text', $5))
   INSERT INTO recipient (id, txn, next_at, at, lane, link, attempts, state, counted, phone)
   VALUES ($1, $1, $3, $3, $2, 1, 1, ${RecipientState.Submitting}, false, $6)`,
);
const submit = sql(
  `WITH part AS (INSERT INTO sent_part (recipient, network, part, key) VALUES ($1, 1, 1, $3))
   UPDATE recipient SET state = ${RecipientState.Submitted}, at = $2, next_at = $2 WHERE id = $1`,
);
const confirm = sql(
  `UPDATE recipient SET state = ${RecipientState.Delivered}, at = $2, error = '000' WHERE id = $1`,
);

const [, , url = "", place = "0"] = process.argv;
const database = await connect(postgresSettings(url));
/** Numbers of the week after this one, whose partitions have no other messages. */
const first = numbersAt(Date.now() + weekMilliseconds).first + Number(place) * 10_000_000;
let count = 0;

async function store(n: number): Promise<number> {
  const at = Date.now();
  const text = `Your parcel ${n} is ready & waits for you at the counter of Example Street 12, until Friday evening at eight.`;
  await database.run(
    accept,
    first + n,
    customers[n % customers.length] ?? 0,
    at,
    newTransactionId(at),
    text,
    phoneOf(n),
  );
  return first + n;
}

async function deliver(id: number): Promise<void> {
  await database.run(submit, id, Date.now(), messageIdOf(id));
  await database.run(confirm, id, Date.now());
}

const answer = Buffer.from('<?xml version="1.0"?><SendResult><Result>OK</Result></SendResult>');
listen(
  createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      void store((count += 1)).then((id) => {
        response.writeHead(200, {
          "Content-Type": "text/xml; charset=utf-8",
          "Content-Length": answer.length,
        });
        response.end(answer);
        return deliver(id);
      });
    });
  }),
);
