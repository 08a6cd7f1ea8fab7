import {
  Messenger,
  UnimplementedMessengerService,
  type MessengerService,
  type DistributionListDescription,
} from "messenger-client";
import type { FindListsResult } from "messenger-client";
import { serve, type Limits, type RunningServer, type ServeOptions } from "messenger-gen-host";
import { type CallContext, type Streamed, toGuid } from "messenger-gen-runtime";
import type { Rows } from "messenger-gen-runtime/codec";

/** Makes the rows of a response. */
export type MakeRows = (call: CallContext) => Rows<DistributionListDescription>;

/** A row; 230 bytes or so of a response. */
export function row(number: number): DistributionListDescription {
  return {
    ID: toGuid(`00000000-0000-4000-8000-${String(number).padStart(12, "0")}`),
    Name: `List ${number}`,
    ...{ RecipientsCount: number % 1000, Version: 1, Private: false, Type: "DistributionList" },
  };
}

/** The first `count` items, each created on demand. */
export function* rows(count: number): Generator<DistributionListDescription, void> {
  for (let number = 0; number < count; number++) yield row(number);
}

/** Finds lists by the function given. */
export class RowsService extends UnimplementedMessengerService {
  readonly #make: MakeRows;

  constructor(make: MakeRows) {
    super();
    this.#make = make;
  }

  async #find(call: CallContext): Promise<Streamed<FindListsResult>> {
    return { ErrorCode: 0, Result: "OK", Lists: this.#make(call) };
  }

  override findDistributionLists(_: object, call: CallContext): Promise<Streamed<FindListsResult>> {
    return this.#find(call);
  }

  override httpFindDistributionLists(_: object, call: CallContext): Promise<Streamed<FindListsResult>> {
    return this.#find(call);
  }
}

/** Options that differ from a server without a log. */
export type RowsOptions = Partial<Omit<ServeOptions<MessengerService>, "limits">> & {
  readonly limits?: Partial<Limits>;
};

export const path = "/messenger";

/** Serves the rows on a free loopback port. */
export function serveRows(make: MakeRows, options: RowsOptions = {}): Promise<RunningServer> {
  return serve({
    service: Messenger,
    implementation: new RowsService(make),
    wsdl: "schema/messenger.wsdl",
    host: "127.0.0.1",
    port: 0,
    mounts: [{ path, compatibility: "strict" }],
    ...options,
  });
}
