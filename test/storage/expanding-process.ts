/** Forked with the path of a database: sends a message to a million recipients; their rows take seconds of commit after commit. */
import { once } from "node:events";
import { openStore } from "#server/storage/index.js";
import { submission } from "./fixtures.js";

const store = await openStore(`sqlite:${process.argv[2] ?? ""}`);
const recipients = Float64Array.from({ length: 1_000_000 }, (_, index) => 12_020_000_000 + index);
const sent = await store.outbox.submit(submission("long", { recipients }));
process.send?.(sent.kind);
await once(process, "disconnect");
await store.close();
