import { readFileSync } from "node:fs";
import type { Gateway, GatewayContext } from "../ports/gateway.js";
import type { Clock } from "../ports/clock.js";
import { Mm7Gateway } from "./gateway.js";
import type { Mm7Receiver } from "./receiver.js";
import type { LinkText } from "../domain/links/setting-forms.js";
import { mm7Settings } from "./settings.js";

export interface OpenMm7Options {
  readonly receiver: Mm7Receiver;
  readonly clock: Clock;
}

/**
 * Opens a link of the kind mm7, in both directions.
 * @throws Error when a setting cannot be used or the file of certificates cannot be read
 */
export function openMm7Gateway(
  link: LinkText & { readonly name: string },
  context: GatewayContext,
  { receiver, clock }: OpenMm7Options,
): Gateway {
  const settings = mm7Settings(link);
  const ca = settings.ca === undefined ? undefined : readFileSync(settings.ca, "utf8");
  const unregister = receiver.register(link.name, settings.receiver, context);
  const gateway = new Mm7Gateway({ settings, context, clock, ca });
  return {
    window: gateway.window,
    state: () => gateway.state(),
    free: () => gateway.free(),
    partsOf: () => gateway.partsOf(),
    submit: (message) => gateway.submit(message),
    close: async () => {
      await gateway.close();
      unregister();
    },
  };
}
