/** A service with SOAP headers and faults, as the generator writes it, for the type tests: another one than Messenger. */
import type { CallContext, DetailFault, HeaderContext, ServiceDescriptor } from "messenger-gen-runtime";
import type { Operation, ServiceContract } from "messenger-gen-runtime/codec";

export declare const Shop: ServiceContract<"Shop", "urn:example:shop">;

export interface PriceInput {
  readonly code: string;
}

export interface PriceInputHeaders {
  readonly Session?: string | undefined;
}

export interface PriceOutputHeaders {
  readonly Quota?: number | undefined;
}

export type SoldOutError = DetailFault<string>;

export declare const Price: Operation<
  typeof Shop,
  PriceInput,
  number | null,
  "soap11" | "soap12",
  PriceInputHeaders,
  PriceOutputHeaders,
  SoldOutError
>;

export interface PingInput {
  readonly echo?: undefined;
}

export declare const Ping: Operation<typeof Shop, PingInput, void, "soap11">;

export interface ShopService {
  price(
    input: PriceInput,
    call: HeaderContext<PriceInputHeaders, PriceOutputHeaders>,
  ): Promise<number | null>;
  ping(input: PingInput, call: CallContext): Promise<void>;
}

export declare const servedShop: ServiceDescriptor<ShopService>;
