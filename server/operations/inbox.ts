import type { SoapUser } from "messenger-client/records";
import { creditText } from "../domain/credit/credit.js";
import {
  type InboxAge,
  type InboxOperation,
  inboxOperation,
  parseMessageIds,
} from "../domain/inbox/inbox.js";
import { incorrect, missing, refuse, type Refused } from "../domain/refusals.js";
import type { InboxEntry, InboxMessage, InboxSelection } from "../domain/inbox/messages.js";
import type { Customer } from "../domain/accounts/accounts.js";
import { authenticate } from "./access.js";
import { balanceOf } from "./account.js";
import type { Dependencies } from "./dependencies.js";

/** Input of the inbox operations. */
export interface InboxRequest {
  readonly user?: SoapUser | undefined;
  /** In upper or lower case. */
  readonly operation?: string | undefined;
  /** One id or a comma separated list. */
  readonly messageId?: string | undefined;
}

/** A message with its text, or an entry of a list without it. */
export type FoundMessage = InboxEntry | InboxMessage;

/** Messages, read on demand. */
export interface FoundMessages extends AsyncIterable<FoundMessage> {
  /** Those with ids above one; absent where reading changes them. */
  readonly after?: (id: number) => AsyncIterable<FoundMessage>;
}

interface Done<Kind extends string> {
  readonly ok: true;
  readonly kind: Kind;
  /** As `netPoints` of a send. */
  readonly credits: string;
}

export type InboxOutcome =
  | (Done<"counts"> & { readonly unread: number; readonly total: number })
  | (Done<"messages"> & { readonly messages: FoundMessages })
  | (Done<"deleted"> & { readonly deleted: number })
  | Refused;

type Selected = { readonly ok: true; readonly selection: InboxSelection } | Refused;

function select(messages: InboxAge | "ids", messageId: string): Selected {
  if (messages !== "ids") return { ok: true, selection: messages };
  const parsed = parseMessageIds(messageId);
  if (parsed.kind === "none") return missing("messageIds");
  if (parsed.kind === "incorrect") return incorrect("messageIds");
  return { ok: true, selection: parsed.ids };
}

/** InboxProcessing and its HTTP_ forms: counts, lists, reads or deletes messages of the calling customer. */
export async function processInbox(dependencies: Dependencies, request: InboxRequest): Promise<InboxOutcome> {
  const operation = inboxOperation(request.operation ?? "");
  const access = await authenticate(dependencies.credentials, request.user);
  if (!access.ok) return access;
  if (!access.customer.inboxActive || !access.user.inboxActive) return refuse("inboxInactive");
  if (operation === undefined) return refuse("unknownInboxOperation");
  const selected = select(operation.messages, request.messageId ?? "");
  if (!selected.ok) return selected;
  return perform(dependencies, access.customer, operation, selected.selection);
}

async function perform(
  { store: { accounts, inbox }, limit }: Dependencies,
  { id, payment }: Customer,
  operation: InboxOperation,
  selection: InboxSelection,
): Promise<InboxOutcome> {
  const credits = creditText(payment, balanceOf(await accounts.balances(id), "SMS"));
  switch (operation.action) {
    case "count": {
      const { unread, total } = await inbox.counts(id);
      return { ok: true, kind: "counts", credits, unread, total };
    }
    case "list": {
      const after = (last: number) => eachMessage(inbox.list(id, operation.messages, last));
      return { ok: true, kind: "messages", credits, messages: Object.assign(after(0), { after }) };
    }
    case "fetch": {
      const messages = eachMessage(inbox.fetch(id, selection, limit));
      return { ok: true, kind: "messages", credits, messages };
    }
    case "kill":
      return { ok: true, kind: "deleted", credits, deleted: await inbox.kill(id, selection, limit) };
  }
}

/** The messages of pages one by one. */
export async function* eachMessage(
  pages: AsyncIterable<readonly FoundMessage[]>,
): AsyncGenerator<FoundMessage, void> {
  for await (const page of pages) yield* page;
}
