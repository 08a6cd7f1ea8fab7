import type { ClientRequest } from "node:http";

/** Interim answers (RFC 9110 section 15.2) that a server may send before its answer. */
const mostInterim = 16;

/** Ends a request whose server sends interim answers without end: reading them would take the whole of the process. */
export function limitInterim(outgoing: ClientRequest): void {
  let count = 0;
  outgoing.on("information", () => {
    if (++count > mostInterim) outgoing.destroy(new Error("too many interim answers"));
  });
}
