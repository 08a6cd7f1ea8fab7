/** A process that attacks the port of its first argument; see `Attack`. */
import { connect } from "node:net";
import type { Attack } from "./attack.js";
import { messages, unfinished } from "./messages.js";

const port = Number(process.argv[2]);
const { addresses, connections, message } = JSON.parse(process.argv[3] ?? "") as Attack;
const request = message === undefined ? unfinished() : (messages[message]?.() ?? unfinished());

/** Sends the request again after each response, and connects again after each close. */
function attack(localAddress: string): void {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  socket.on("error", () => undefined);
  socket.on("close", () => setTimeout(attack, 100, localAddress));
  socket.on("connect", () => socket.write(request));
  socket.on("data", (bytes: Buffer) => {
    if (bytes.includes("HTTP/1.1 ") && message !== undefined) socket.write(request);
  });
}

for (let index = 0; index < connections; index++) attack(addresses[index % addresses.length] ?? "127.0.0.1");
process.on("disconnect", () => process.exit(0));
