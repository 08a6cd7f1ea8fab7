import { maxInboxText } from "../domain/inbox/messages.js";
import { InvalidInput, unknownThing } from "../admin/refusal.js";
import { said } from "../admin/sentence.js";
import { customerKey } from "./account-fields.js";
import { action, longList, type Subject } from "./action.js";
import { required, text } from "./fields.js";
import { described, timeMember } from "./members.js";
import { inboxRoutes } from "./inbox-routes.js";
import { partOfPages } from "./parts.js";

/** A message of an inbox as the commands print it: without its text. */
interface InboxRow {
  readonly customer: number;
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly from: string;
  readonly to: string;
  /** Bytes of the text in UTF-8. */
  readonly size: number;
  readonly unread: boolean;
}

const addressOf =
  (option: string) =>
  (given: string): string => {
    if (given.trim() !== given || given === "" || given.length > 20 || /\p{C}/u.test(given))
      throw new InvalidInput(
        `${option} must have 1 to 20 characters, no control characters and no space at either end`,
      );
    return given;
  };

function inboxTextOf(given: string): string {
  if (given.length > maxInboxText)
    throw new InvalidInput(`a text must have at most ${maxInboxText} characters`);
  return given;
}

const columns = ["id", "at", "from", "to", "size", "unread"] as const;
const members = { ...described(["customer", ...columns]), at: timeMember("when it was received") };

/** Puts a message into an inbox by hand; recorded without sender and text. */
export const addToInbox = action({
  name: "inbox add",
  help: "Add a message to an inbox",
  may: { operator: "admin" },
  keys: { customer: customerKey },
  fields: {
    from: required(
      text(undefined, "number or name of the sender", { form: "<sender>" }),
      addressOf("--from"),
    ),
    to: required(
      text(undefined, "number or name of the recipient", { form: "<addressee>" }),
      addressOf("--to"),
    ),
    text: required(text(undefined, "text of the message"), inboxTextOf),
  },
  members,
  run: async ({ customer, from, to, text: content }, { now, recorded }) => {
    const { inbox } = recorded({ subject: { customer, to } });
    const id = await inbox.add({ customerId: customer, from, to, text: content, at: now });
    if (id === undefined) throw unknownThing(said`there is no ${{ customer }}`);
    const size = Buffer.byteLength(content);
    const row: InboxRow = { customer, id, at: new Date(now).toISOString(), from, to, size, unread: true };
    return { row, text: `message ${id} added to the inbox of customer ${customer}` };
  },
});

/** Messages of a customer, oldest first. */
export const listInbox = longList({
  name: "inbox list",
  help: "List the messages of an inbox, without their texts",
  may: { operator: "support" },
  keys: { customer: customerKey },
  columns,
  members,
  part: ({ customer }, wanted, { store: { inbox: messages } }) =>
    partOfPages(
      (id) => messages.list(customer, "all", id),
      wanted,
      ({ at, ...entry }): InboxRow => ({ customer, ...entry, at: new Date(at).toISOString() }),
    ),
});

/** Incoming messages of customers. */
export const inbox: Subject = {
  name: "inbox",
  help: "Incoming messages of a customer",
  entries: [...inboxRoutes, addToInbox, listInbox],
};
