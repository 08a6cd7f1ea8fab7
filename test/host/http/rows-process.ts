/** A server of a process of its own: answers as many rows as the first argument says, and sends its port. */
import { rows, serveRows } from "./rows-service.js";

const count = Number(process.argv[2]);
const server = await serveRows(() => rows(count));
process.send?.(server.port);
process.once("disconnect", () => void server.close());
