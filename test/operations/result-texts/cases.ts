import { Operator } from "messenger-client";
import { toGuid, XsdDateTime } from "messenger-gen-runtime";
import {
  incorrectParameter,
  keepAliveOff,
  missingParameter,
  ok,
  resultTexts,
} from "#server/faces/contract/result-texts.js";
import { listId, phone } from "../../storage/list-cases.js";
import { type Desk, noon, password } from "../desk.js";
import { type Given, type OperationName, operationNames, resultOf, usual } from "./every-operation.js";

/** A Result text and the operations that return it for `given`. */
export interface Case {
  readonly text: string | ((operation: OperationName) => string);
  readonly by: readonly OperationName[];
  readonly given?: Partial<Given> | ((operation: OperationName) => Partial<Given>);
  /** Brings a desk of its own to where the text is given. */
  readonly prepare?: (desk: Desk) => Promise<unknown>;
}

const lists = ["SendSmsToDistributionList", "HTTP_SendSmsToDistributionList", "SendSmsToSmartList"] as const;
/** Id of a transaction in the store of the tests. */
export const sentTransaction = "0f8fad5b-d9cb-469f-a165-70867728950e";

const transactions = ["SendSmsTransaction", "HTTP_SendSmsTransaction", "SendSmsXml"] as const;
const toNumbers = ["SendSms", "HTTP_SendSms", ...transactions] as const;
const texts = [...toNumbers, "SendSms2", ...lists] as const;
const binaries = ["SendBinarySms", "HTTP_SendBinarySms"] as const;
const sends = [...texts, ...binaries, "SendServiceSms", "SendMMS"] as const;
const campaigns = [
  "SendAdZoneSms",
  "SendMultilocationalAdZoneSms",
  "SendMultilocationalDynamicAdZoneSms",
] as const;
const inboxes = ["InboxProcessing", "HTTP_InboxProcessing", "HTTP_Json_InboxProcessing"] as const;
const status = ["GetSmsStatus", "HTTP_GetSmsStatus"] as const;
const withLogin = operationNames.filter((name) => name !== "GetGreeting" && name !== "Diag");

const login = (CustomerID: number, Name = "api", Password = password) => ({ CustomerID, Name, Password });

/** The parameter of an operation under its name in calls. */
const named =
  (text: (name: string) => string, inFields: string, inRecords: string) =>
  (operation: OperationName): string =>
    text(recordOperations.has(operation) ? inRecords : inFields);
const recordOperations: ReadonlySet<string> = new Set([
  ...["SendSmsToDistributionList", "SendSmsToSmartList", "CheckSmsCost"],
  ...campaigns,
]);

const filter = (ColumnName: string, Operands: readonly string[]) => ({
  smartList: { ...usual.smartList, filters: [{ ColumnName, Operator: Operator.Equal, Operands }] },
});

const logins: readonly Case[] = [
  // Each has its own name: several attempts on one log-in get a different text.
  { text: resultTexts.unknownUser, by: withLogin, given: (operation) => ({ user: login(42, operation) }) },
  {
    text: resultTexts.userBlocked,
    by: withLogin,
    prepare: ({ store }) => store.accounts.setUserState(42, "api", "blocked"),
  },
  {
    text: resultTexts.customerBlocked,
    by: withLogin,
    prepare: ({ store }) => store.accounts.setCustomerState(42, "blocked"),
  },
  {
    text: resultTexts.interfaceClosed,
    by: withLogin,
    prepare: ({ store }) => store.accounts.changeCustomer(42, { interfaceOpen: false }),
  },
  {
    text: resultTexts.tooManyLogins,
    by: withLogin,
    given: { user: login(42, "guessed", "wrong") },
    prepare: async ({ client }) => {
      const user = login(42, "guessed", "wrong");
      for (let attempt = 0; attempt < 10; attempt++) await client.keepAlive({ user });
    },
  },
  {
    text: resultTexts.sendingOff,
    by: [...sends, ...campaigns, "CheckSmsCost"],
    prepare: ({ store }) => store.accounts.changeCustomer(42, { maySend: false }),
  },
];

const originators: readonly Case[] = [
  {
    text: resultTexts.unknownOriginator,
    by: [...sends, ...campaigns],
    given: { originator: "120255501010101" },
  },
  {
    text: resultTexts.originatorTooLong,
    by: [...sends, ...campaigns],
    given: { originator: "TwelveChars!" },
  },
  { text: resultTexts.originatorBadCharacters, by: [...sends, ...campaigns], given: { originator: "a^b" } },
  { text: resultTexts.noOriginators, by: [...sends, ...campaigns], given: { user: login(44) } },
];

