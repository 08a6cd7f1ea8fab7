/**
 * The expected contract, derived from the interface document and the deployed service, never from `schema/`.
 * `contract.test.ts` compares it with `schema/`.
 *
 * A field is one line, `name type`, with a mark after the type:
 *
 *     CustomerID int          exactly once
 *     Name string?            once or not at all
 *     MPS int nil             exactly once, and may be nil
 *     string string* nil      any number of times, and each may be nil
 *
 * The type `xml` is mixed content around exactly one element of any name.
 */
export type FieldFact = string;

export interface RecordFact {
  readonly base?: string;
  readonly abstract?: true;
  /** Own fields only, in wire order; those of the base precede them. */
  readonly fields: readonly FieldFact[];
}

export const NAMESPACE = "http://pmmsoapmessenger.com/";
export const GUID_NAMESPACE = "http://microsoft.com/wsdl/types/";

export const RECORDS: Readonly<Record<string, RecordFact>> = {
  SoapUser: { fields: ["CustomerID int", "Name string?", "Language string?", "Password string?"] },
  SendingDetails: {
    fields: [
      "Originator string?",
      "SmsText string?",
      "MessageType MessageType",
      "DefDate string?",
      "DistributionListID guid",
      "DistributionListOffset int",
      "DistributionListCount int",
    ],
  },
  SmartListsSendingDetails: {
    fields: [
      "Originator string?",
      "SmsText string?",
      "MessageType MessageType",
      "DefDate string?",
      "SmartListID guid",
      "Count int",
      "Filters ArrayOfSearchFilter?",
    ],
  },
  SearchFilter: { fields: ["ColumnName string?", "Operands ArrayOfString?", "Operator Operator"] },
  SearchCriteria: { fields: ["ID guid", "Name string?", "Category string?"] },
  CheckSmsCostRequest: { fields: ["SmsText string?", "Recipiens string?", "MsgType MessageType"] },

  CommonResult: { fields: ["Result string?"] },
  SendResult: {
    base: "CommonResult",
    fields: ["RejectedNumbers ArrayOfString?", "TransactionID string?", "NetPoints string?"],
  },
  SendMMSResult: { base: "SendResult", fields: ["MMWLTransactionID string?", "CustomerID int"] },
  CheckSmsCostResult: { base: "CommonResult", fields: ["Cost decimal", "RejectedNumbers ArrayOfString?"] },
  SmsStatus: { base: "CommonResult", fields: ["Statistics xml?", "Details xml?", "NetPoints string?"] },
  AuthResultBase: {
    base: "CommonResult",
    abstract: true,
    fields: ["NetPoints string?", "Originators ArrayOfString?", "CustomerID int"],
  },
  AuthResult: { base: "AuthResultBase", fields: ["CreditSMS string?", "CreditMMS string?"] },
  AuthResult2: { base: "AuthResultBase", fields: ["Credits ArrayOfCreditPair?"] },
  CreditPair: { fields: ["Type PackageMsgType", "Value string?"] },

  MmwlApiResult: { fields: ["ErrorCode int", "Result string?"] },
  FindListsResult: { base: "MmwlApiResult", fields: ["Lists ArrayOfDistributionListDescription?"] },
  DistributionListDescription: {
    fields: [
      "ID guid",
      "Name string?",
      "Category string?",
      "RecipientsCount int",
      "Version int",
      "Private boolean",
      "Type DistributionListType",
    ],
  },
  CreateCustomerResult: { base: "MmwlApiResult", fields: ["CustomerID int", "UserPassword string?"] },
  CreditResult: { base: "MmwlApiResult", fields: ["SMSCredit decimal"] },
  BothCreditResult: { base: "CreditResult", fields: ["MMSCredit decimal"] },

  TubeAuthenticateCustomerUserResult: {
    base: "CommonResult",
    fields: ["IsDBTimeout boolean", "CustomerUserData TubeCustomerUserData?"],
  },
  TubeCustomerUserData: {
    fields: [
      "CustomerUUID guid",
      "CustomerUserSeqID int",
      "CustomerUserUUID guid",
      "CustomerPriority unsignedByte",
      "CustomerUserPriority unsignedByte",
      "DefaultProviderID guid",
      "MPS int nil",
      "MessageValidity int",
      "PowerAdsSignatureTransporter boolean",
      "SmppConnLimits SmppConnLimits?",
    ],
  },
  SmppConnLimits: { fields: ["RX int", "TX int", "TRX int"] },

  AdZoneLocationsApiResult: { base: "CommonResult", fields: ["Locations ArrayOfAdZoneLocationApiData?"] },
  AdZoneLocationApiData: { fields: ["ID int", "Name string?", "Description string?"] },
  AdZoneCampaignApiDataBase: {
    abstract: true,
    fields: [
      "Originator string?",
      "StartDate dateTime nil",
      "EndDate dateTime nil",
      "SendingDays ArrayOfDayOfWeek?",
      "SendingHours base64Binary?",
      "ClientTransactionID guid",
    ],
  },
  AdZoneCampaignApiDataSMS: {
    base: "AdZoneCampaignApiDataBase",
    fields: ["LocationID int", "SmsText string?", "TargetRecipientsLimit int"],
  },
  AdZoneCampaignMultilocationalApiDataSMS: {
    base: "AdZoneCampaignApiDataBase",
    fields: ["SmsText string?", "Locations ArrayOfAdZoneApiLocationInfo?"],
  },
  AdZoneApiLocationInfo: { fields: ["TargetRecipientsLimit int", "Location int"] },
  AdzoneCampaignDynamicApiDataSMS: {
    base: "AdZoneCampaignApiDataBase",
    fields: ["SmsText string?", "Locations ArrayOfInt?", "TargetRecipientsLimit int"],
  },
  AdZoneSendApiResult: {
    base: "CommonResult",
    fields: [
      "AdZoneCampaignID int",
      "SpentCredits decimal",
      "NumberOfPartsPerMessage int",
      "TotalNumberOfParts int",
      "ClientTransactionID guid",
    ],
  },
  AdZoneCampaignStatisticsApiResult: {
    base: "CommonResult",
    fields: ["Statistics AdZoneCampaignStatisticsApiData?"],
  },
  AdZoneCampaignStatisticsApiData: {
    fields: [
      "CampaignName string?",
      "Originator string?",
      "MessageText string?",
      "StartDate dateTime nil",
      "EndDate dateTime nil",
      "Status AdZoneCampaignStatus",
      "CompletionType AdZoneCampaignCompletionType",
      "CompletionTime dateTime",
      "HaltedOnError boolean",
      "PartsPerMessage int",
      "TotalRecipientsLimit int",
      "TotalMessagePartsLimit int",
      "TotalBillableRecipientsCount int",
      "TotalBillableMessageParts int",
    ],
  },
};

