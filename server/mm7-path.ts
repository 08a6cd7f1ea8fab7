import { type Mm7Receiver, receive, type Stranger } from "./delivery/mm7/receiver.js";
import { type FixedAnswer, withoutBody } from "./http/answer.js";
import type { ServedPath } from "./http/served-path.js";

const strangers: Readonly<Record<Stranger, FixedAnswer>> = {
  nobody: withoutBody(404),
  address: withoutBody(403),
  credentials: withoutBody(401, ["WWW-Authenticate", 'Basic realm="MM7", charset="UTF-8"']),
};

/** The path on which multimedia centres report and deliver. */
export function mm7Path(path: string, receiver: Mm7Receiver): ServedPath {
  return {
    path,
    admit: ({ headers, remoteAddress }) => {
      const link = receiver.admit(headers.authorization, remoteAddress);
      if (typeof link === "string") return strangers[link];
      return async (body) => {
        const { status, document } = await receive(link, headers["content-type"], body);
        return { status, contentType: "text/xml; charset=utf-8", body: document };
      };
    },
  };
}
