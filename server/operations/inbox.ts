import type { SoapUser } from "messenger-client/records";
import { creditText } from "../domain/credit/credit.js";
import {
  type InboxAge,
  type InboxOperation,
  inboxOperation,
  parseMessageIds,
} from "../domain/inbox/inbox.js";
import { incorrectParameter, missingParameter, ok, refusals } from "../domain/result-text.js";
import type { InboxSelection } from "../domain/inbox/messages.js";
import type { Customer } from "../domain/accounts/accounts.js";
import { authenticate } from "./access.js";
import { balanceOf } from "./account.js";
import type { Dependencies } from "./dependencies.js";
import { eachMessage, type InboxOutcome, refusedInbox } from "./inbox-answer.js";

/** Input of the inbox operations. */
export interface InboxRequest {
  readonly user?: SoapUser | undefined;
  /** In upper or lower case. */
  readonly operation?: string | undefined;
  /** One id or a comma separated list. */
  readonly messageId?: string | undefined;
}

type Selected =
  | { readonly ok: true; readonly selection: InboxSelection }
  | { readonly ok: false; readonly refusal: string };

function select(messages: InboxAge | "ids", messageId: string): Selected {
  if (messages !== "ids") return { ok: true, selection: messages };
  const parsed = parseMessageIds(messageId);
  if (parsed.kind === "none") return { ok: false, refusal: missingParameter("messageId") };
  if (parsed.kind === "incorrect") return { ok: false, refusal: incorrectParameter("messageId") };
  return { ok: true, selection: parsed.ids };
}

/** InboxProcessing and its HTTP_ forms: counts, lists, reads or deletes messages of the calling customer. */
export async function processInbox(dependencies: Dependencies, request: InboxRequest): Promise<InboxOutcome> {
  const operation = inboxOperation(request.operation ?? "");
  const refused = (result: string): InboxOutcome => refusedInbox(operation?.root, result);
  const access = await authenticate(dependencies.credentials, request.user);
  if (!access.ok) return refused(access.refusal);
  if (!access.customer.inboxActive || !access.user.inboxActive) return refused(refusals.inboxInactive);
  if (operation === undefined) return refused(refusals.unknownInboxOperation);
  const selected = select(operation.messages, request.messageId ?? "");
  if (!selected.ok) return refused(selected.refusal);
  return perform(dependencies, access.customer, operation, selected.selection);
}

async function perform(
  { store: { accounts, inbox }, limit }: Dependencies,
  { id, payment }: Customer,
  operation: InboxOperation,
  selection: InboxSelection,
): Promise<InboxOutcome> {
  const credits = creditText(payment, balanceOf(await accounts.balances(id), "SMS"));
  const done = { result: ok, credits } as const;
  switch (operation.action) {
    case "count": {
      const { unread, total } = await inbox.counts(id);
      return { inboxinfo: { ...done, new: unread, total } };
    }
    case "list": {
      const after = (last: number) => eachMessage(inbox.list(id, operation.messages, last));
      return { inboxlist: { ...done, message: Object.assign(after(0), { after }) } };
    }
    case "fetch":
      return { inboxlist: { ...done, message: eachMessage(inbox.fetch(id, selection, limit)) } };
    case "kill":
      return { inboxdel: { ...done, deleted: await inbox.kill(id, selection, limit) } };
  }
}
