import type { MessengerClient } from "messenger-client";
import { MessageType, type SearchFilter, ServiceTypes, type SoapUser } from "messenger-client";
import { type Guid, textOf, toGuid, type XmlContent, type XsdDateTime } from "messenger-gen-runtime";
import { listId } from "../../storage/list-cases.js";
import { password } from "../desk.js";
import { basic, multipartData } from "../mm7-samples.js";

/** Input of a case, independent of the operation. */
export interface Given {
  readonly user: SoapUser | undefined;
  readonly originator: string;
  readonly text: string;
  /** Numbers of a call, of a file, of an MMS. */
  readonly phones: string;
  readonly defDate: string | undefined;
  readonly clientId: string;
  readonly binary: {
    readonly body: string;
    readonly coding: string;
    readonly esmClass: string;
    readonly pid: string;
  };
  readonly service: { readonly name: string | undefined; readonly url: string | undefined };
  readonly list: { readonly id: string; readonly offset: number; readonly count: number };
  readonly smartList: {
    readonly id: string;
    readonly count: number;
    readonly filters: readonly (SearchFilter | null)[];
  };
  /** In the place of the document and the data that the other fields make. */
  readonly xml: string | undefined;
  readonly mm7: Uint8Array | undefined;
  /** Elements of the MM7 request. */
  readonly mm7Fields: Readonly<Record<string, string>>;
  readonly transaction: string;
  readonly inbox: { readonly operation: string; readonly messageId?: string };
  readonly listIdOfSearch: string;
  readonly campaign: {
    readonly EndDate: XsdDateTime | null;
    readonly SendingHours: Uint8Array | undefined;
    readonly locations: readonly number[];
    readonly limit: number;
    readonly id: Guid;
  };
  readonly campaignId: number;
  /** True to leave out the record that holds most of a request. */
  readonly withoutRecord: boolean;
}

/** A call that every operation accepts. */
export const usual: Given = {
  user: { CustomerID: 42, Name: "api", Password: password },
  originator: "Shop",
  text: "Your parcel is ready",
  phones: "12025550101",
  defDate: undefined,
  clientId: "",
  binary: { body: "48690a", coding: "4", esmClass: "0", pid: "0" },
  service: { name: "Shop", url: "https://example.com/" },
  list: { id: listId(1), offset: 0, count: 10 },
  smartList: { id: listId(2), count: 10, filters: [] },
  xml: undefined,
  mm7: undefined,
  mm7Fields: {},
  transaction: "",
  inbox: { operation: "stats" },
  listIdOfSearch: "",
  campaign: {
    EndDate: null,
    SendingHours: undefined,
    locations: [1],
    limit: 1,
    id: toGuid("00000000-0000-0000-0000-000000000000"),
  },
  campaignId: 1,
  withoutRecord: false,
};

const flags = { blink: false, flash: false, Private: false };
const messageType = MessageType.Latin;

const flat = ({ user }: Given) => ({
  customerID: user?.CustomerID ?? 0,
  userName: user?.Name,
  userPassword: user?.Password,
});
const sms = ({ originator, text: smsText, phones: recipientPhone, defDate }: Given) => ({
  ...{ originator, smsText, recipientPhone, messageType, defDate },
  ...flags,
});
const binary = ({ originator, binary: octets, phones: recipientPhone, defDate }: Given) => ({
  ...{ originator, binaryBody: octets.body, recipientPhone, defDate, avoidConvertToText: false },
  ...{ data_coding: octets.coding, esm_class: octets.esmClass, PID: octets.pid },
});
const listDetails = ({ originator, text, defDate }: Given) => ({
  ...{ Originator: originator, SmsText: text, MessageType: messageType, DefDate: defDate },
});

