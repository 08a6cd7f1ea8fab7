import type { CallContext } from "messenger-gen-runtime";
import type { Outcome } from "../../domain/refusals.js";
import { codeOf } from "../../domain/usage/refused-calls.js";
import type { Dependencies, ServiceDependencies } from "../../operations/dependencies.js";
import { dependenciesOf, operations } from "../../operations/messenger-operations.js";
import type { MessengerService } from "messenger-client/server";
import { authResult, authResult2, commonResult, tubeResult } from "./account-records.js";
import { inboxContent, inboxJson } from "./inbox-content.js";
import { listsResult, locationsResult, statisticsResult } from "./list-records.js";
import { ok } from "./result-texts.js";
import { campaignResult, costResult, mmsResult, sendResult } from "./send-records.js";
import { statusResult } from "./status-record.js";

type Method = keyof MessengerService;

/** Makes the output of an operation of its outcome, the name of the operation in the contract, and its input. */
type RecordOf<M extends Method> = (
  outcome: Awaited<ReturnType<(typeof operations)[M]>>,
  operation: string,
  input: Parameters<MessengerService[M]>[0],
) => Awaited<ReturnType<MessengerService[M]>>;

/** The output of each operation. */
const records: { readonly [M in Method]: RecordOf<M> } = {
  getGreeting: (greeting) => greeting,
  diag: (problem) => (problem === undefined ? ok : `Error: ${problem}`),
  keepAlive: commonResult,
  httpKeepAlive: commonResult,
  authenticate: authResult,
  httpAuthenticate: authResult,
  authenticate2: authResult2,
  httpAuthenticate2: authResult2,
  tubeAuthenticateCustomerUser: tubeResult,
  sendSms: sendResult,
  httpSendSms: sendResult,
  sendSmsTransaction: sendResult,
  httpSendSmsTransaction: sendResult,
  sendSms2: sendResult,
  sendSmsXml: sendResult,
  sendBinarySms: sendResult,
  httpSendBinarySms: sendResult,
  sendServiceSms: sendResult,
  sendSmsToDistributionList: sendResult,
  httpSendSmsToDistributionList: sendResult,
  sendSmsToSmartList: sendResult,
  sendMMS: mmsResult,
  checkSmsCost: costResult,
  getSmsStatus: statusResult,
  httpGetSmsStatus: statusResult,
  findDistributionLists: listsResult,
  httpFindDistributionLists: listsResult,
  getAdZoneLocations: locationsResult,
  sendAdZoneSms: campaignResult,
  sendMultilocationalAdZoneSms: campaignResult,
  sendMultilocationalDynamicAdZoneSms: campaignResult,
  stopAdZoneCampaign: commonResult,
  getAdZoneCampaignStatistics: statisticsResult,
  inboxProcessing: inboxContent,
  httpInboxProcessing: inboxContent,
  httpJsonInboxProcessing: inboxJson,
};

type Run = (given: Dependencies, input: unknown, call: CallContext) => Promise<unknown>;
type Make = (outcome: unknown, operation: string, input: unknown) => unknown;
type Serve = (input: unknown, call: CallContext) => Promise<unknown>;

const isOutcome = (outcome: unknown): outcome is Outcome => typeof outcome === "object";

/**
 * The service of the contract: its methods turn outcomes into records, and add the code of each outcome to the log line of the call. The output of
 * a call over JSON has its outcome beside the record, in `outcome`.
 */
export function contractService(service: ServiceDependencies): MessengerService {
  const given = dependenciesOf(service);
  const methods = Object.entries(records).map(([name, record]) => {
    // The types of `records` say that each takes what its operation returns.
    const run = operations[name as Method] as Run;
    const make = record as Make;
    const serve: Serve = async (input, call) => {
      const outcome = await run(given(call), input, call);
      const output = make(outcome, call.operation, input);
      if (!isOutcome(outcome)) return output;
      call.note({ result: codeOf(outcome) });
      return call.binding === "json" ? Object.assign(output as object, { outcome }) : output;
    };
    return [name, serve];
  });
  return Object.fromEntries(methods) as MessengerService;
}
