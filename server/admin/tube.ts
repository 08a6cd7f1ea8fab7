import type { Store } from "../ports/store.js";
import type { ConnectionLimits, TubeSettings, TubeUser } from "../domain/accounts/tube-settings.js";
import { type Occasion, recorded } from "./occasion.js";
import { InvalidInput, Refusal } from "./refusal.js";
import { customerIdOf, priorityOf, switchOf, userNameOf, wholeNumberOf } from "./values.js";

/** A user of the SMPP front end as the commands print it. */
export interface TubeRow {
  readonly customer: number;
  readonly user: string;
  readonly userNumber: number;
  readonly customerUuid: string;
  readonly userUuid: string;
  readonly customerPriority: number;
  readonly userPriority: number;
  readonly provider: string;
  /** Seconds. */
  readonly validity: number;
  readonly powerAds: "on" | "off";
  /** `RX,TX,TRX`; null without limits. */
  readonly connections: string | null;
}

/** Changes as text; absent fields stay. */
export interface TubeOptions {
  readonly priority?: string;
  readonly provider?: string;
  readonly validity?: string;
  readonly powerAds?: string;
  /** `RX,TX,TRX`, or `none`. */
  readonly connections?: string;
}

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function providerOf(text: string): string {
  const provider = text.toLowerCase();
  if (!guid.test(provider)) throw new InvalidInput(`invalid provider ${JSON.stringify(text)}: use a GUID`);
  return provider;
}

function connectionsOf(text: string): ConnectionLimits | undefined {
  if (text === "none") return undefined;
  const [receivers, transmitters, transceivers, ...rest] = text.split(",");
  if (
    receivers === undefined ||
    transmitters === undefined ||
    transceivers === undefined ||
    rest.length > 0
  ) {
    throw new InvalidInput(`invalid connections ${JSON.stringify(text)}: use RX,TX,TRX, or none`);
  }
  const limit = (number: string): number => wholeNumberOf("number of connections", number.trim(), 0, 65_535);
  return {
    receivers: limit(receivers),
    transmitters: limit(transmitters),
    transceivers: limit(transceivers),
  };
}

function changeOf(given: TubeOptions): Partial<TubeSettings> {
  const { priority: userPriority, provider, validity, powerAds, connections } = given;
  return {
    ...(userPriority !== undefined && { userPriority: priorityOf(userPriority) }),
    ...(provider !== undefined && { defaultProvider: providerOf(provider) }),
    ...(validity !== undefined && { validity: wholeNumberOf("validity", validity, 1, 2_147_483_647) }),
    ...(powerAds !== undefined && { powerAds: switchOf(powerAds) }),
    ...(connections !== undefined && { connections: connectionsOf(connections) }),
  };
}

function rowOf(customer: number, user: string, found: TubeUser): TubeRow {
  const { userNumber, customerUuid, userUuid, customerPriority, userPriority, validity, connections } = found;
  const limits = connections && [connections.receivers, connections.transmitters, connections.transceivers];
  return {
    customer,
    user,
    userNumber,
    customerUuid,
    userUuid,
    customerPriority,
    userPriority,
    provider: found.defaultProvider,
    validity,
    powerAds: found.powerAds ? "on" : "off",
    connections: limits?.join() ?? null,
  };
}

/** Settings of a user for the SMPP front end. @throws Refusal */
export async function showTubeUser(store: Store, customer: string, name: string): Promise<TubeRow> {
  const customerId = customerIdOf(customer);
  const user = userNameOf(name);
  const found = await store.tube.user(customerId, user);
  if (found === undefined) throw new Refusal(`customer ${customerId} has no user ${user}`);
  return rowOf(customerId, user, found);
}

/** Changes the settings of a user for the SMPP front end; returns the new ones. Recorded. @throws Refusal */
export async function setTubeUser(
  store: Store,
  customer: string,
  name: string,
  given: TubeOptions,
  occasion: Occasion,
): Promise<TubeRow> {
  const [customerId, user] = [customerIdOf(customer), userNameOf(name)];
  const subject = { customer: customerId, user };
  const { tube } = recorded(store, occasion, { action: "tube change", subject, after: { ...given } });
  await tube.change(customerId, user, changeOf(given));
  return showTubeUser(store, customer, name);
}
