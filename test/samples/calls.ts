import { DayOfWeek, MessageType, type MessengerClient, Operator, ServiceTypes } from "messenger-client";
import { type BindingName, toGuid, XsdDateTime } from "messenger-gen-runtime";
import { password } from "../operations/desk.js";
import { plainData } from "../operations/mm7-samples.js";
import { ids } from "./service.js";

const user = { CustomerID: 42, Name: "api", Language: "en", Password: password };
const flat = { customerID: 42, userName: "api", userPassword: password };
const switches = { blink: false, flash: true, Private: false };
const message = {
  originator: "Shop",
  smsText: "Fish & chips",
  recipientPhone: "12025550101,12",
  messageType: MessageType.Latin,
  defDate: "",
};
const binary = {
  originator: "Shop",
  binaryBody: "0a0bff",
  recipientPhone: "12025550101",
  ...{ defDate: "", data_coding: "4", esm_class: "0", PID: "0", avoidConvertToText: true },
};
const listMessage = { Originator: "Shop", SmsText: "Hello", MessageType: MessageType.Latin };
const campaign = (number: number) => ({
  Originator: "Shop",
  StartDate: null,
  EndDate: XsdDateTime.parse("2030-02-01T00:00:00Z"),
  SendingDays: [DayOfWeek.Monday, DayOfWeek.Tuesday],
  SendingHours: Uint8Array.of(9, 10, 11),
  ClientTransactionID: toGuid(`0f8fad5b-d9cb-469f-a165-70867728960${number}`),
  SmsText: "Welcome",
});

const xml = `<SendSms><user><CustomerID>42</CustomerID><Name>api</Name><Password>${password}</Password></user>
<originator>Shop</originator><smsText>Fish &amp; chips</smsText><recipientPhone>12025550101</recipientPhone>
<messageType>Latin</messageType><blink>false</blink><flash>false</flash><Private>false</Private></SendSms>`;

/** One call of an operation; operations with only SOAP bindings use the SOAP version of the client. */
type Call = (client: MessengerClient, binding: BindingName) => Promise<unknown>;

