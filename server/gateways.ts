import { loopbackGateway } from "./delivery/loopback.js";
import { openMm7Gateway } from "./delivery/mm7/open.js";
import type { Mm7Receiver } from "./delivery/mm7/receiver.js";
import { systemClock } from "./delivery/smpp/clock.js";
import type { OpenGateway } from "./delivery/link-set.js";
import type { LinkStore } from "./ports/links.js";
import type { Store } from "./ports/store.js";

export interface GatewayOptions {
  readonly store: Pick<Store, "outbox">;
  /** Milliseconds until the loopback gateway confirms a message. */
  readonly confirmAfter: number;
  /** Takes what multimedia centres send by themselves. */
  readonly mm7Receiver: Mm7Receiver;
}

/** Opens the gateway of a link by its kind. */
export function gateways({ store: { outbox }, confirmAfter, mm7Receiver }: GatewayOptions): OpenGateway {
  return (link, context) => {
    switch (link.kind) {
      case "loopback":
        return loopbackGateway({ linkId: link.id, outbox, confirmAfter, context });
      case "mm7":
        return openMm7Gateway(link, context, { receiver: mm7Receiver, clock: systemClock });
      case "smpp":
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
