import type { ConnectionLimits, TubeSettings, TubeUser } from "../domain/accounts/tube-settings.js";
import type { Store } from "../ports/store.js";
import { InvalidInput, unknownThing } from "../admin/refusal.js";
import { said } from "../admin/sentence.js";
import { priorityOf, switchOf, userNameOf, integerOf } from "../admin/values.js";
import { customerKey } from "./account-fields.js";
import { action, card, type Subject } from "./action.js";
import { type FieldFacts, givenAlone, number, optional, required, text } from "./fields.js";
import { described } from "./members.js";

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function providerOf(given: string): string {
  const provider = given.toLowerCase();
  if (!guid.test(provider)) throw new InvalidInput(`invalid provider ${JSON.stringify(given)}: use a GUID`);
  return provider;
}

function connectionsOf(given: string): ConnectionLimits | undefined {
  if (given === "none") return undefined;
  const [receivers, transmitters, transceivers, ...rest] = given.split(",");
  if (
    receivers === undefined ||
    transmitters === undefined ||
    transceivers === undefined ||
    rest.length > 0
  ) {
    throw new InvalidInput(`invalid connections ${JSON.stringify(given)}: use RX,TX,TRX, or none`);
  }
  const limit = (count: string): number => integerOf("number of connections", count.trim(), 0, 65_535);
  return {
    receivers: limit(receivers),
    transmitters: limit(transmitters),
    transceivers: limit(transceivers),
  };
}

function rowOf(customer: number, user: string, found: TubeUser) {
  const { connections, ...settings } = found;
  const limits = connections && [connections.receivers, connections.transmitters, connections.transceivers];
  return {
    customer,
    user,
    userNumber: settings.userNumber,
    customerUuid: settings.customerUuid,
    userUuid: settings.userUuid,
    customerPriority: settings.customerPriority,
    userPriority: settings.userPriority,
    provider: settings.defaultProvider,
    /** Seconds. */
    validity: settings.validity,
    powerAds: settings.powerAds ? "on" : "off",
    /** `RX,TX,TRX`; null without limits. */
    connections: limits?.join() ?? null,
  };
}

/** Settings of a user for the SMPP front end. @throws Refusal */
async function tubeUserOf({ tube }: Pick<Store, "tube">, customer: number, user: string) {
  const found = await tube.user(customer, user);
  if (found === undefined) throw unknownThing(said`${{ customer }} has no user ${user}`);
  return rowOf(customer, user, found);
}

const keys = { customer: customerKey, user: required(text(), userNameOf) };
const members = described([
  "customer",
  "user",
  "userNumber",
  "customerUuid",
  "userUuid",
  "customerPriority",
  "userPriority",
  "provider",
  "validity",
  "powerAds",
  "connections",
]);

/** A setting: what changes, and what was typed, which the audit log has. */
const setting = (shown: FieldFacts, read: (given: string) => Partial<TubeSettings>) =>
  optional(shown, (typed) => ({ typed, change: read(typed) }));

/** Changes the settings of a user for the SMPP front end; returns the new ones. */
export const setTubeUser = action({
  name: "tube set",
  help: "Change the given settings of a user",
  may: { operator: "admin", identity: "recent" },
  button: "Prefer",
  done: "The provider was changed.",
  keys,
  fields: {
    priority: setting(number(undefined, "priority of the user, 0 to 255"), (given) => ({
      userPriority: priorityOf(given),
    })),
    provider: setting(
      text("Provider", "provider whose links the messages of the user prefer", { form: "<guid>" }),
      (given) => ({ defaultProvider: providerOf(given) }),
    ),
    validity: setting(
      number(undefined, "validity period of messages in seconds", { form: "<seconds>" }),
      (given) => ({ validity: integerOf("validity", given, 1, 2_147_483_647) }),
    ),
    powerAds: setting(
      text(undefined, "allow the signature of an advertising campaign in messages", { form: "<on|off>" }),
      (given) => ({ powerAds: switchOf(given) }),
    ),
    connections: setting(
      text(undefined, "maximum concurrent sessions as RX,TX,TRX, or none", { form: "<limits>" }),
      (given) => ({ connections: connectionsOf(given) }),
    ),
  },
  members,
  run: async ({ customer, user, ...given }, { store, recorded }) => {
    const entries = Object.entries(givenAlone(given));
    const after = Object.fromEntries(entries.map(([name, { typed }]) => [name, typed]));
    const changes = entries.map(([, { change }]) => change);
    const { tube } = recorded({ subject: { customer, user }, after });
    await tube.change(customer, user, Object.assign({}, ...changes) as Partial<TubeSettings>);
    const row = await tubeUserOf(store, customer, user);
    return { row, text: `user ${user} of customer ${customer} changed` };
  },
});

export const showTubeUser = card({
  name: "tube show",
  help: "Show the settings of a user",
  may: { operator: "viewer" },
  keys,
  members,
  row: ({ customer, user }, { store }) => tubeUserOf(store, customer, user),
});

/** Settings of users for the SMPP front end. */
export const tube: Subject = {
  name: "tube",
  help: "Settings of users for the SMPP front end",
  entries: [showTubeUser, setTubeUser],
};
