import { createServer } from "node:http";
import { listen } from "./report.js";

/** The baseline of JSON: node:http parses the body, if there is one, and prints the value of the first argument. */
const answer: unknown = JSON.parse(process.argv[2] ?? "null");

listen(
  createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString());
      const text = JSON.stringify(answer);
      const length = Buffer.byteLength(text);
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": length });
      response.end(text);
    });
  }),
);
