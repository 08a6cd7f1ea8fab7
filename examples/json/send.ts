// Sends a message and waits for its final status, for at most a minute.
// Usage: node send.js ADDRESS KEY NUMBER ID
// KEY is an API key. ID is yours, such as the number of an order: a repeat with the same ID within a day sends nothing twice.
import { setTimeout } from "node:timers/promises";

const [address = "", key = "", recipientPhone = "", id = ""] = process.argv.slice(2);

interface Sent {
  readonly transactionId: string;
}
interface Status {
  readonly final: boolean;
  readonly statuses: readonly { readonly status: string }[];
}

/** Calls the interface; ends the program with the reason if the call was refused. */
async function call<T>(target: string, init: RequestInit = {}): Promise<T> {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${key}`);
  const response = await fetch(`${address}/${target}`, {
    ...init,
    headers,
    signal: AbortSignal.timeout(30_000),
  });
  const body: unknown = await response.json();
  if (response.ok) return body as T;
  console.error(`refused: ${(body as { detail: string }).detail}`);
  process.exit(1);
}

const message = { originator: "Shop", smsText: "Your parcel is ready", recipientPhone, messageType: "Latin" };
const { transactionId } = await call<Sent>("messages", {
  method: "POST",
  headers: { "content-type": "application/json", "idempotency-key": id },
  body: JSON.stringify(message),
});
console.log(`sent: ${transactionId}`);

for (let attempt = 0; attempt < 12; attempt++) {
  const { final, statuses } = await call<Status>(`messages/${transactionId}`);
  if (final) {
    console.log(`final: ${statuses.map(({ status }) => status).join(" ")}`);
    process.exit(0);
  }
  await setTimeout(5_000);
}
console.error("no final status yet");
process.exit(2);