/** One call per operation, by its name in the contract; every binding makes them in this order, one after the other. */
export const calls: Readonly<Record<string, Call>> = {
  GetGreeting: (client, binding) => client.getGreeting({}, { binding }),
  Diag: (client, binding) => client.diag({}, { binding }),
  KeepAlive: (client) => client.keepAlive({ user }),
  HTTP_KeepAlive: (client, binding) => client.httpKeepAlive(flat, { binding }),
  Authenticate: (client) => client.authenticate({ user }),
  HTTP_Authenticate: (client, binding) => client.httpAuthenticate(flat, { binding }),
  Authenticate2: (client) => client.authenticate2({ user }),
  HTTP_Authenticate2: (client, binding) => client.httpAuthenticate2(flat, { binding }),
  TubeAuthenticateCustomerUser: (client) =>
    client.tubeAuthenticateCustomerUser({
      user,
      serviceType: ServiceTypes.SMPP_TRANSCEIVER,
      userIP: "192.0.2.7",
    }),
  CheckSmsCost: (client) =>
    client.checkSmsCost({
      user,
      smsDetails: { SmsText: "Hello", Recipiens: "12025550101,12", MsgType: MessageType.Latin },
    }),
  SendSms: (client) => client.sendSms({ user, ...message, ...switches }),
  HTTP_SendSms: (client, binding) => client.httpSendSms({ ...flat, ...message, ...switches }, { binding }),
  SendSms2: (client) =>
    client.sendSms2({
      user,
      originator: "Shop",
      smsText: "Hello",
      recipientPhonesFile: new TextEncoder().encode("12025550101\n12025550102;12"),
      messageType: MessageType.Latin,
      defDate: "20300116080000",
      flash: false,
    }),
  SendSmsTransaction: (client) =>
    client.sendSmsTransaction({ user, ...message, ...switches, clientTransactionID: "order 1" }),
  HTTP_SendSmsTransaction: (client, binding) =>
    client.httpSendSmsTransaction(
      { ...flat, ...message, ...switches, clientTransactionID: "order 2" },
      { binding },
    ),
  SendBinarySms: (client) => client.sendBinarySms({ user, ...binary }),
  HTTP_SendBinarySms: (client, binding) => client.httpSendBinarySms({ ...flat, ...binary }, { binding }),
  SendServiceSms: (client, binding) =>
    client.sendServiceSms(
      {
        ...flat,
        ...switches,
        originator: "Shop",
        serviceName: "Offers",
        serviceUrl: "http://shop.example.com/offers",
        recipientPhone: "12025550101",
        messageType: MessageType.Latin,
        defDate: "",
      },
      { binding },
    ),
  SendSmsXml: (client, binding) => client.sendSmsXml({ xml }, { binding }),
  SendMMS: (client, binding) => client.sendMMS({ mm7Data: plainData() }, { binding }),
  GetSmsStatus: (client) => client.getSmsStatus({ user, transactionID: ids.transaction(1), detailed: true }),
  HTTP_GetSmsStatus: (client, binding) =>
    client.httpGetSmsStatus({ ...flat, transactionID: ids.transaction(1), detailed: true }, { binding }),
  FindDistributionLists: (client) =>
    client.findDistributionLists({ user, searchCriteria: { ID: toGuid(ids.plainList) } }),
  HTTP_FindDistributionLists: (client, binding) =>
    client.httpFindDistributionLists(
      { ...flat, listId: "", listName: "members", listCategory: "" },
      { binding },
    ),
  SendSmsToDistributionList: (client) =>
    client.sendSmsToDistributionList({
      user,
      sendingDetails: {
        ...listMessage,
        DistributionListID: toGuid(ids.plainList),
        ...{ DistributionListOffset: 0, DistributionListCount: 2 },
      },
    }),
  HTTP_SendSmsToDistributionList: (client, binding) =>
    client.httpSendSmsToDistributionList(
      {
        ...flat,
        ...{ originator: "Shop", smsText: "Hello", messageType: MessageType.Latin, defDate: "" },
        ...{ distributionListId: ids.plainList, distributionListOffset: 1, distributionListCount: 2 },
      },
      { binding },
    ),
  SendSmsToSmartList: (client) =>
    client.sendSmsToSmartList({
      user,
      sendingDetails: {
        ...listMessage,
        SmartListID: toGuid(ids.smartList),
        Count: 10,
        Filters: [{ ColumnName: "Age", Operands: ["20", "40"], Operator: Operator.Between }],
      },
    }),
  InboxProcessing: (client) => client.inboxProcessing({ user, operation: "list-new", messageId: "" }),
  HTTP_InboxProcessing: (client, binding) =>
    client.httpInboxProcessing({ ...flat, operation: "fetch-id", messageId: "1" }, { binding }),
  HTTP_Json_InboxProcessing: (client, binding) =>
    client.httpJsonInboxProcessing({ ...flat, operation: "fetch-all", messageId: "" }, { binding }),
  GetAdZoneLocations: (client) => client.getAdZoneLocations({ user }),
  SendAdZoneSms: (client) =>
    client.sendAdZoneSms({
      user,
      smsCampaign: { ...campaign(1), LocationID: 1, TargetRecipientsLimit: 10 },
    }),
  SendMultilocationalAdZoneSms: (client) =>
    client.sendMultilocationalAdZoneSms({
      user,
      smsCampaign: {
        ...campaign(2),
        Locations: [
          { TargetRecipientsLimit: 10, Location: 1 },
          { TargetRecipientsLimit: 5, Location: 2 },
        ],
      },
    }),
  SendMultilocationalDynamicAdZoneSms: (client) =>
    client.sendMultilocationalDynamicAdZoneSms({
      user,
      smsCampaign: { ...campaign(3), Locations: [1, 2], TargetRecipientsLimit: 20 },
    }),
  StopAdZoneCampaign: (client) => client.stopAdZoneCampaign({ user, campaignId: 1 }),
  GetAdZoneCampaignStatistics: (client) => client.getAdZoneCampaignStatistics({ user, campaignId: 1 }),
};
