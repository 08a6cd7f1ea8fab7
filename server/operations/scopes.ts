import type { KeyScope } from "../domain/accounts/api-keys.js";
import type { Verification } from "../ports/accounts.js";
import { served, type ServedMessenger } from "./served-contract.js";

/** The scope that an API key needs for each operation; `any`: every key may call it. */
export const operationScopes: Readonly<Record<keyof ServedMessenger, KeyScope | "any">> = {
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

  authenticate: "read",
  httpAuthenticate: "read",
  authenticate2: "read",
  httpAuthenticate2: "read",
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
const scopesByName: ReadonlyMap<string, KeyScope | "any" | undefined> = (() => {
  const scopes = new Map(Object.entries(operationScopes));
  const operations = Object.entries<{ readonly name: string }>(served.operations);
  return new Map(operations.map(([method, { name }]) => [name, scopes.get(method)]));
})();

/** The verification of a call of an operation: a key without its scope cannot access this interface. */
export function withinScope(verification: Verification, operation: string): Verification {
  if (verification.kind !== "verified" || verification.scopes === undefined) return verification;
  const scope = scopesByName.get(operation);
  if (scope === "any" || (scope !== undefined && verification.scopes.includes(scope))) return verification;
  return { kind: "interfaceClosed" };
}
