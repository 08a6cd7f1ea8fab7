import { serveSmpp } from "./smsc.js";

/** The SMSC in a process of its own; with the argument `receipts` it confirms. Answers each message with its counts. */
const smsc = await serveSmpp({ receipts: process.argv[2] === "receipts" });
process.on("message", () => process.send?.(smsc.counts));
process.on("disconnect", () => process.exit(0));
process.send?.({ port: smsc.port });
