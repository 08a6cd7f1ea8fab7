import type { DeliverySetup } from "./config/config-file.js";
import { systemClock as clock } from "./ports/clock.js";
import { openMm7Gateway } from "./mm7/gateway.js";
import type { Mm7Receiver } from "./mm7/receiver.js";
import type { OpenGateway } from "./delivery/link-set.js";
import { loopbackGateway } from "./delivery/loopback.js";
import { SmppGateway } from "./smpp/gateway.js";
import { smppSettings } from "./smpp/settings.js";
import type { LinkStore } from "./ports/links.js";
import type { Store } from "./ports/store.js";
import { SettingError } from "./config/setting-error.js";
import type { NewLink } from "./domain/links/links.js";

export interface GatewayOptions {
  readonly store: Pick<Store, "outbox">;
  /** Milliseconds until the loopback gateway confirms a message. */
  readonly confirmAfter: number;
  /** Takes what MMSCs send by themselves. */
  readonly mm7Receiver: Mm7Receiver;
}

/** Opens the gateway of a link by its kind. */
export function gateways({ store: { outbox }, confirmAfter, mm7Receiver }: GatewayOptions): OpenGateway {
  return (link, context) => {
    switch (link.kind) {
      case "loopback":
        return loopbackGateway({ linkId: link.id, outbox, confirmAfter, context });
      case "smpp":
        return new SmppGateway({ name: link.name, settings: smppSettings(link), context, clock });
      case "mm7":
        return openMm7Gateway(link, context, { receiver: mm7Receiver, clock });
    }
  };
}

const loopback: NewLink = {
  ...{ name: "loopback", kind: "loopback", url: "loopback:", password: "", network: "loopback" },
  ...{ settings: {}, ofFile: true },
};

/**
 * Puts the links and routes that the server includes into the store. Without any link at all messages go to the loopback
 * gateway, if that is allowed. Returns what the operator should know.
 * @throws SettingError when the store has links or routes that do not go with them
 */
export async function setUpLinks(
  links: LinkStore,
  setup: DeliverySetup | undefined,
  mayLoopback: boolean,
  now: number,
): Promise<readonly string[]> {
  const own = (await links.links()).filter(({ ofFile }) => !ofFile);
  const wanted = setup?.links ?? [];
  const none = own.length === 0 && wanted.length === 0;
  if (none && !mayLoopback)
    throw new SettingError(
      "the server is reachable from outside, but there is no link to a network: add one with messenger link add, or say --smsc loopback, which delivers nothing, if that is meant",
    );
  const outcome = await links.configure(none ? [loopback] : wanted, setup?.routes ?? [], now);
  if (outcome.ok) {
    const all = [...own, ...wanted];
    return all.every(({ kind }) => kind === "loopback")
      ? ["the gateway is loopback: messages are confirmed but not delivered"]
      : [];
  }
  const reasons: Readonly<Record<typeof outcome.reason, string>> = {
    exists: "a link or route of it is in the store already",
    unknownLink: "a route of it leads to a link that does not exist",
    unknownRoute: "it does not fit",
    unknownCustomer: "a route of it names a customer that does not exist",
    inUse: "a route in the store leads to a link that it names no more",
    ofFile: "it does not fit",
  };
  throw new SettingError(
    `the links and routes of the configuration cannot be used: ${reasons[outcome.reason]}`,
  );
}
