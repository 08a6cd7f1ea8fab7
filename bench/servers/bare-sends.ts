import { createServer, type ServerResponse } from "node:http";
import { loadDriver } from "#server/storage/sqlite/engine/driver.js";
import { customers } from "../product/account.js";
import { bareSends } from "../product/bare-rows.js";
import { listen } from "./report.js";

/**
 * Writes the rows of one message per request to the database of the first argument: the requests that arrive in one turn
 * of the event loop share a commit, and are answered after it.
 */
const commit = bareSends((await loadDriver()).open(process.argv[2] ?? "", false), customers);
const answer = Buffer.from('<?xml version="1.0"?><SendResult><Result>OK</Result></SendResult>');
const waiting: ServerResponse[] = [];

function flush(): void {
  const responses = waiting.splice(0);
  commit(responses.length);
  for (const response of responses) {
    response.writeHead(200, { "Content-Type": "text/xml; charset=utf-8", "Content-Length": answer.length });
    response.end(answer);
  }
}

listen(
  createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      if (waiting.push(response) === 1) setImmediate(flush);
    });
  }),
);
