import type { FieldFact } from "./facts.js";

/** An operation of the contract, at its place in the port type; the notation of fields is that of `facts.ts`. */
export interface OperationFact {
  readonly name: string;
  readonly input: readonly FieldFact[];
  /** Type of the only element of the response, `<name>Result`, which is required. */
  readonly result: string;
  /** True if also bound to HTTP GET and POST, not only to SOAP 1.1 and 1.2. */
  readonly http: boolean;
}

const USER = ["user SoapUser?"];
const FLAT_USER = ["customerID int", "userName string?", "userPassword string?"];

const SMS = [
  "originator string?",
  "smsText string?",
  "recipientPhone string?",
  "messageType MessageType",
  "defDate string?",
  "blink boolean",
  "flash boolean",
  "Private boolean",
];
const BINARY_SMS = [
  "originator string?",
  "binaryBody string?",
  "recipientPhone string?",
  "defDate string?",
  "data_coding string?",
  "esm_class string?",
  "PID string?",
  "avoidConvertToText boolean",
];
const STATUS = ["transactionID string?", "detailed boolean"];
const INBOX = ["operation string?", "messageId string?"];
const CLIENT_TRANSACTION = "clientTransactionID string?";

/** In the order of the deployed port type. */
export const OPERATIONS: readonly OperationFact[] = [
  soap("SendSmsToDistributionList", [...USER, "sendingDetails SendingDetails?"], "SendResult"),
  soap("SendSmsToSmartList", [...USER, "sendingDetails SmartListsSendingDetails?"], "SendResult"),
  everywhere(
    "HTTP_SendSmsToDistributionList",
    [
      ...FLAT_USER,
      "originator string?",
      "smsText string?",
      "messageType MessageType",
      "defDate string?",
      "distributionListId string?",
      "distributionListOffset int",
      "distributionListCount int",
    ],
    "SendResult",
  ),
  soap("FindDistributionLists", [...USER, "searchCriteria SearchCriteria?"], "FindListsResult"),
  everywhere(
    "HTTP_FindDistributionLists",
    [...FLAT_USER, "listId string?", "listName string?", "listCategory string?"],
    "FindListsResult",
  ),
  everywhere("GetGreeting", [], "string"),
  soap("SendSms", [...USER, ...SMS], "SendResult"),
  soap(
    "SendSms2",
    [
      ...USER,
      "originator string?",
      "smsText string?",
      "recipientPhonesFile base64Binary?",
      "messageType MessageType",
      "defDate string?",
      "flash boolean",
    ],
    "SendResult",
  ),
  everywhere("SendSmsXml", ["xml string?"], "SendResult"),
  soap("CheckSmsCost", [...USER, "smsDetails CheckSmsCostRequest?"], "CheckSmsCostResult"),
  soap("SendSmsTransaction", [...USER, ...SMS, CLIENT_TRANSACTION], "SendResult"),
  everywhere("HTTP_SendSms", [...FLAT_USER, ...SMS], "SendResult"),
  everywhere("HTTP_SendSmsTransaction", [...FLAT_USER, ...SMS, CLIENT_TRANSACTION], "SendResult"),
  everywhere("SendMMS", ["mm7Data base64Binary?"], "SendMMSResult"),
  soap("SendBinarySms", [...USER, ...BINARY_SMS], "SendResult"),
  everywhere("HTTP_SendBinarySms", [...FLAT_USER, ...BINARY_SMS], "SendResult"),
  everywhere("HTTP_GetSmsStatus", [...FLAT_USER, ...STATUS], "SmsStatus"),
  soap("GetSmsStatus", [...USER, ...STATUS], "SmsStatus"),
  everywhere("HTTP_Authenticate", FLAT_USER, "AuthResult"),
  everywhere("HTTP_Authenticate2", FLAT_USER, "AuthResult2"),
  soap("Authenticate", USER, "AuthResult"),
  soap("Authenticate2", USER, "AuthResult2"),
  everywhere(
    "SendServiceSms",
    [
      ...FLAT_USER,
      "originator string?",
      "serviceName string?",
      "serviceUrl string?",
      "recipientPhone string?",
      "messageType MessageType",
      "defDate string?",
      "blink boolean",
      "flash boolean",
      "Private boolean",
    ],
    "SendResult",
  ),
  soap("KeepAlive", USER, "CommonResult"),
  everywhere("HTTP_KeepAlive", FLAT_USER, "CommonResult"),
  everywhere("HTTP_InboxProcessing", [...FLAT_USER, ...INBOX], "xml"),
  everywhere("HTTP_Json_InboxProcessing", [...FLAT_USER, ...INBOX], "string"),
  soap("InboxProcessing", [...USER, ...INBOX], "xml"),
  soap(
    "TubeAuthenticateCustomerUser",
    [...USER, "serviceType ServiceTypes", "userIP string?"],
    "TubeAuthenticateCustomerUserResult",
  ),
  everywhere("Diag", [], "string"),
  soap("GetAdZoneLocations", USER, "AdZoneLocationsApiResult"),
  soap("SendAdZoneSms", [...USER, "smsCampaign AdZoneCampaignApiDataSMS?"], "AdZoneSendApiResult"),
  soap(
    "SendMultilocationalAdZoneSms",
    [...USER, "smsCampaign AdZoneCampaignMultilocationalApiDataSMS?"],
    "AdZoneSendApiResult",
  ),
  soap(
    "SendMultilocationalDynamicAdZoneSms",
    [...USER, "smsCampaign AdzoneCampaignDynamicApiDataSMS?"],
    "AdZoneSendApiResult",
  ),
  soap("StopAdZoneCampaign", [...USER, "campaignId int"], "CommonResult"),
  soap("GetAdZoneCampaignStatistics", [...USER, "campaignId int"], "AdZoneCampaignStatisticsApiResult"),
];

function soap(name: string, input: readonly FieldFact[], result: string): OperationFact {
  return { name, input, result, http: false };
}

function everywhere(name: string, input: readonly FieldFact[], result: string): OperationFact {
  return { name, input, result, http: true };
}
