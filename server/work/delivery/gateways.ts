import type { Link } from "../../domain/delivery/routing/link.js";
import { keyWarnings } from "../../credentials/key-file.js";
import type { GatewayContext } from "../../ports/delivery.js";
import { systemClock as clock } from "../../ports/service.js";
import { openMm7Gateway } from "../../networks/mm7/gateway.js";
import type { Mm7Receiver } from "../../networks/mm7/receiver.js";
import type { OpenGateway } from "./link-set.js";
import { loopbackGateway } from "./loopback.js";
import { SmppGateway } from "../../networks/smpp/gateway.js";
import { smppSettings } from "../../networks/smpp/settings.js";
import type { Store } from "../../ports/store.js";

export interface GatewayOptions {
  readonly store: Pick<Store, "outbox">;
  /** Milliseconds until the loopback gateway confirms a message. */
  readonly confirmAfter: number;
  /** Receives requests of MMSCs. */
  readonly mm7Receiver: Mm7Receiver;
}

/** Opens the gateway of a link by its kind. */
export function gateways({ store: { outbox }, confirmAfter, mm7Receiver }: GatewayOptions): OpenGateway {
  return (link, context, slots) => {
    switch (link.kind) {
      case "loopback":
        return loopbackGateway({ linkId: link.id, outbox, confirmAfter, context });
      case "smpp":
        return openSmppGateway(link, context, slots);
      case "mm7":
        return openMm7Gateway(link, context, { slots, receiver: mm7Receiver, clock });
    }
  };
}

/** Opens a link of the kind smpp. @throws LinkSettingError that names the invalid setting, UnreadableFile */
function openSmppGateway(link: Link, context: GatewayContext, slots: number): SmppGateway {
  const { name } = link;
  const settings = smppSettings(link);
  const { tlsKey } = link.settings;
  if (settings.link.tls !== undefined && tlsKey !== undefined && tlsKey !== "")
    for (const warning of keyWarnings("tlsKey", tlsKey)) context.log.warn({ link: name }, warning);
  return new SmppGateway({ name, settings, slots, context, clock });
}