function document(given: Given): string {
  if (given.xml !== undefined) return given.xml;
  const { user, clientId } = given;
  const fields = Object.entries({ ...sms(given), clientTransactionID: clientId })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<${name}>${String(value)}</${name}>`);
  const login = `<CustomerID>${user?.CustomerID ?? 0}</CustomerID><Name>${user?.Name ?? ""}</Name><Password>${user?.Password ?? ""}</Password>`;
  return `<SendSms><user>${login}</user>${fields.join("")}</SendSms>`;
}

/** A submit request with the input of a case. */
export function mm7Data(given: Partial<Given>): Uint8Array {
  const { mm7, user, originator, text, phones, mm7Fields } = { ...usual, ...given };
  if (mm7 !== undefined) return mm7;
  const numbers = phones === "" ? [] : phones.split(",");
  const to = numbers.map((phone) => `<Number>${phone}</Number>`).join("");
  const sender = `<VASPID>${user?.CustomerID ?? 0}</VASPID><SenderAddress><ShortCode>${originator}</ShortCode></SenderAddress>`;
  const empty = text === "" ? { Subject: "", Content: "" } : {};
  return multipartData({
    authorization: basic(user?.Name, user?.Password),
    fields: {
      SenderIdentification: `<SenderIdentification>${sender}</SenderIdentification>`,
      Recipients: `<Recipients><To>${to}</To></Recipients>`,
      ...empty,
      ...mm7Fields,
    },
  });
}

const campaignOf = ({ originator, text, campaign }: Given) => ({
  ...{ Originator: originator, SmsText: text, StartDate: null, EndDate: campaign.EndDate },
  ...{ SendingHours: campaign.SendingHours, ClientTransactionID: campaign.id },
});

/** The Result of a response: a field, the first element of an inbox, the first value of its JSON. */
const inboxResult = (content: XmlContent): string => /^OK/.exec(textOf(content))?.[0] ?? textOf(content);
const jsonResult = (json: string): string => {
  const [answer] = Object.values(JSON.parse(json) as Record<string, { readonly result: string }>);
  return answer?.result ?? "";
};

type Answer = { readonly Result?: string | undefined } | string;

/** Every operation as a call with the input of a case; a response that is not a record is its own Result. */
const everyOperation = {
  GetGreeting: (c) => c.getGreeting({}),
  Diag: (c) => c.diag({}),
  SendSms: (c, g) => c.sendSms({ user: g.user, ...sms(g) }),
  HTTP_SendSms: (c, g) => c.httpSendSms({ ...flat(g), ...sms(g) }),
  SendSmsTransaction: (c, g) =>
    c.sendSmsTransaction({ user: g.user, ...sms(g), clientTransactionID: g.clientId }),
  HTTP_SendSmsTransaction: (c, g) =>
    c.httpSendSmsTransaction({ ...flat(g), ...sms(g), clientTransactionID: g.clientId }),
  SendSmsXml: (c, g) => c.sendSmsXml({ xml: g.withoutRecord ? undefined : document(g) }),
  SendSms2: (c, g) => c.sendSms2({ user: g.user, ...sms(g), recipientPhonesFile: Buffer.from(g.phones) }),
  CheckSmsCost: (c, g) => {
    const smsDetails = { SmsText: g.text, Recipiens: g.phones, MsgType: messageType };
    return c.checkSmsCost({ user: g.user, smsDetails: g.withoutRecord ? undefined : smsDetails });
  },
  SendSmsToDistributionList: (c, g) => {
    const { id, offset, count } = g.list;
    const window = {
      DistributionListID: toGuid(id),
      DistributionListOffset: offset,
      DistributionListCount: count,
    };
    const sendingDetails = g.withoutRecord ? undefined : { ...listDetails(g), ...window };
    return c.sendSmsToDistributionList({ user: g.user, sendingDetails });
  },
  HTTP_SendSmsToDistributionList: (c, g) =>
    c.httpSendSmsToDistributionList({
      ...flat(g),
      ...sms(g),
      ...{
        distributionListId: g.list.id,
        distributionListOffset: g.list.offset,
        distributionListCount: g.list.count,
      },
    }),
  SendSmsToSmartList: (c, g) => {
    const { id, count, filters: Filters } = g.smartList;
    const details = { ...listDetails(g), SmartListID: toGuid(id), Count: count, Filters };
    return c.sendSmsToSmartList({ user: g.user, sendingDetails: g.withoutRecord ? undefined : details });
  },
  SendBinarySms: (c, g) => c.sendBinarySms({ user: g.user, ...binary(g) }),
  HTTP_SendBinarySms: (c, g) => c.httpSendBinarySms({ ...flat(g), ...binary(g) }),
  SendServiceSms: (c, g) =>
    c.sendServiceSms({ ...flat(g), ...sms(g), serviceName: g.service.name, serviceUrl: g.service.url }),
  SendMMS: (c, g) => c.sendMMS({ mm7Data: g.withoutRecord ? undefined : mm7Data(g) }),
  GetSmsStatus: (c, g) => c.getSmsStatus({ user: g.user, transactionID: g.transaction, detailed: true }),
  HTTP_GetSmsStatus: (c, g) =>
    c.httpGetSmsStatus({ ...flat(g), transactionID: g.transaction, detailed: true }),
  Authenticate: (c, g) => c.authenticate({ user: g.user }),
  Authenticate2: (c, g) => c.authenticate2({ user: g.user }),
  HTTP_Authenticate: (c, g) => c.httpAuthenticate(flat(g)),
  HTTP_Authenticate2: (c, g) => c.httpAuthenticate2(flat(g)),
  KeepAlive: (c, g) => c.keepAlive({ user: g.user }),
  HTTP_KeepAlive: (c, g) => c.httpKeepAlive(flat(g)),
  InboxProcessing: async (c, g) => inboxResult(await c.inboxProcessing({ user: g.user, ...g.inbox })),
  HTTP_InboxProcessing: async (c, g) => inboxResult(await c.httpInboxProcessing({ ...flat(g), ...g.inbox })),
  HTTP_Json_InboxProcessing: async (c, g) =>
    jsonResult(await c.httpJsonInboxProcessing({ ...flat(g), ...g.inbox })),
  FindDistributionLists: (c, g) => {
    const searchCriteria = { ID: toGuid("00000000-0000-0000-0000-000000000000") };
    return c.findDistributionLists({
      user: g.user,
      searchCriteria: g.withoutRecord ? undefined : searchCriteria,
    });
  },
  HTTP_FindDistributionLists: (c, g) =>
    c.httpFindDistributionLists({ ...flat(g), listId: g.listIdOfSearch, listName: "", listCategory: "" }),
  TubeAuthenticateCustomerUser: (c, g) =>
    c.tubeAuthenticateCustomerUser({ user: g.user, serviceType: ServiceTypes.SMPP_TRANSMITTER }),
  GetAdZoneLocations: (c, g) => c.getAdZoneLocations({ user: g.user }),
  SendAdZoneSms: (c, g) => {
    const { locations, limit } = g.campaign;
    const smsCampaign = { ...campaignOf(g), LocationID: locations[0] ?? 0, TargetRecipientsLimit: limit };
    return c.sendAdZoneSms({ user: g.user, smsCampaign: g.withoutRecord ? undefined : smsCampaign });
  },
  SendMultilocationalAdZoneSms: (c, g) => {
    const { locations, limit } = g.campaign;
    const Locations = locations.map((Location) => ({ Location, TargetRecipientsLimit: limit }));
    const smsCampaign = g.withoutRecord ? undefined : { ...campaignOf(g), Locations };
    return c.sendMultilocationalAdZoneSms({ user: g.user, smsCampaign });
  },
  SendMultilocationalDynamicAdZoneSms: (c, g) => {
    const { locations: Locations, limit: TargetRecipientsLimit } = g.campaign;
    const smsCampaign = g.withoutRecord ? undefined : { ...campaignOf(g), Locations, TargetRecipientsLimit };
    return c.sendMultilocationalDynamicAdZoneSms({ user: g.user, smsCampaign });
  },
  StopAdZoneCampaign: (c, g) => c.stopAdZoneCampaign({ user: g.user, campaignId: g.campaignId }),
  GetAdZoneCampaignStatistics: (c, g) =>
    c.getAdZoneCampaignStatistics({ user: g.user, campaignId: g.campaignId }),
} satisfies Readonly<Record<string, (client: MessengerClient, given: Given) => Promise<Answer>>>;

export type OperationName = keyof typeof everyOperation;

export const operationNames = Object.keys(everyOperation) as readonly OperationName[];

/** Calls an operation. */
export async function answerOf(
  client: MessengerClient,
  name: OperationName,
  given: Partial<Given>,
): Promise<Answer> {
  const call: (client: MessengerClient, given: Given) => Promise<Answer> = everyOperation[name];
  return call(client, { ...usual, ...given });
}

/** Calls an operation; its Result. */
export async function resultOf(
  client: MessengerClient,
  name: OperationName,
  given: Partial<Given>,
): Promise<string> {
  const answer = await answerOf(client, name, given);
  return typeof answer === "string" ? answer : (answer.Result ?? "");
}
