import { InvalidInput, Refusal } from "../admin/refusal.js";
import type { Resolved } from "../ports/delivery.js";
import type { RecordedChanges } from "../ports/store.js";
import { action, type ActionFacts } from "./action.js";
import { flag } from "./fields.js";
import { wholeMember } from "./members.js";
import { messageKeys, mostMessages } from "./message-filter.js";

/** Messages of which it is unconfirmed whether the network accepted them, and what an operator decides about them. */

type How = "resend" | "fail";

/** Decides all uncertain messages, in commits for which no call waits long: there may be millions. Each has its entry of the audit log. */
async function resolveAll(
  links: Pick<RecordedChanges["links"], "resolveBehind">,
  how: How,
  now: number,
): Promise<number> {
  let messages = 0;
  for (let after: number | null = 0; after !== null;) {
    const { changed, next }: Resolved = await links.resolveBehind(after, mostMessages, how, now);
    messages += changed;
    after = next;
  }
  return messages;
}

const resolving = (how: How, words: Omit<ActionFacts, "may">, outcome: string) =>
  action({
    ...words,
    may: { operator: "support" },
    keys: { ids: messageKeys },
    fields: { all: flag(undefined, "all uncertain messages") },
    members: { messages: wholeMember("messages that were decided") },
    run: async ({ ids = [], all }, { now, recorded }) => {
      if (all === ids.length > 0) throw new InvalidInput("give ids or --all");
      const { links } = recorded({ subject: { messages: all ? "all" : ids } });
      const messages = all ? await resolveAll(links, how, now) : await links.resolve(ids, how, now);
      if (messages === 0 && !all) throw new Refusal("none of these messages is uncertain");
      return { row: { messages }, text: `${messages} ${outcome}` };
    },
  });

export const resendUncertain = resolving(
  "resend",
  {
    name: "queue uncertain resend",
    help: "Send uncertain messages again; some may arrive twice",
    button: "Send again",
    done: "The message is sent again.",
    danger: {
      button: "Send the message again",
      text: "If the network has it already, the recipient gets it twice.",
    },
  },
  "sent again",
);

export const failUncertain = resolving(
  "fail",
  {
    name: "queue uncertain fail",
    help: "Give uncertain messages up: their status is Unknown",
    button: "Give up",
    done: "The message was given up.",
    danger: {
      button: "Give the message up",
      text: "It gets the status SMSC_UNKNOWN, although it may have been delivered.",
    },
  },
  "given up",
);
