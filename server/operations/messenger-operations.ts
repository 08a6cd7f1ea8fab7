import type { CallContext, Streamed } from "messenger-gen-runtime";
import type * as m from "messenger-client/messages";
import type {
  AdZoneCampaignStatisticsApiResult,
  AdZoneLocationsApiResult,
  AdZoneSendApiResult,
  AuthResult,
  AuthResult2,
  CheckSmsCostResult,
  CommonResult,
  FindListsResult,
  SendMMSResult,
  SendResult,
  TubeAuthenticateCustomerUserResult,
} from "messenger-client/records";
import { loginNotes } from "./access.js";
import { authenticateAccount, authenticateAccount2, keepAlive } from "./account.js";
import { startCampaign, targetsOf } from "./campaign-start.js";
import { adZoneLocations, campaignStatistics, stopCampaign } from "./campaigns.js";
import type { Dependencies, ServiceDependencies } from "./dependencies.js";
import { diagnose } from "./diagnosis.js";
import { findLists } from "./find-lists.js";
import { HttpTwins, user as userOf } from "./http-twins.js";
import { type InboxRequest, processInbox } from "./inbox.js";
import { inboxContent, inboxJson, type InboxContent, type InboxOutcome } from "./inbox-answer.js";
import { noteRefusedEntries, noteResult } from "./noted-results.js";
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
import { type FoundStatus, smsStatus } from "./sms-status.js";
import type { MmsRequest, SendSms2Text, ServedMessenger, TextInPieces } from "./served-contract.js";
import { authenticateTube } from "./tube.js";

/**
 * The operations of the Messenger service. If an operation is added to the contract, the compiler reports it as missing
 * here.
 */
export class MessengerOperations extends HttpTwins implements ServedMessenger {
  readonly #dependencies: ServiceDependencies;
  readonly #running = new RunningTransactions();