const credit: readonly Case[] = [
  {
    text: resultTexts.insufficientCredit,
    by: [...sends, ...campaigns],
    prepare: async ({ store }) => {
      for (const { kind, amount } of await store.accounts.balances(42)) {
        await store.accounts.addCredit(42, kind, -amount, noon);
      }
    },
  },
  {
    text: resultTexts.postpaidLimit,
    by: [...sends, ...campaigns],
    given: {
      ...{ user: login(43), originator: "Later" },
      ...{ list: { ...usual.list, id: listId(3) }, smartList: { ...usual.smartList, id: listId(4) } },
    },
    prepare: ({ store }) => store.accounts.changeCustomer(43, { credit: { payment: "postpaid", limit: 0 } }),
  },
];

const contents: readonly Case[] = [
  {
    text: resultTexts.emptyMessage,
    by: [...texts, ...binaries, "SendMMS", "CheckSmsCost", ...campaigns],
    given: { text: "", binary: { ...usual.binary, body: "" } },
  },
  { text: resultTexts.badDefDate, by: [...texts, ...binaries, "SendServiceSms"], given: { defDate: "soon" } },
  {
    text: named(incorrectParameter, "smsText", "SmsText"),
    by: [...texts, "CheckSmsCost", ...campaigns],
    given: { text: "a".repeat(153 * 255 + 1) },
  },
  {
    text: resultTexts.badEncoding,
    by: [...texts, "CheckSmsCost"],
    given: { text: "Привет" },
    prepare: ({ store }) => store.accounts.changeCustomer(42, { strictEncoding: true }),
  },
  { text: resultTexts.noService, by: ["SendServiceSms"], given: { service: { name: undefined, url: "" } } },
  ...(
    [
      [{ body: "zz" }, "binaryBody"],
      [{ coding: "x" }, "data_coding"],
      [{ esmClass: "x" }, "esm_class"],
      [{ pid: "x" }, "PID"],
    ] as const
  ).map(([change, name]) => ({
    text: incorrectParameter(name),
    by: binaries,
    given: { binary: { ...usual.binary, ...change } },
  })),
  {
    text: incorrectParameter("serviceName"),
    by: ["SendServiceSms"],
    given: { service: { name: "a".repeat(40_000), url: "" } },
  },
  {
    text: incorrectParameter("serviceUrl"),
    by: ["SendServiceSms"],
    given: { service: { name: "", url: "a".repeat(40_000) } },
  },
  { text: missingParameter("xml"), by: ["SendSmsXml"], given: { withoutRecord: true } },
  { text: incorrectParameter("xml"), by: ["SendSmsXml"], given: { xml: "<Other/>" } },
  { text: resultTexts.noMmsData, by: ["SendMMS"], given: { withoutRecord: true } },
  { text: incorrectParameter("mm7Data"), by: ["SendMMS"], given: { mm7: Uint8Array.of(1) } },
  {
    text: resultTexts.vasIdNotNumeric,
    by: ["SendMMS"],
    given: {
      mm7Fields: { SenderIdentification: "<SenderIdentification><VASPID>x</VASPID></SenderIdentification>" },
    },
  },
  {
    text: resultTexts.chargedPartyNotSender,
    by: ["SendMMS"],
    given: { mm7Fields: { ChargedParty: "<ChargedParty>Recipient</ChargedParty>" } },
  },
];

const recipients: readonly Case[] = [
  {
    text: resultTexts.noPhone,
    by: [...sends, "CheckSmsCost"],
    given: {
      phones: "",
      list: { ...usual.list, offset: 100 },
      smartList: { ...usual.smartList, count: 0 },
    },
  },
  {
    text: resultTexts.numberTooLong,
    by: [...sends.filter((name) => !lists.some((list) => list === name)), "CheckSmsCost"],
    given: { phones: "1".repeat(21) },
  },
  {
    text: resultTexts.allRejected,
    by: [...sends, "CheckSmsCost"],
    prepare: ({ store }) => store.coverage.addToBlacklist(undefined, ["12025550101", phone(1)], noon),
  },
  {
    // That of all rejected recipients in the other sends.
    text: resultTexts.priceTooHigh,
    by: campaigns,
    prepare: ({ store }) => store.accounts.changeCustomer(42, { highestPrice: 999 }),
  },
  {
    text: incorrectParameter("recipientPhonesFile"),
    by: ["SendSms2"],
    given: { phones: Array.from({ length: 100_001 }, (_, index) => `x${index}`).join(",") },
  },
  { text: incorrectParameter("clientTransactionID"), by: transactions, given: { clientId: "x".repeat(101) } },
  {
    text: missingParameter("sendingDetails"),
    by: ["SendSmsToDistributionList", "SendSmsToSmartList"],
    given: { withoutRecord: true },
  },
  { text: missingParameter("smsDetails"), by: ["CheckSmsCost"], given: { withoutRecord: true } },
];

const listParameter = (operation: OperationName): string =>
  operation === "SendSmsToSmartList"
    ? "SmartListID"
    : named((name) => name, "distributionListId", "DistributionListID")(operation);
