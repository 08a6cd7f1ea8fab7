/** Type tests of what connects a contract with its implementation and its callers; see `messenger.ts`. */
import {
  Messenger,
  MessengerClient,
  operations,
  toGuid as toGuidOfIndex,
  UnimplementedMessengerService,
  type Guid as GuidOfIndex,
  type MessengerService,
  type SendSmsInput,
} from "messenger-client";
import { serve } from "messenger-gen-host";
import { caller, type CallerOptions, type LocatedClientOptions } from "messenger-gen-runtime";
import { inMemoryTransport } from "messenger-gen-runtime/testing";
import type { XmlReader } from "messenger-gen-runtime/xml";
import type { FaultCodecs } from "messenger-gen-runtime/codec";
import { Ping, Price, servedShop, Shop, type ShopService, type SoldOutError } from "./shop.js";

declare const place: Pick<Parameters<typeof serve>[0], "wsdl" | "host" | "port" | "mounts">;
declare const options: CallerOptions;
declare const input: SendSmsInput;
declare const shop: ShopService;

class Nothing extends UnimplementedMessengerService {}
declare const ping: ShopService["ping"];
declare const price: ShopService["price"];

export async function served(): Promise<void> {
  await serve({ ...place, service: Messenger, implementation: new Nothing() });
  await serve({ ...place, service: servedShop, implementation: shop });
  // @ts-expect-error -- a method is missing
  await serve({ ...place, service: servedShop, implementation: { ping } });
  const coded = async (code: number): Promise<number> => code;
  // @ts-expect-error -- a method with another input
  await serve({ ...place, service: servedShop, implementation: { ping, price: coded } });
  // @ts-expect-error -- a method with another output
  await serve({ ...place, service: servedShop, implementation: { ping, price: async () => "free" } });
  // @ts-expect-error -- the implementation of another service
  await serve({ ...place, service: Messenger, implementation: shop });
  // @ts-expect-error -- the half that a client calls is not the service
  await serve({ ...place, service: operations.Messenger, implementation: new Nothing() });
  const samples = { price: { input: { code: "a" }, output: 1 } };
  await serve({ ...place, service: servedShop, implementation: shop, samples });
  const sample = { input: {}, output: {} };
  // @ts-expect-error -- the service has no such method
  await serve({ ...place, service: servedShop, implementation: shop, samples: { pong: sample } });
}

export const client = new MessengerClient();
export const elsewhere = new MessengerClient({ url: "https://sms.example.com/" });
export const withUrl: LocatedClientOptions = { url: "https://sms.example.com/" };
// @ts-expect-error -- a contract without an address asks for one
export const withoutUrl: LocatedClientOptions = { timeout: 5 };
/** The index has the types that its signatures mention. */
export const created: GuidOfIndex = toGuidOfIndex("0f8fad5b-d9cb-469f-a165-70867728950e");

export const inMemory = inMemoryTransport(servedShop, { ping, price });
// @ts-expect-error -- a method is missing
export const incomplete = inMemoryTransport(servedShop, { price });
// @ts-expect-error -- the methods of another service
export const foreign = inMemoryTransport(Messenger, shop);

export async function called(): Promise<void> {
  const messenger = caller(operations.Messenger, options);
  const { Result } = await messenger.call(operations.SendSms, input);
  // @ts-expect-error -- a field is missing
  await messenger.call(operations.SendSms, { smsText: Result });
  // @ts-expect-error -- the input of another operation
  await messenger.call(operations.HttpSendSms, input);
  // @ts-expect-error -- an operation of another service
  await messenger.call(Price, { code: "a" });
  // @ts-expect-error -- a header where there is none
  await messenger.call(operations.SendSms, input, { soapHeaders: { Session: "s" } });
  // @ts-expect-error -- the operation does not have this binding
  await messenger.call(operations.SendSms, input, { binding: "httpGet" });

  const client = caller(Shop, options);
  const total: number | null = await client.call(Price, { code: "a" }, { soapHeaders: { Session: "s" } });
  // @ts-expect-error -- a price may be null
  const sum: number = await client.call(Price, { code: "a" });
  // @ts-expect-error -- no header has this name
  await client.call(Price, { code: "a" }, { soapHeaders: { Token: "s" } });
  // @ts-expect-error -- a header of another type
  await client.call(Price, { code: "a" }, { soapHeaders: { Session: 1 } });
  await client.call(Price, { code: "a" }, { onHeaders: ({ Quota = 0 }) => total ?? sum + Quota });
  const onHeaders = ({ Quota }: { readonly Quota: string }): number => Quota.length;
  // @ts-expect-error -- the headers of the response are others
  await client.call(Price, { code: "a" }, { onHeaders });
  // @ts-expect-error -- an operation of another service
  await client.call(operations.KeepAlive, {});
  await client.call(Ping, {});
}

type Read<Name extends keyof MessengerService> = (typeof Messenger.operations)[Name]["input"]["read"];
declare const readSendSms: (reader: XmlReader) => SendSmsInput;
/** Both halves of an operation have the same types. */
export const half: Read<"sendSms"> = readSendSms;
// @ts-expect-error -- reads another message
export const other: Read<"getSmsStatus"> = readSendSms;

declare const declared: FaultCodecs<SoldOutError>;
export const priceFaults: typeof Price.faults = declared;
// @ts-expect-error -- no fault is declared
export const noFaults: typeof Ping.faults = declared;
