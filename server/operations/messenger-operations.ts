import type { CallContext } from "messenger-gen-runtime";
import type * as m from "messenger-client/messages";
import { wasRead } from "../domain/recipients/phone-number.js";
import { loginNotes, userOf } from "./access.js";
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
import type { MmsRequest, SendSms2Text, ServedMessenger } from "./served-contract.js";
import { authenticateTube } from "./tube.js";

/** Adds to the log line of a call how many of its recipients are no numbers, and how many of these a reading of their digits alone would send to. */
function noteRefusedEntries(call: CallContext, entries: readonly string[]): void {
  if (entries.length === 0) return;
  call.note({ refused: entries.length, sentToBefore: entries.filter(wasRead).length });
}

/** The operations of the contract, which return outcomes in place of its records. */
type Operations = {
  readonly [M in keyof ServedMessenger]: (
    input: Parameters<ServedMessenger[M]>[0],
    call: CallContext,
  ) => Promise<unknown>;
};

/**
 * The operations of the Messenger service. If an operation is added to the contract, the compiler reports it as missing
 * here.
 */
export class MessengerOperations implements Operations {
  readonly #dependencies: ServiceDependencies;
  readonly #running = new RunningTransactions();

  constructor(dependencies: ServiceDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Dependencies of a call: the check of credentials uses its address, the log contains the customer, and the call
   * limits it.
   */
  #of(call: CallContext): Dependencies {
    const { credentials, store, now, newTransactionId, greeting, deliveryProblem, wakeDelivery } =
      this.#dependencies;
    return {
      store,
      now,
      newTransactionId,
      greeting,
      deliveryProblem,
      wakeDelivery,
      limit: call,
      // Callers of JSON get the status 409; those of the contract, which has no Result for it, wait.
      running: call.binding === "json" ? this.#running : undefined,
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
    };
  }

  async getGreeting(): Promise<string> {
    return this.#dependencies.greeting;
  }

  diag(_input: m.DiagInput, call: CallContext) {
    return diagnose(this.#of(call), call.log);
  }

  keepAlive({ user }: m.KeepAliveInput, call: CallContext) {
    return keepAlive(this.#of(call), user);
  }

  authenticate({ user }: m.AuthenticateInput, call: CallContext) {
    return readAccount(this.#of(call), user);
  }

  authenticate2({ user }: m.Authenticate2Input, call: CallContext) {
    return readAccount(this.#of(call), user);
  }

  sendSms(input: m.SendSmsInput, call: CallContext) {
    return sendSms(this.#of(call), call.operation, input);
  }

  sendSmsTransaction(input: m.SendSmsTransactionInput, call: CallContext) {
    return sendSms(this.#of(call), call.operation, input);
  }

  sendSms2(input: SendSms2Text, call: CallContext) {
    return sendToFile(this.#of(call), call.operation, input);
  }

  checkSmsCost({ user, smsDetails }: m.CheckSmsCostInput, call: CallContext) {
    return checkSmsCost(this.#of(call), user, smsDetails);
  }

  sendSmsXml({ xml }: m.SendSmsXmlInput, call: CallContext) {
    return sendSmsXml(this.#of(call), call.operation, xml);
  }

  sendMMS(input: MmsRequest, call: CallContext) {
    return sendMms(this.#of(call), call.operation, input);
  }

  sendBinarySms(input: m.SendBinarySmsInput, call: CallContext) {
    return sendBinarySms(this.#of(call), call.operation, input);
  }

  sendServiceSms(input: m.SendServiceSmsInput, call: CallContext) {
    return sendServiceSms(this.#of(call), call.operation, { ...input, user: userOf(input) });
  }

  getSmsStatus(input: m.GetSmsStatusInput, call: CallContext) {
    return smsStatus(this.#of(call), input);
  }

  findDistributionLists(input: m.FindDistributionListsInput, call: CallContext) {
    return findLists(this.#of(call), { user: input.user, search: input.searchCriteria });
  }

  httpFindDistributionLists(input: m.HttpFindDistributionListsInput, call: CallContext) {
    const { listId: ID, listName: Name, listCategory: Category } = input;
    return findLists(this.#of(call), { user: userOf(input), search: { ID, Name, Category } });
  }

  sendSmsToDistributionList(input: m.SendSmsToDistributionListInput, call: CallContext) {
    return sendToDistributionList(this.#of(call), call.operation, input);
  }

  httpSendSmsToDistributionList(input: m.HttpSendSmsToDistributionListInput, call: CallContext) {
    return httpSendToDistributionList(this.#of(call), call.operation, userOf(input), input);
  }

  sendSmsToSmartList(input: m.SendSmsToSmartListInput, call: CallContext) {
    return sendToSmartList(this.#of(call), call.operation, input);
  }

  tubeAuthenticateCustomerUser(input: m.TubeAuthenticateCustomerUserInput, call: CallContext) {
    return authenticateTube(this.#of(call), input, call.log);
  }

  getAdZoneLocations({ user }: m.GetAdZoneLocationsInput, call: CallContext) {
    return adZoneLocations(this.#of(call), user);
  }

  sendAdZoneSms(input: m.SendAdZoneSmsInput, call: CallContext) {
    return startCampaign(this.#of(call), call.operation, input, targetsOf.single);
  }

  sendMultilocationalAdZoneSms(input: m.SendMultilocationalAdZoneSmsInput, call: CallContext) {
    return startCampaign(this.#of(call), call.operation, input, targetsOf.several);
  }

  sendMultilocationalDynamicAdZoneSms(input: m.SendMultilocationalDynamicAdZoneSmsInput, call: CallContext) {
    return startCampaign(this.#of(call), call.operation, input, targetsOf.dynamic);
  }

  stopAdZoneCampaign(input: m.StopAdZoneCampaignInput, call: CallContext) {
    return stopCampaign(this.#of(call), input);
  }

  getAdZoneCampaignStatistics(input: m.GetAdZoneCampaignStatisticsInput, call: CallContext) {
    return campaignStatistics(this.#of(call), input);
  }

  inboxProcessing(input: m.InboxProcessingInput, call: CallContext) {
    return processInbox(this.#of(call), input);
  }

  httpJsonInboxProcessing(input: m.HttpJsonInboxProcessingInput, call: CallContext) {
    return processInbox(this.#of(call), { ...input, user: userOf(input) });
  }

  httpAuthenticate(input: m.HttpAuthenticateInput, call: CallContext) {
    return this.authenticate({ user: userOf(input) }, call);
  }

  httpAuthenticate2(input: m.HttpAuthenticate2Input, call: CallContext) {
    return this.authenticate2({ user: userOf(input) }, call);
  }

  httpKeepAlive(input: m.HttpKeepAliveInput, call: CallContext) {
    return this.keepAlive({ user: userOf(input) }, call);
  }

  httpSendSms(input: m.HttpSendSmsInput, call: CallContext) {
    return this.sendSms({ user: userOf(input), ...input }, call);
  }

  httpSendSmsTransaction(input: m.HttpSendSmsTransactionInput, call: CallContext) {
    return this.sendSmsTransaction({ user: userOf(input), ...input }, call);
  }

  httpSendBinarySms(input: m.HttpSendBinarySmsInput, call: CallContext) {
    return this.sendBinarySms({ user: userOf(input), ...input }, call);
  }

  httpGetSmsStatus(input: m.HttpGetSmsStatusInput, call: CallContext) {
    return this.getSmsStatus({ user: userOf(input), ...input }, call);
  }

  httpInboxProcessing(input: m.HttpInboxProcessingInput, call: CallContext) {
    return this.inboxProcessing({ user: userOf(input), ...input }, call);
  }
}
