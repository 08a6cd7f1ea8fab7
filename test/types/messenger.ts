/**
 * Type tests of the generated API: what the compiler must accept and reject. Never executed. `npm run build` fails if the
 * compiler rejects a valid line or accepts an invalid one.
 */
import {
  items,
  MessageType,
  UnimplementedMessengerService,
  type AuthResultBase,
  type DistributionListDescription,
  type FindListsResult,
  type MessengerClient,
  type MessengerService,
  type SendResult,
  type SendSmsInput,
  type SoapUser,
  type TubeCustomerUserData,
} from "messenger-client";
import {
  element,
  toGuid,
  type CallContext,
  type SimpleList,
  type Streamed,
  type XmlAttribute,
  type XmlContent,
} from "messenger-gen-runtime";

import { itemsOf } from "messenger-gen-runtime/items";

declare const client: MessengerClient;
declare const input: SendSmsInput;
declare const data: TubeCustomerUserData;

export async function bindings(): Promise<void> {
  await client.sendSms(input, { binding: "soap12" });
  await client.httpSendSms({ ...input, customerID: 42 }, { binding: "httpGet" });
  // @ts-expect-error -- sendSms has no HTTP GET binding
  await client.sendSms(input, { binding: "httpGet" });
  // @ts-expect-error -- no such binding
  await client.httpSendSms({ ...input, customerID: 42 }, { binding: "soap" });
  await client.getGreeting();
  await client.getGreeting({});
  // @ts-expect-error -- takes no fields
  await client.getGreeting({ name: "x" });
}

export async function readByItems(): Promise<void> {
  const { Lists } = items.HttpFindDistributionLists;
  const input = { customerID: 42 };
  await itemsOf(client, Lists, input, { binding: "soap12" });
  // @ts-expect-error -- only responses of SOAP are read item by item
  await itemsOf(client, Lists, input, { binding: "httpGet" });
  // @ts-expect-error -- no such binding
  await itemsOf(client, Lists, input, { binding: "soap" });
}

export const user: SoapUser = { CustomerID: 42 };
export const nameless: SoapUser = { CustomerID: 42, Name: undefined };
// @ts-expect-error -- CustomerID is required
export const anonymous: SoapUser = { Name: "api" };
// @ts-expect-error -- an optional text may be absent, but is never null
export const nullName: SoapUser = { CustomerID: 42, Name: null };
// @ts-expect-error -- numbers are numbers
export const textual: SoapUser = { CustomerID: "42" };
// @ts-expect-error -- field names are those of the wire
export const renamed: SoapUser = { customerId: 42 };

export const unlimited: TubeCustomerUserData = { ...data, MPS: null };
// @ts-expect-error -- MPS is required: it may be null, not absent
export const absent: TubeCustomerUserData = { ...data, MPS: undefined };
const text = "0f8fad5b-d9cb-469f-a165-70867728950e";
// @ts-expect-error -- a text is no GUID before it is checked
export const unchecked: TubeCustomerUserData = { ...data, CustomerUUID: text };
export const checked: TubeCustomerUserData = {
  ...data,
  CustomerUUID: toGuid(text),
};

export const latin: MessageType = MessageType.Latin;
export const literal: MessageType = "ArabicWithLatinNumbers";
// @ts-expect-error -- not a value of the enumeration
export const unknown: MessageType = "Cyrillic";
// @ts-expect-error -- not a member of the constant
export type Missing = (typeof MessageType)["Cyrillic"];

export function balances(result: AuthResultBase): string {
  switch (result.$type) {
    case "AuthResult":
      return `${result.CreditSMS ?? ""} ${result.CreditMMS ?? ""}`;
    case "AuthResult2":
      return (result.Credits ?? []).map((pair) => pair?.Value ?? "").join(" ");
  }
}

type Balances = Extract<AuthResultBase, { readonly $type: "AuthResult2" }>;
// @ts-expect-error -- only AuthResult has this field
export type WrongField = Balances["CreditSMS"];

export function change(result: SendResult): (string | null)[] | undefined {
  // @ts-expect-error -- values are read-only
  result.NetPoints = "1";
  // @ts-expect-error -- and so are lists
  return result.RejectedNumbers;
}

export class Partial extends UnimplementedMessengerService {
  override async keepAlive(
    _input: { readonly user?: SoapUser | undefined },
    call: CallContext,
  ): Promise<SendResult> {
    return { Result: call.requestId };
  }
}

// @ts-expect-error -- an operation is missing
export const incomplete: MessengerService = { sendSms: async () => ({ Result: "OK" }) };

export const wrongAnswer: Pick<MessengerService, "getGreeting"> = {
  // @ts-expect-error -- a greeting is a text
  getGreeting: async () => ({ Result: "OK" }),
};

declare const lists: AsyncGenerator<DistributionListDescription | null>;
export class Streaming extends UnimplementedMessengerService {
  override async findDistributionLists(): Promise<Streamed<FindListsResult>> {
    return { ErrorCode: 0, Lists: lists };
  }
  override async httpFindDistributionLists(): Promise<FindListsResult> {
    return { ErrorCode: 0, Lists: [] };
  }
}
// @ts-expect-error -- a client gets an array
export const received: FindListsResult = { ErrorCode: 0, Lists: lists };
// @ts-expect-error -- rows of another type
export const others: Streamed<FindListsResult> = { ErrorCode: 0, Lists: ["list"] };
export const rows: Streamed<readonly string[]> = new Set<string>();
// @ts-expect-error -- a text is no rows of its characters
export const characters: Streamed<readonly string[]> = "text";
export const nested: Streamed<{ readonly a: readonly { readonly b: readonly number[] }[] }> = {
  a: new Set([{ b: new Set([1]) }]),
};
// @ts-expect-error -- the values of one text are an array
export const values: Streamed<SimpleList<string>> = new Set<string>();
export const listed: SimpleList<string> = ["a"];
export const content: Streamed<XmlContent> = new Set([{ ...element("list"), children: new Set(["text"]) }]);
// @ts-expect-error -- attributes are an array
export const attributes: Streamed<readonly XmlAttribute[]> = new Set<XmlAttribute>();
