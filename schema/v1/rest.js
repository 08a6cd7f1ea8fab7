/** The calls of `/v1`: how operations of the WSDL are called over JSON. `docs/reference/json.md` describes the options. */
import {
  campaignText,
  key,
  listId,
  messageType,
  mmsData,
  originator,
  phones,
  phonesFile,
  smartListId,
  smsText,
  text,
} from "./examples.js";
import { deleted, inboxCounts, inboxEntry, inboxMessages, recipient, transaction } from "./responses.js";

/** @typedef {import("messenger-gen").RestOperation} Call */

/** What no caller gives: it comes from the credentials of the request. */
const supplied = ["user"];
const plain = { blink: false, flash: false, private: false };
/** The outcome of a call that succeeded is always OK. */
const omit = ["result"];

/** @type {Call} */
const sends = { supplied, status: 202, omit, tag: "Messages" };
/** @type {Call} */
const reads = { method: "GET", supplied };
/** @type {Call} */
const campaign = {
  ...sends,
  status: 201,
  tag: "Campaigns",
  body: "smsCampaign",
  defaults: {
    startDate: null,
    endDate: null,
    clientTransactionId: "00000000-0000-0000-0000-000000000000",
  },
};
/** @type {Call} */
const inbox = { supplied, tag: "Inbox" };

