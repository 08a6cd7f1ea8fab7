import { loopbackGateway } from "./delivery/loopback.js";
import type { OpenGateway } from "./delivery/link-set.js";
import type { LinkStore } from "./ports/links.js";
import type { Store } from "./ports/store.js";

export interface GatewayOptions {
  readonly store: Pick<Store, "outbox">;
  /** Milliseconds until the loopback gateway confirms a message. */
  readonly confirmAfter: number;
}

/** Opens the gateway of a link by its kind. */
export function gateways({ store: { outbox }, confirmAfter }: GatewayOptions): OpenGateway {
  return (link, context) => {
    switch (link.kind) {
      case "loopback":
        return loopbackGateway({ linkId: link.id, outbox, confirmAfter, context });
      case "smpp":
      case "mm7":
        throw new Error(`${link.kind} is not known`);
    }
  };
}

/** Makes sure that there is a link: the loopback one where nothing else is set up. */
export async function ensureLink(links: LinkStore, now: number): Promise<void> {
  if ((await links.links()).length > 0) return;
  const loopback = { name: "loopback", kind: "loopback", url: "loopback:", password: "" } as const;
  await links.configure([{ ...loopback, network: "loopback", settings: {}, ofFile: true }], [], now);
}
