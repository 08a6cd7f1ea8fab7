// Prints the unread messages of the inbox, then deletes the read ones.
// Usage: node inbox.js ADDRESS CUSTOMER USER PASSWORD
import { MessengerClient } from "messenger-client";
import { nodeTransport } from "messenger-gen-runtime/node";

/** What the operations of the inbox return, as far as it is used here. */
interface Inbox {
  readonly result: string;
  /** Of `fetch-new`. */
  readonly message?: readonly { readonly from: string; readonly textU: string }[];
  /** Of `kill-old`. */
  readonly deleted?: number;
}

const [url = "", customer, userName = "", userPassword = ""] = process.argv.slice(2);
const client = new MessengerClient({ transport: nodeTransport({ url }) });

/** Calls an operation of the inbox; ends the program with the reason if the call was refused. */
async function call(operation: string): Promise<Inbox> {
  const input = { customerID: Number(customer), userName, userPassword, operation };
  const text = await client.httpJsonInboxProcessing(input, { signal: AbortSignal.timeout(30_000) });
  // The object has one member, named after the kind of result.
  const [inbox = { result: "no result" }] = Object.values(JSON.parse(text) as Record<string, Inbox>);
  if (inbox.result === "OK") return inbox;
  console.error(`refused: ${inbox.result}`);
  process.exit(1);
}

const { message: messages = [] } = await call("fetch-new");
// textU is UTF-16BE in hexadecimal digits.
for (const { from, textU } of messages)
  console.log(`${from}: ${Buffer.from(textU, "hex").swap16().toString("utf16le")}`);
const { deleted } = await call("kill-old");
console.log(`${deleted} deleted`);
