import type { InterfaceRight } from "../domain/accounts/interface-rights.js";
import type { Verification } from "../ports/accounts.js";
import type { MessengerService } from "messenger-client/server";
import { Messenger } from "messenger-client/service";

/** The right that a caller needs for each operation; `any`: every user and every key may call it. */
export const operationRights: Readonly<Record<keyof MessengerService, InterfaceRight | "any">> = {
  getGreeting: "any",
  diag: "any",
  keepAlive: "any",
  httpKeepAlive: "any",

  sendSms: "send",
  httpSendSms: "send",
  sendSmsTransaction: "send",
  httpSendSmsTransaction: "send",
  sendSms2: "send",
  sendSmsXml: "send",
  sendMMS: "send",
  sendBinarySms: "send",
  httpSendBinarySms: "send",
  sendServiceSms: "send",
  sendSmsToDistributionList: "send",
  httpSendSmsToDistributionList: "send",
  sendSmsToSmartList: "send",
  checkSmsCost: "send",
  sendAdZoneSms: "send",
  sendMultilocationalAdZoneSms: "send",
  sendMultilocationalDynamicAdZoneSms: "send",
  stopAdZoneCampaign: "send",
  // The log-in of the SMPP front end, which sends messages.
  tubeAuthenticateCustomerUser: "send",

  authenticate: "credit",
  httpAuthenticate: "credit",
  authenticate2: "credit",
  httpAuthenticate2: "credit",
  getSmsStatus: "read",
  httpGetSmsStatus: "read",
  findDistributionLists: "read",
  httpFindDistributionLists: "read",
  getAdZoneLocations: "read",
  getAdZoneCampaignStatistics: "read",

  inboxProcessing: "inbox",
  httpInboxProcessing: "inbox",
  httpJsonInboxProcessing: "inbox",
};

/** By the name in the contract, as calls have it. */
const rightsByName: ReadonlyMap<string, InterfaceRight | "any" | undefined> = (() => {
  const rights = new Map(Object.entries(operationRights));
  const operations = Object.entries<{ readonly name: string }>(Messenger.operations);
  return new Map(operations.map(([method, { name }]) => [name, rights.get(method)]));
})();

/** The verification of a call of an operation: a user or a key without its right cannot access this interface. */
export function withinRights(verification: Verification, operation: string): Verification {
  if (verification.kind !== "verified") return verification;
  const right = rightsByName.get(operation);
  if (right === "any" || (right !== undefined && verification.rights.includes(right))) return verification;
  return { kind: "interfaceClosed" };
}
