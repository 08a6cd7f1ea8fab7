/** A server in its own process: returns as many streamed items as the first argument, and sends its port. */
import { rows, serveRows } from "./rows-service.js";

const count = Number(process.argv[2]);
const server = await serveRows(() => rows(count));
process.send?.(server.port);
process.once("disconnect", () => void server.close());
