import { setTimeout } from "node:timers/promises";
import { MessageType, MessengerClient } from "messenger-client";
import { nodeTransport } from "messenger-gen-runtime/node";
import { demoName, sender } from "./accounts.js";
import { chanceOf, demoMessage } from "./messages.js";

/** Longest pause between two messages, in milliseconds: on average one each second, so that the overview moves. */
const longestPause = 2_000;

/** Sends messages of one customer as its program would, until the signal. Failures end nothing: the service may be stopping. */
export async function sendNowAndThen(url: string, password: string, signal: AbortSignal): Promise<void> {
  const client = new MessengerClient({ transport: nodeTransport({ url }), binding: "soap12" });
  const user = { CustomerID: sender.id, Name: demoName, Password: password };
  const chance = chanceOf(Date.now());
  while (!signal.aborted) {
    const { phone, text } = demoMessage(sender, chance);
    await client
      .sendSms(
        {
          user,
          originator: sender.originator,
          smsText: text,
          recipientPhone: phone,
          messageType: MessageType.Latin,
          blink: false,
          flash: false,
          Private: false,
        },
        { signal },
      )
      .catch(() => undefined);
    await setTimeout(chance() * longestPause, undefined, { signal }).catch(() => undefined);
  }
}