/** @type {import("messenger-gen").RestOptions} */
export const rest = {
  SendSmsTransaction: {
    ...sends,
    name: "sendMessage",
    path: "/messages",
    headers: { "Idempotency-Key": "clientTransactionId" },
    defaults: plain,
    example: { ...text, recipientPhone: phones, clientTransactionId: key },
    summary: "Send a text message",
  },
  SendBinarySms: {
    ...sends,
    name: "sendBinaryMessage",
    path: "/messages/binary",
    defaults: { avoidConvertToText: false },
    example: { originator, binaryBody: "48656C6C6F", recipientPhone: phones, dataCoding: "4" },
    summary: "Send a binary message",
  },
  SendServiceSms: {
    ...sends,
    name: "sendServiceMessage",
    path: "/messages/service",
    supplied: ["customerId", "userName", "userPassword"],
    defaults: plain,
    example: {
      ...{ originator, serviceName: "Shop", serviceUrl: "https://example.com/offers" },
      ...{ recipientPhone: phones, messageType },
    },
    summary: "Send a service message",
  },
  SendSms2: {
    ...sends,
    name: "sendToFile",
    path: "/messages/file",
    defaults: { flash: false },
    example: { ...text, recipientPhonesFile: phonesFile },
    summary: "Send a text message to the numbers of a file",
  },
  SendMMS: {
    ...sends,
    name: "sendMms",
    path: "/mms",
    supplied: [],
    // The contract has the credentials in the data.
    beside: ["user"],
    tag: "MMS",
    example: { mm7Data: mmsData },
    summary: "Send an MMS",
  },
  CheckSmsCost: {
    name: "checkCost",
    path: "/cost",
    supplied,
    omit,
    body: "smsDetails",
    tag: "Messages",
    example: { smsText, recipients: phones, msgType: messageType },
    summary: "Get the price of a text message",
  },
  GetSmsStatus: [
    {
      ...reads,
      name: "getMessage",
      path: "/messages/{transactionId}",
      fixed: { detailed: false },
      response: transaction,
      tag: "Messages",
      example: { transactionId: key },
      summary: "Count the recipients of a message by status",
    },
    {
      ...reads,
      name: "listRecipients",
      path: "/messages/{transactionId}/recipients",
      fixed: { detailed: true },
      page: true,
      response: recipient,
      tag: "Messages",
      example: { transactionId: key },
      summary: "List the recipients of a message with their statuses",
    },
  ],
  FindDistributionLists: {
    ...reads,
    name: "listLists",
    path: "/lists",
    body: "searchCriteria",
    defaults: { id: "00000000-0000-0000-0000-000000000000" },
    page: "lists",
    tag: "Lists",
    example: { name: "Clients" },
    summary: "List distribution lists and smart lists",
  },
  SendSmsToDistributionList: {
    ...sends,
    name: "sendToList",
    path: "/lists/{distributionListId}/messages",
    body: "sendingDetails",
    defaults: { distributionListOffset: 0 },
    tag: "Lists",
    example: { ...text, distributionListId: listId, distributionListCount: 2 },
    summary: "Send a text message to members of a distribution list",
  },
  SendSmsToSmartList: {
    ...sends,
    name: "sendToSmartList",
    path: "/smart-lists/{smartListId}/messages",
    body: "sendingDetails",
    tag: "Lists",
    example: {
      ...{ ...text, smartListId, count: 2 },
      filters: [{ columnName: "City", operands: ["Cairo"], operator: "Equal" }],
    },
    summary: "Send a text message to selected members of a smart list",
  },
  Authenticate2: {
    ...reads,
    name: "getAccount",
    path: "/account",
    omit,
    tag: "Account",
    summary: "Get the balances and originators of the customer",
  },
  InboxProcessing: [
    {
      ...inbox,
      name: "listInbox",
      method: "GET",
      path: "/inbox",
      fixed: { operation: "list-all", messageId: "" },
      page: true,
      response: inboxEntry,
      summary: "List received messages without their texts",
    },
    {
      ...inbox,
      name: "countInbox",
      method: "GET",
      path: "/inbox/counts",
      fixed: { operation: "stats", messageId: "" },
      response: inboxCounts,
      summary: "Count received messages",
    },
    {
      ...inbox,
      name: "fetchInbox",
      path: "/inbox/fetch",
      fixed: { operation: "fetch-new", messageId: "" },
      response: inboxMessages,
      summary: "Read the unread messages and mark them as read",
    },
    {
      ...inbox,
      name: "fetchInboxMessage",
      path: "/inbox/{messageId}/fetch",
      fixed: { operation: "fetch-id" },
      response: inboxMessages,
      example: { messageId: "1" },
      summary: "Read a message and mark it as read",
    },
    {
      ...inbox,
      name: "deleteInboxMessage",
      method: "DELETE",
      path: "/inbox/{messageId}",
      fixed: { operation: "kill-id" },
      response: deleted,
      example: { messageId: "1" },
      summary: "Delete a message",
    },
  ],
  GetAdZoneLocations: {
    ...reads,
    name: "listLocations",
    path: "/locations",
    page: "locations",
    tag: "Campaigns",
    summary: "List the locations of campaigns",
  },
  SendAdZoneSms: {
    ...campaign,
    name: "startCampaign",
    path: "/campaigns",
    example: { ...campaignText, locationId: 1 },
    summary: "Start a campaign at a location",
  },
  SendMultilocationalAdZoneSms: {
    ...campaign,
    name: "startMultilocationalCampaign",
    path: "/campaigns/multilocational",
    example: {
      ...{ originator, smsText },
      locations: [1, 2].map((location) => ({ targetRecipientsLimit: 100, location })),
    },
    summary: "Start a campaign at several locations with a limit for each",
  },
  SendMultilocationalDynamicAdZoneSms: {
    ...campaign,
    name: "startDynamicCampaign",
    path: "/campaigns/dynamic",
    example: { ...campaignText, locations: [1, 2] },
    summary: "Start a campaign at several locations with one limit",
  },
  GetAdZoneCampaignStatistics: {
    ...reads,
    name: "getCampaign",
    path: "/campaigns/{campaignId}",
    omit,
    tag: "Campaigns",
    example: { campaignId: 1 },
    summary: "Get the progress of a campaign",
  },
  StopAdZoneCampaign: {
    name: "stopCampaign",
    path: "/campaigns/{campaignId}/stop",
    supplied,
    status: 204,
    tag: "Campaigns",
    example: { campaignId: 1 },
    summary: "Stop a campaign",
  },
  // Other ways to call the same operations, and operations of programs that have credentials of another kind.
  ...Object.fromEntries(
    [
      "HTTP_Authenticate",
      "HTTP_Authenticate2",
      "HTTP_FindDistributionLists",
      "HTTP_GetSmsStatus",
      "HTTP_InboxProcessing",
      "HTTP_Json_InboxProcessing",
      "HTTP_KeepAlive",
      "HTTP_SendBinarySms",
      "HTTP_SendSms",
      "HTTP_SendSmsToDistributionList",
      "HTTP_SendSmsTransaction",
      "Authenticate",
      "Diag",
      "GetGreeting",
      "KeepAlive",
      "SendSms",
      "SendSmsXml",
      "TubeAuthenticateCustomerUser",
    ].map((name) => [name, false]),
  ),
};
