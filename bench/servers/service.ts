import { createServer } from "messenger-server";
import { path } from "../sample.js";
import { report } from "./report.js";

/** The whole service on the database of the first argument; the rest of the process is as `messenger serve` has it. */
const server = await createServer({
  database: process.argv[2] ?? "",
  host: "127.0.0.1",
  port: 0,
  mounts: [{ path, compatibility: "strict" }],
});
report(Number(new URL(server.url).port));
