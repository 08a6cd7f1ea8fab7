/** A request of `node:http`. */
interface Outgoing {
  on(event: "information", listener: () => void): unknown;
  destroy(error: Error): unknown;
}

/** Maximum interim responses (RFC 9110 section 15.2) before the response. */
const mostInterim = 16;

/** Ends a request whose server sends interim responses without end: reading them would take the whole of the process. */
export function limitInterim(outgoing: Outgoing): void {
  let count = 0;
  outgoing.on("information", () => {
    if (++count > mostInterim) outgoing.destroy(new Error("too many interim responses"));
  });
}