  constructor(dependencies: ServiceDependencies) {
    super();
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

  async #inbox(input: InboxRequest, call: CallContext): Promise<InboxOutcome> {
    const answer = await processInbox(this.#of(call), input);
    for (const { result } of Object.values<{ readonly result: string }>(answer)) noteResult(call, result);
    return answer;
  }

  async getGreeting(): Promise<string> {
    return this.#dependencies.greeting;
  }

  diag(_input: m.DiagInput, call: CallContext): Promise<string> {
    return diagnose(this.#of(call), call.log);
  }

  override keepAlive({ user }: m.KeepAliveInput, call: CallContext): Promise<CommonResult> {
    return keepAlive(this.#of(call), user);
  }

  override authenticate({ user }: m.AuthenticateInput, call: CallContext): Promise<AuthResult> {
    return authenticateAccount(this.#of(call), user);
  }

  override authenticate2({ user }: m.Authenticate2Input, call: CallContext): Promise<AuthResult2> {
    return authenticateAccount2(this.#of(call), user);
  }

  override sendSms(input: m.SendSmsInput, call: CallContext): Promise<SendResult> {
    return sendSms(this.#of(call), call.operation, input);
  }

  override sendSmsTransaction(input: m.SendSmsTransactionInput, call: CallContext): Promise<SendResult> {
    return sendSms(this.#of(call), call.operation, input);
  }

  sendSms2(input: SendSms2Text, call: CallContext): Promise<SendResult> {
    return sendToFile(this.#of(call), call.operation, input);
  }

  checkSmsCost({ user, smsDetails }: m.CheckSmsCostInput, call: CallContext): Promise<CheckSmsCostResult> {
    return checkSmsCost(this.#of(call), user, smsDetails);
  }

  sendSmsXml({ xml }: m.SendSmsXmlInput, call: CallContext): Promise<SendResult> {
    return sendSmsXml(this.#of(call), call.operation, xml);
  }

  sendMMS(input: MmsRequest, call: CallContext): Promise<SendMMSResult> {
    return sendMms(this.#of(call), call.operation, input);
  }

  override sendBinarySms(input: m.SendBinarySmsInput, call: CallContext): Promise<SendResult> {
    return sendBinarySms(this.#of(call), call.operation, input);
  }

  sendServiceSms(input: m.SendServiceSmsInput, call: CallContext): Promise<SendResult> {
    return sendServiceSms(this.#of(call), call.operation, { ...input, user: userOf(input) });
  }

  override getSmsStatus(input: m.GetSmsStatusInput, call: CallContext): Promise<FoundStatus> {
    return smsStatus(this.#of(call), input);
  }

  findDistributionLists(
    input: m.FindDistributionListsInput,
    call: CallContext,
  ): Promise<Streamed<FindListsResult>> {
    return findLists(this.#of(call), { user: input.user, search: input.searchCriteria });
  }

  httpFindDistributionLists(
    input: m.HttpFindDistributionListsInput,
    call: CallContext,
  ): Promise<Streamed<FindListsResult>> {
    const { listId: ID, listName: Name, listCategory: Category } = input;
    return findLists(this.#of(call), { user: userOf(input), search: { ID, Name, Category } });
  }

  sendSmsToDistributionList(input: m.SendSmsToDistributionListInput, call: CallContext): Promise<SendResult> {
    return sendToDistributionList(this.#of(call), call.operation, input);
  }

  httpSendSmsToDistributionList(
    input: m.HttpSendSmsToDistributionListInput,
    call: CallContext,
  ): Promise<SendResult> {
    return httpSendToDistributionList(this.#of(call), call.operation, userOf(input), input);
  }

  sendSmsToSmartList(input: m.SendSmsToSmartListInput, call: CallContext): Promise<SendResult> {
    return sendToSmartList(this.#of(call), call.operation, input);
  }

  tubeAuthenticateCustomerUser(
    input: m.TubeAuthenticateCustomerUserInput,
    call: CallContext,
  ): Promise<TubeAuthenticateCustomerUserResult> {
    return authenticateTube(this.#of(call), input, call.log);
  }

  getAdZoneLocations(
    { user }: m.GetAdZoneLocationsInput,
    call: CallContext,
  ): Promise<Streamed<AdZoneLocationsApiResult>> {
    return adZoneLocations(this.#of(call), user);
  }

  sendAdZoneSms(input: m.SendAdZoneSmsInput, call: CallContext): Promise<AdZoneSendApiResult> {
    return startCampaign(this.#of(call), call.operation, input, targetsOf.single);
  }

  sendMultilocationalAdZoneSms(
    input: m.SendMultilocationalAdZoneSmsInput,
    call: CallContext,
  ): Promise<AdZoneSendApiResult> {
    return startCampaign(this.#of(call), call.operation, input, targetsOf.several);
  }

  sendMultilocationalDynamicAdZoneSms(
    input: m.SendMultilocationalDynamicAdZoneSmsInput,
    call: CallContext,
  ): Promise<AdZoneSendApiResult> {
    return startCampaign(this.#of(call), call.operation, input, targetsOf.dynamic);
  }

  stopAdZoneCampaign(input: m.StopAdZoneCampaignInput, call: CallContext): Promise<CommonResult> {
    return stopCampaign(this.#of(call), input);
  }

  getAdZoneCampaignStatistics(
    input: m.GetAdZoneCampaignStatisticsInput,
    call: CallContext,
  ): Promise<AdZoneCampaignStatisticsApiResult> {
    return campaignStatistics(this.#of(call), input);
  }

  override async inboxProcessing(input: m.InboxProcessingInput, call: CallContext): Promise<InboxContent> {
    return inboxContent(await this.#inbox(input, call));
  }

  async httpJsonInboxProcessing(
    input: m.HttpJsonInboxProcessingInput,
    call: CallContext,
  ): Promise<TextInPieces> {
    return inboxJson(await this.#inbox({ ...input, user: userOf(input) }, call));
  }
}
