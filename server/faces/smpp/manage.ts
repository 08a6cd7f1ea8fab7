import { isFinal } from "../../domain/recipient-state.js";
import { smppSource } from "../../domain/audit.js";
import type { AccountStore } from "../../ports/accounts.js";
import type { DeskStore } from "../../ports/messages.js";
import type { SmppStore } from "../../ports/smpp.js";
import type { CancelSm, QuerySm } from "../../networks/smpp/codec/pdu.js";
import { absoluteTime } from "../../networks/smpp/message/parts.js";
import { senderOf } from "./login.js";
import { transactionOf } from "./message-ids.js";
import { errorNumber, messageStateOf } from "./receipts.js";
import { status } from "./statuses.js";
import type { BoundClient } from "./submit.js";

/** Requests about a message that was submitted before. */
export type Managed = QuerySm | CancelSm;

/** Fields of query_sm_resp; of cancel_sm the status alone counts. */
export interface ManagedResponse {
  readonly status: number;
  readonly finalDate: string;
  readonly messageState: number;
  readonly errorCode: number;
}

export interface ManageDependencies {
  readonly store: {
    readonly accounts: Pick<AccountStore, "login">;
    readonly smpp: Pick<SmppStore, "message">;
    readonly desk: Pick<DeskStore, "cancel">;
  };
  readonly now: () => number;
}

export function managedWith(result: number): ManagedResponse {
  return { status: result, finalDate: "", messageState: 0, errorCode: 0 };
}

/** Messages of one transaction that are cancelled at once: a client submits to 254 numbers at most. */
const mostCancelled = 254;

async function cancelled({ store, now }: ManageDependencies, systemId: string, id: string): Promise<number> {
  const actor = { name: systemId, source: smppSource };
  const outcome = await store.desk.cancel({ kind: "transaction", id }, mostCancelled, actor, now());
  return outcome.kind === "done" && outcome.cancelled > 0 ? status.ok : status.cancelFailed;
}

/** Answers query_sm and cancel_sm for messages of the account. @throws if the store fails */
export async function manage(
  dependencies: ManageDependencies,
  { account, kind }: BoundClient,
  { command, messageId }: Managed,
): Promise<ManagedResponse> {
  const sender = await senderOf(dependencies.store.accounts, account, kind);
  if (typeof sender === "number") return managedWith(sender);
  const transaction = transactionOf(account, messageId);
  const found =
    transaction === undefined ? undefined : await dependencies.store.smpp.message(account, transaction);
  if (found === undefined)
    return managedWith(command === "query_sm" ? status.messageId : status.cancelFailed);
  if (command === "cancel_sm")
    return managedWith(await cancelled(dependencies, account.systemId, found.transactionId));
  return {
    status: status.ok,
    finalDate: isFinal(found.state) ? absoluteTime(found.at) : "",
    messageState: messageStateOf(found.state),
    errorCode: errorNumber(found.error) & 0xff,
  };
}