const zero = "00000000-0000-0000-0000-000000000000";
const windowed = ["SendSmsToDistributionList", "HTTP_SendSmsToDistributionList"] as const;

const listCases: readonly Case[] = [
  {
    text: (operation) => missingParameter(listParameter(operation)),
    by: lists,
    given: { list: { ...usual.list, id: zero }, smartList: { ...usual.smartList, id: zero } },
  },
  {
    text: (operation) => incorrectParameter(listParameter(operation)),
    by: lists,
    given: { list: { ...usual.list, id: listId(99) }, smartList: { ...usual.smartList, id: listId(99) } },
  },
  {
    text: named(incorrectParameter, "distributionListOffset", "DistributionListOffset"),
    by: windowed,
    given: { list: { ...usual.list, offset: -1 } },
  },
  {
    text: named(incorrectParameter, "distributionListCount", "DistributionListCount"),
    by: windowed,
    given: { list: { ...usual.list, count: -1 } },
  },
  {
    text: incorrectParameter("Count"),
    by: ["SendSmsToSmartList"],
    given: { smartList: { ...usual.smartList, count: -1 } },
  },
  {
    text: incorrectParameter("Filters"),
    by: ["SendSmsToSmartList"],
    given: { smartList: { ...usual.smartList, filters: [null] } },
  },
  { text: incorrectParameter("ColumnName"), by: ["SendSmsToSmartList"], given: filter("Colour", ["red"]) },
  { text: incorrectParameter("Operands"), by: ["SendSmsToSmartList"], given: filter("City", []) },
  { text: missingParameter("searchCriteria"), by: ["FindDistributionLists"], given: { withoutRecord: true } },
  { text: incorrectParameter("listId"), by: ["HTTP_FindDistributionLists"], given: { listIdOfSearch: "x" } },
];

const campaign = (change: Partial<Given["campaign"]>) => ({ campaign: { ...usual.campaign, ...change } });
const id = toGuid("0f8fad5b-d9cb-469f-a165-70867728950e");
const locationParameter = (operation: OperationName): string =>
  operation === "SendAdZoneSms" ? "LocationID" : "Locations";

const campaignCases: readonly Case[] = [
  { text: missingParameter("smsCampaign"), by: campaigns, given: { withoutRecord: true } },
  { text: missingParameter("Locations"), by: campaigns.slice(1), given: campaign({ locations: [] }) },
  {
    text: (operation) => incorrectParameter(locationParameter(operation)),
    by: campaigns,
    given: campaign({ locations: [99] }),
  },
  {
    text: incorrectParameter("EndDate"),
    by: campaigns,
    given: campaign({ EndDate: XsdDateTime.parse("2020-01-01T00:00:00Z") }),
  },
  {
    text: incorrectParameter("SendingHours"),
    by: campaigns,
    given: campaign({ SendingHours: Uint8Array.of(24) }),
  },
  { text: incorrectParameter("TargetRecipientsLimit"), by: campaigns, given: campaign({ limit: 0 }) },
  {
    text: incorrectParameter("ClientTransactionID"),
    by: campaigns,
    given: campaign({ id }),
    prepare: ({ client }) => resultOf(client, "SendAdZoneSms", { ...campaign({ id }), text: "Another text" }),
  },
  {
    text: incorrectParameter("campaignId"),
    by: ["StopAdZoneCampaign", "GetAdZoneCampaignStatistics"],
    given: { campaignId: 99 },
  },
];

const successes: readonly Case[] = [
  {
    text: ok,
    by: operationNames.filter((name) => name !== "GetGreeting" && !status.some((one) => one === name)),
  },
  { text: ok, by: status, given: { transaction: sentTransaction } },
];

const others: readonly Case[] = [
  { text: missingParameter("TransactionID"), by: status },
  { text: resultTexts.unknownTransaction, by: status, given: { transaction: "other" } },
  {
    text: keepAliveOff(42),
    by: ["KeepAlive", "HTTP_KeepAlive"],
    prepare: ({ store }) => store.accounts.changeCustomer(42, { keepAlive: false }),
  },
  {
    text: resultTexts.inboxInactive,
    by: inboxes,
    prepare: ({ store }) => store.accounts.changeCustomer(42, { inboxActive: false }),
  },
  { text: resultTexts.unknownInboxOperation, by: inboxes, given: { inbox: { operation: "x" } } },
  { text: missingParameter("messageId"), by: inboxes, given: { inbox: { operation: "fetch-id" } } },
  {
    text: incorrectParameter("messageId"),
    by: inboxes,
    given: { inbox: { operation: "fetch-id", messageId: "x" } },
  },
];

/** Every pair of operation and text, once. */
export const cases: readonly Case[] = [
  ...successes,
  ...logins,
  ...originators,
  ...credit,
  ...contents,
  ...recipients,
  ...listCases,
  ...campaignCases,
  ...others,
];
