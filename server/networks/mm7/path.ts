import { type Mm7Receiver, receive, type Unauthenticated } from "./receiver.js";
import { type FixedResponse, withoutBody, type ServedPath } from "messenger-gen-host";
import type { LinkStore } from "../../ports/delivery.js";

const strangers: Readonly<Record<Exclude<Unauthenticated, "nobody">, FixedResponse>> = {
  address: withoutBody(403),
  guesses: withoutBody(429, ["Retry-After", "6"]),
  credentials: withoutBody(401, ["WWW-Authenticate", 'Basic realm="MM7", charset="UTF-8"']),
};

/** The path on which MMSCs report and deliver. `refresh` registers the current links with the receiver. */
export function mm7Path(
  path: string,
  receiver: Mm7Receiver,
  links: Pick<LinkStore, "links">,
  refresh: () => Promise<void> = async () => undefined,
): ServedPath {
  return {
    path,
    admit: async ({ headers, remoteAddress }) => {
      await refresh();
      const link = await receiver.admit(headers.authorization, remoteAddress);
      if (link === "nobody") return absent(links);
      if (typeof link === "string") return strangers[link];
      return async (body) => {
        const { status, document } = await receive(link, headers["content-type"], body);
        return { status, contentType: "text/xml; charset=utf-8", body: document };
      };
    },
  };
}

/** No link receives in this process: there is none, it is not open yet, or another process has opened it. */
async function absent(links: Pick<LinkStore, "links">): Promise<FixedResponse> {
  try {
    const receives = (await links.links()).some(
      ({ kind, started, settings }) =>
        kind === "mm7" && started && (settings["receiveUser"] ?? settings["receiveFrom"] ?? "") !== "",
    );
    return receives ? later : withoutBody(404);
  } catch {
    return later;
  }
}

const later = withoutBody(503, ["Retry-After", "5"]);
