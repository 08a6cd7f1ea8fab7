import type { Location } from "../domain/campaigns/campaigns.js";
import type { Store } from "../ports/store.js";
import { storedIdOf } from "./ids.js";
import { type NumberFile, readNumbers } from "./number-file.js";
import { InvalidInput, Refusal } from "./refusal.js";
import { type Occasion, recorded } from "./occasion.js";
import type { CampaignCompletion, CampaignStatus } from "../domain/campaigns/campaign.js";
import { customerIdOf } from "./values.js";

const maxLocationId = 2_147_483_647;
const maxText = 200;

function lineOf(what: string, text: string, least: number): string {
  if (text.trim() !== text || text.length < least || text.length > maxText || /\p{C}/u.test(text)) {
    throw new InvalidInput(
      `${what} must have ${least} to ${maxText} characters, no control characters and no space at either end`,
    );
  }
  return text;
}

/** Reads the number of a location. @throws Refusal */
function locationIdOf(text: string): number {
  const id = /^[0-9]{1,10}$/.test(text) ? Number(text) : 0;
  if (id >= 1 && id <= maxLocationId) return id;
  throw new InvalidInput(`invalid location ${JSON.stringify(text)}: use a number from 1 to ${maxLocationId}`);
}

/** Adds an active location; recorded. @throws Refusal */
export async function addLocation(
  store: Store,
  input: { readonly name: string; readonly description: string },
  occasion: Occasion,
): Promise<Location> {
  const name = lineOf("the name of a location", input.name, 1);
  const description = lineOf("a description", input.description, 0);
  // The change adds the id.
  const { locations } = recorded(store, occasion, {
    action: "location add",
    subject: { name },
    after: { description },
  });
  const id = await locations.add({ name, description }, occasion.now);
  if (id === undefined) throw new Refusal(`location ${name} exists already`);
  return { id, name, description, active: true, audience: 0 };
}

/** One location. @throws Refusal */
export async function showLocation({ locations }: Store, text: string): Promise<Location> {
  const id = locationIdOf(text);
  const location = await locations.find(id);
  if (location === undefined) throw new Refusal(`there is no location ${id}`);
  return location;
}

/** Changes of a location; absent fields stay as they are. */
export interface LocationOptions {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/** Changes the given settings; recorded. @throws Refusal */
export async function changeLocation(
  store: Store,
  text: string,
  options: LocationOptions,
  occasion: Occasion,
): Promise<Location> {
  const id = locationIdOf(text);
  const { name, description } = options;
  const change = {
    ...(name === undefined ? {} : { name: lineOf("the name of a location", name, 1) }),
    ...(description === undefined ? {} : { description: lineOf("a description", description, 0) }),
  };
  if (Object.keys(change).length === 0) throw new InvalidInput("nothing to change: give at least one option");
  const before = await showLocation(store, text);
  const { locations } = recorded(store, occasion, {
    action: "location change",
    subject: { location: id },
    after: change,
    before: { name: before.name, description: before.description },
  });
  const done = await locations.change(id, change);
  if (!done.ok && done.reason === "exists") throw new Refusal(`location ${name ?? ""} exists already`);
  return showLocation(store, text);
}

export async function listLocations({ locations }: Store): Promise<readonly Location[]> {
  const all: Location[] = [];
  for await (const page of locations.list()) all.push(...page);
  return all;
}

/** Shows a location to customers, or hides it; recorded. @throws Refusal */
export async function setLocationActive(
  store: Store,
  text: string,
  active: boolean,
  occasion: Occasion,
): Promise<number> {
  const id = locationIdOf(text);
  const { locations } = recorded(store, occasion, {
    action: active ? "location open" : "location close",
    subject: { location: id },
  });
  if (!(await locations.setActive(id, active))) throw new Refusal(`there is no location ${id}`);
  return id;
}

/** Result for the entries of a file: `entries` = `added` + `doubled` + `invalid`. */
export interface AudienceReport extends Omit<NumberFile, "valid"> {
  readonly location: number;
  readonly added: number;
  /** Numbers that repeat an earlier entry or are in the audience already. */
  readonly doubled: number;
}

/**
 * Adds the numbers of a file to the audience of a location, piece by piece, beside a running server; `progress` is called
 * with the number of entries read. What was added before a failure stays. Each piece is recorded. @throws Refusal
 */
export async function importAudience(
  store: Store,
  location: string,
  file: AsyncIterable<Uint8Array>,
  occasion: Occasion,
  progress: (entries: number) => void,
): Promise<AudienceReport> {
  const id = locationIdOf(location);
  // The change adds the count.
  const { locations } = recorded(store, occasion, { action: "location import", subject: { location: id } });
  let added = 0;
  const add = async (phones: readonly string[]): Promise<void> => {
    const fresh = await locations.addAudience(id, phones);
    if (fresh === undefined) throw new Refusal(`there is no location ${id}`);
    added += fresh;
  };
  await add([]);
  const { entries, valid, ...rest } = await readNumbers(file, add, progress);
  return { location: id, entries, added, doubled: valid - added, ...rest };
}

/** A campaign as the commands print it: without its text. */
interface CampaignRow {
  readonly id: number;
  readonly customer: number;
  readonly status: CampaignStatus;
  readonly completion: CampaignCompletion;
  readonly parts: number;
  /** Most recipients. */
  readonly limit: number;
  /** Recipients selected so far. */
  readonly taken: number;
  readonly billable: number;
}

/** Campaigns of one customer, or of all. @throws Refusal */
export async function listCampaigns(store: Store, customer?: string): Promise<readonly CampaignRow[]> {
  const found = await store.campaigns.list(customer === undefined ? undefined : customerIdOf(customer));
  return found.map(({ id, customerId, position, parts, recipientLimit, rest, billable }) => ({
    id,
    customer: customerId,
    status: position.status,
    completion: position.completion,
    parts,
    limit: recipientLimit,
    taken: recipientLimit - rest.recipients,
    billable,
  }));
}

/** Ends a campaign; one that has ended already stays as it is. @throws Refusal */
export async function stopCampaign(store: Store, text: string, occasion: Occasion): Promise<number> {
  const id = storedIdOf("campaign", text);
  const { campaigns } = recorded(store, occasion, { action: "campaign stop", subject: { campaign: id } });
  if (!(await campaigns.stop(id, undefined, "StoppedByAdmin", occasion.now))) {
    throw new Refusal(`there is no campaign ${text}`);
  }
  return id;
}
