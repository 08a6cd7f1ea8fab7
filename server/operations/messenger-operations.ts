import type { CallContext } from "messenger-gen-runtime";
import { wasRead } from "../domain/recipients/phone-number.js";
import { loginNotes, userOf, withUser } from "./access.js";
import { keepAlive, readAccount } from "./account.js";
import { startCampaign, targetsOf } from "./campaign-start.js";
import { adZoneLocations, campaignStatistics, stopCampaign } from "./campaigns.js";
import type { Dependencies, ServiceDependencies } from "./dependencies.js";
import { diagnose } from "./diagnosis.js";
import { findLists } from "./find-lists.js";
import { processInbox } from "./inbox.js";
import { RunningTransactions } from "./running-transactions.js";
import { withinRights } from "./rights.js";
import { sendBinarySms } from "./send-binary-sms.js";
import { sendMms } from "./send-mms.js";
import { sendServiceSms } from "./send-service-sms.js";
import { sendToFile } from "./send-file.js";
import { sendSms } from "./send-sms.js";
import { httpSendToDistributionList, sendToDistributionList, sendToSmartList } from "./send-to-list.js";
import { sendSmsXml } from "./send-sms-xml.js";
import { checkSmsCost } from "./sms-cost.js";
import { smsStatus } from "./sms-status.js";
import type { MessengerService } from "messenger-client/server";
import { authenticateTube } from "./tube.js";

/** Adds to the log line of a call how many of its recipients are no numbers, and how many of these a reading of their digits alone would send to. */
function noteRefusedEntries(call: CallContext, entries: readonly string[]): void {
  if (entries.length === 0) return;
  call.note({ refused: entries.length, sentToBefore: entries.filter(wasRead).length });
}

/** Calls an operation of the contract; resolves with its outcome, or with a text. */
type Run<M extends keyof MessengerService> = (
  given: Dependencies,
  input: Parameters<MessengerService[M]>[0],
  call: CallContext,
) => Promise<unknown>;

/** The operations of the service. If one is added to the contract, the compiler reports it as missing here. */
export const operations = {
  getGreeting: async ({ greeting }) => greeting,
  diag: (given, _input, { log }) => diagnose(given, log),
  keepAlive: (given, { user }) => keepAlive(given, user),
  httpKeepAlive: (given, input) => keepAlive(given, userOf(input)),
  authenticate: (given, { user }) => readAccount(given, user),
  httpAuthenticate: (given, input) => readAccount(given, userOf(input)),
  authenticate2: (given, { user }) => readAccount(given, user),
  httpAuthenticate2: (given, input) => readAccount(given, userOf(input)),
  tubeAuthenticateCustomerUser: (given, input, { log }) => authenticateTube(given, input, log),

  sendSms: (given, input, { operation }) => sendSms(given, operation, input.user, input),
  httpSendSms: (given, input, { operation }) => sendSms(given, operation, userOf(input), input),
  sendSmsTransaction: (given, input, { operation }) => sendSms(given, operation, input.user, input),
  httpSendSmsTransaction: (given, input, { operation }) => sendSms(given, operation, userOf(input), input),
  sendSms2: (given, input, { operation }) => sendToFile(given, operation, input),
  sendSmsXml: (given, { xml }, { operation }) => sendSmsXml(given, operation, xml),
  sendMMS: (given, input, { operation }) => sendMms(given, operation, input),
  sendBinarySms: (given, input, { operation }) => sendBinarySms(given, operation, input),
  httpSendBinarySms: (given, input, { operation }) => sendBinarySms(given, operation, withUser(input)),
  sendServiceSms: (given, input, { operation }) => sendServiceSms(given, operation, withUser(input)),
  sendSmsToDistributionList: (given, input, { operation }) => sendToDistributionList(given, operation, input),
  httpSendSmsToDistributionList: (given, input, { operation }) =>
    httpSendToDistributionList(given, operation, userOf(input), input),
  sendSmsToSmartList: (given, input, { operation }) => sendToSmartList(given, operation, input),
  checkSmsCost: (given, { user, smsDetails }) => checkSmsCost(given, user, smsDetails),

  getSmsStatus: smsStatus,
  httpGetSmsStatus: (given, input) => smsStatus(given, withUser(input)),
  findDistributionLists: (given, { user, searchCriteria: search }) => findLists(given, { user, search }),
  httpFindDistributionLists: (given, input) => {
    const { listId: ID, listName: Name, listCategory: Category } = input;
    return findLists(given, { user: userOf(input), search: { ID, Name, Category } });
  },

  getAdZoneLocations: (given, { user }) => adZoneLocations(given, user),
  sendAdZoneSms: (given, input, { operation }) => startCampaign(given, operation, input, targetsOf.single),
  sendMultilocationalAdZoneSms: (given, input, { operation }) =>
    startCampaign(given, operation, input, targetsOf.several),
  sendMultilocationalDynamicAdZoneSms: (given, input, { operation }) =>
    startCampaign(given, operation, input, targetsOf.dynamic),
  stopAdZoneCampaign: stopCampaign,
  getAdZoneCampaignStatistics: campaignStatistics,

  inboxProcessing: processInbox,
  httpInboxProcessing: (given, input) => processInbox(given, withUser(input)),
  httpJsonInboxProcessing: (given, input) => processInbox(given, withUser(input)),
} satisfies { readonly [M in keyof MessengerService]: Run<M> };

/**
 * Dependencies of each call: the check of credentials uses its address, the log contains the customer, and the call
 * limits it.
 */
export function dependenciesOf({
  credentials,
  ...service
}: ServiceDependencies): (call: CallContext) => Dependencies {
  const { store, now, newTransactionId, greeting, deliveryProblem, wakeDelivery } = service;
  const running = new RunningTransactions();
  return (call) => ({
    store,
    now,
    newTransactionId,
    greeting,
    deliveryProblem,
    wakeDelivery,
    limit: call,
    // Callers of JSON get the status 409; those of the contract, which has no Result for it, wait.
    running: call.binding === "json" ? running : undefined,
    refusedEntries: (entries) => {
      noteRefusedEntries(call, entries);
    },
    lenient: call.lenient,
    credentials: {
      verify: async (customer, name, password) => {
        call.note(loginNotes(customer, name, password));
        const verification = await credentials.verify(customer, name, password, call.remoteAddress);
        if (verification.kind === "verified")
          call.note({ customer: verification.customer.id, user: verification.user.name });
        return withinRights(verification, call.operation);
      },
    },
  });
}
