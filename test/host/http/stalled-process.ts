/**
 * Callers in a process of their own, so that writing their bodies holds up no other caller of a test: opens as many connections to a
 * loopback port as the second argument says, sends what the parent sends, and stalls. Reports how many bytes each has written when asked.
 */
import { connect } from "node:net";

const [port, connections] = process.argv.slice(2).map(Number);

process.once("message", (text: string) => {
  const body = Buffer.from(text, "latin1");
  const sockets = Array.from({ length: connections ?? 0 }, () => {
    const socket = connect(port ?? 0, "127.0.0.1");
    socket.on("error", () => undefined);
    socket.write(body);
    return socket;
  });
  process.on("message", () => process.send?.(sockets.map(({ bytesWritten }) => bytesWritten)));
});
process.once("disconnect", () => process.exit());