/** Lists: a complex type with one repeated element. */
export const LISTS: Readonly<Record<string, FieldFact>> = {
  ArrayOfString: "string string* nil",
  ArrayOfInt: "int int*",
  ArrayOfSearchFilter: "SearchFilter SearchFilter* nil",
  ArrayOfDistributionListDescription: "DistributionListDescription DistributionListDescription* nil",
  ArrayOfCreditPair: "CreditPair CreditPair* nil",
  ArrayOfDayOfWeek: "DayOfWeek DayOfWeek*",
  ArrayOfAdZoneLocationApiData: "AdZoneLocationApiData AdZoneLocationApiData* nil",
  ArrayOfAdZoneApiLocationInfo: "AdZoneApiLocationInfo AdZoneApiLocationInfo* nil",
};

export const ENUMERATIONS: Readonly<Record<string, readonly string[]>> = {
  MessageType: words("Latin ArabicWithArabicNumbers ArabicWithLatinNumbers"),
  Operator: words(`
    Equal Less Greater LessOrEqual GreaterOrEqual Between StartWith Contains ContainsAny ContainsAll NotEqual`),
  DistributionListType: words("DistributionList SmartList"),
  PackageMsgType: words("Undefined SMS MMS DLR EML SGN BAN BAC REV"),
  ServiceTypes: words(`
    Unknown MM_CLIENT MM_WEB AUTORESPOND FORWARD SOAPSERVICE SMS2GROUP MMS2GROUP SvcMon OLEMM PKG_EXPIRATION
    LITEAPI_SOAP CHANGE_EDITION SUBSCRIPTION OEMM OUTLOOKMM FIREFOXMM LOTUSMM IEMM SMS_COMMAND_PROCESSING MM_WAP
    MSN_CLIENT EmailToSMS CHANGE_ORIGINATOR MM_FB MMSInbox_AutoRespond MMSInbox_Forward SmsTest System_Replies
    CLI_Win32 CLI_Linux CLI_Darwin CLI_Generic ADMIN_UI MMWL_API_SOAP PURCHASING_BY_CREDIT_CARD
    PURCHASING_BY_SMS_COMMAND TABS WELCOME_PACKAGE PURCHASING_BY_WEB IGS Monthly_Recurring_Refill MMSC SMPP_RECEIVER
    SMPP_TRANSCEIVER SMPP_TRANSMITTER FTP INBOX_AUTOMATOR EmailToMMS AUTOSUBSCRIPTION Rewards SMS2GROUP_API
    AdZone_Refill MM_Mobile DotDialog CHROMEMM PowerAds IncomingMsg PowerLBS`),
  DayOfWeek: words("Sunday Monday Tuesday Wednesday Thursday Friday Saturday"),
  AdZoneCampaignStatus: words(`
    Preprocessing QueuedForCreation CreatedButNotInitiated Pending Running Paused Finalizing Completed
    CompletedAndBilled Deleted`),
  AdZoneCampaignCompletionType: words(`
    NotYetCompleted TargetMessagePartsLimitReached EndDateReached StoppedByUser StoppedByAdmin TerminatedByAdmin`),
};

/** Global elements that are the roots of GET and POST responses, with their types; all are nillable. */
export const ROOTS: Readonly<Record<string, string>> = {
  SendResult: "SendResult",
  FindListsResult: "FindListsResult",
  string: "string",
  SendMMSResult: "SendMMSResult",
  SmsStatus: "SmsStatus",
  AuthResult: "AuthResult",
  AuthResult2: "AuthResult2",
  CommonResult: "CommonResult",
};

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
