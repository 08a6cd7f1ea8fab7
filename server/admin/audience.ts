import type { Store } from "../ports/store.js";
import { type NumberFile, readNumbers } from "./number-file.js";
import { InvalidInput, Refusal } from "./refusal.js";
import { type Occasion, recorded } from "./occasion.js";

const maxLocationId = 2_147_483_647;

/** Reads the number of a location. @throws Refusal */
export function locationIdOf(text: string): number {
  const id = /^[0-9]{1,10}$/.test(text) ? Number(text) : 0;
  if (id >= 1 && id <= maxLocationId) return id;
  throw new InvalidInput(`invalid location ${JSON.stringify(text)}: use a number from 1 to ${maxLocationId}`);
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
