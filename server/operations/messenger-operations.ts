import type { CallContext } from "../../runtime/call.js";
import type { XmlContent } from "../../runtime/xml/content.js";
import type * as m from "../../generated/messages.js";
import type {
  AuthResult,
  AuthResult2,
  CheckSmsCostResult,
  CommonResult,
  FindListsResult,
  SendMMSResult,
  SendMMSResult,
  SendResult,
  SmsStatus,
  TubeAuthenticateCustomerUserResult,
} from "../../generated/records.js";
import { authenticateAccount, authenticateAccount2, keepAlive } from "./account.js";
import type { Dependencies } from "./dependencies.js";
import { diagnose } from "./diagnosis.js";
import { findLists } from "./find-lists.js";
import { HttpTwins, user as userOf } from "./http-twins.js";
import { processInbox } from "./inbox.js";
import { inboxContent } from "./inbox-answer.js";
import { sendBinarySms } from "./send-binary-sms.js";
import { sendMms } from "./send-mms.js";
import { sendMms } from "./send-mms.js";
import { sendServiceSms } from "./send-service-sms.js";
import { sendToFile } from "./send-file.js";
import { sendSms } from "./send-sms.js";
import { httpSendToDistributionList, sendToDistributionList, sendToSmartList } from "./send-to-list.js";
import { sendSmsXml } from "./send-sms-xml.js";
import { checkSmsCost } from "./sms-cost.js";
import { smsStatus } from "./sms-status.js";
import { authenticateTube } from "./tube.js";

/** The operations of the Messenger service; those not named here answer the fault NotImplemented. */
export class MessengerOperations extends HttpTwins {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    super();
    this.#dependencies = dependencies;
  }

  override async getGreeting(): Promise<string> {
    return this.#dependencies.greeting;
  }

  override diag(_input: m.DiagInput, { log }: CallContext): Promise<string> {
    return diagnose(this.#dependencies, log);
  }

  override keepAlive({ user }: m.KeepAliveInput): Promise<CommonResult> {
    return keepAlive(this.#dependencies, user);
  }

  override authenticate({ user }: m.AuthenticateInput): Promise<AuthResult> {
    return authenticateAccount(this.#dependencies, user);
  }

  override authenticate2({ user }: m.Authenticate2Input): Promise<AuthResult2> {
    return authenticateAccount2(this.#dependencies, user);
  }

  override sendSms(input: m.SendSmsInput, call: CallContext): Promise<SendResult> {
    return sendSms(this.#dependencies, call.operation, input);
  }

  override sendSmsTransaction(input: m.SendSmsTransactionInput, call: CallContext): Promise<SendResult> {
    return sendSms(this.#dependencies, call.operation, input);
  }

  override sendSms2(input: m.SendSms2Input, call: CallContext): Promise<SendResult> {
    return sendToFile(this.#dependencies, call.operation, input);
  }

  override checkSmsCost({ user, smsDetails }: m.CheckSmsCostInput): Promise<CheckSmsCostResult> {
    return checkSmsCost(this.#dependencies, user, smsDetails);
  }

  override sendSmsXml({ xml }: m.SendSmsXmlInput, call: CallContext): Promise<SendResult> {
    return sendSmsXml(this.#dependencies, call.operation, xml);
  }

  override sendMMS({ mm7Data }: m.SendMMSInput, call: CallContext): Promise<SendMMSResult> {
    return sendMms(this.#dependencies, call.operation, mm7Data);
  }

  override sendMMS({ mm7Data }: m.SendMMSInput, call: CallContext): Promise<SendMMSResult> {
    return sendMms(this.#dependencies, call.operation, mm7Data);
  }

  override sendBinarySms(input: m.SendBinarySmsInput, call: CallContext): Promise<SendResult> {
    return sendBinarySms(this.#dependencies, call.operation, input);
  }

  override sendServiceSms(input: m.SendServiceSmsInput, call: CallContext): Promise<SendResult> {
    return sendServiceSms(this.#dependencies, call.operation, { ...input, user: userOf(input) });
  }

  override getSmsStatus(input: m.GetSmsStatusInput): Promise<SmsStatus> {
    return smsStatus(this.#dependencies, input);
  }

  override findDistributionLists(input: m.FindDistributionListsInput): Promise<FindListsResult> {
    return findLists(this.#dependencies, { user: input.user, search: input.searchCriteria });
  }

  override httpFindDistributionLists(input: m.HttpFindDistributionListsInput): Promise<FindListsResult> {
    const { listId: ID, listName: Name, listCategory: Category } = input;
    return findLists(this.#dependencies, { user: userOf(input), search: { ID, Name, Category } });
  }

  override sendSmsToDistributionList(
    input: m.SendSmsToDistributionListInput,
    call: CallContext,
  ): Promise<SendResult> {
    return sendToDistributionList(this.#dependencies, call.operation, input);
  }

  override httpSendSmsToDistributionList(
    input: m.HttpSendSmsToDistributionListInput,
    call: CallContext,
  ): Promise<SendResult> {
    return httpSendToDistributionList(this.#dependencies, call.operation, userOf(input), input);
  }

  override sendSmsToSmartList(input: m.SendSmsToSmartListInput, call: CallContext): Promise<SendResult> {
    return sendToSmartList(this.#dependencies, call.operation, input);
  }

  override tubeAuthenticateCustomerUser(
    input: m.TubeAuthenticateCustomerUserInput,
    { log }: CallContext,
  ): Promise<TubeAuthenticateCustomerUserResult> {
    return authenticateTube(this.#dependencies, input, log);
  }

  override async inboxProcessing(input: m.InboxProcessingInput): Promise<XmlContent> {
    return inboxContent(await processInbox(this.#dependencies, input));
  }

  override async httpJsonInboxProcessing(input: m.HttpJsonInboxProcessingInput): Promise<string> {
    return JSON.stringify(await processInbox(this.#dependencies, { ...input, user: userOf(input) }));
  }
}
