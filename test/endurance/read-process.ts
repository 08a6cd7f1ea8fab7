/** Reads lists item by item in its own process, and sends their number, the sum of their counts and the largest heap seen. */
import { items, MessengerClient } from "messenger-client";
import { fetchTransport } from "messenger-gen-runtime";
import { itemsOf } from "messenger-gen-runtime/items";
import { nodeTransport } from "messenger-gen-runtime/node";

const [url = "", kind = "", binding = ""] = process.argv.slice(2);
const transport = kind === "fetchTransport" ? fetchTransport({ url }) : nodeTransport({ url });
const client = new MessengerClient({ transport });
const input = { user: { CustomerID: 42, Name: "api", Password: "secret" } };
let [count, sum, heap] = [0, 0, 0];
let end: string | number;
try {
  const lists = await itemsOf(client, items.FindDistributionLists.Lists, input, {
    binding: binding === "soap12" ? "soap12" : "soap11",
  });
  for await (const list of lists) {
    sum += list?.RecipientsCount ?? 0;
    if (++count % 10_000 !== 0) continue;
    heap = Math.max(heap, process.memoryUsage().heapUsed);
    process.send?.({ count });
  }
  end = (await lists.output()).ErrorCode;
} catch (error) {
  end = error instanceof Error && "code" in error ? String(error.code) : String(error);
}
transport.close?.();
process.send?.({ count, sum, heap, end });
process.disconnect();
