import { readNumbers } from "../admin/number-file.js";
import { existsAlready, InvalidInput, unknownThing } from "../admin/refusal.js";
import { counted } from "../admin/values.js";
import type { Location } from "../domain/campaigns/campaigns.js";
import type { Store } from "../ports/store.js";
import { action, type ActionFacts, card, longList, type Subject } from "./action.js";
import { file, changesIn, optional, preset, required, text } from "./fields.js";
import { described, textsMember, wholeMember } from "./members.js";
import { partOfPages } from "./parts.js";

const maxText = 200;

const lineOf =
  (what: string, least: number) =>
  (given: string): string => {
    if (given.trim() !== given || given.length < least || given.length > maxText || /\p{C}/u.test(given))
      throw new InvalidInput(
        `${what} must have ${least} to ${maxText} characters, no control characters and no space at either end`,
      );
    return given;
  };

const nameOf = lineOf("the name of a location", 1);
const descriptionOf = lineOf("a description", 0);

/** @throws Refusal */
async function locationOf({ locations }: Pick<Store, "locations">, id: number): Promise<Location> {
  const location = await locations.find(id);
  if (location === undefined) throw unknownThing(`there is no location ${id}`);
  return location;
}

const maxLocationId = 2_147_483_647;

function locationIdOf(given: string): number {
  const id = /^[0-9]{1,10}$/.test(given) ? Number(given) : 0;
  if (id >= 1 && id <= maxLocationId) return id;
  throw new InvalidInput(
    `invalid location ${JSON.stringify(given)}: use a number from 1 to ${maxLocationId}`,
  );
}

const may = { operator: "admin" } as const;
const keys = { location: required(text(), locationIdOf) };
const columns = ["id", "name", "description", "active", "audience"] as const;
const members = described(columns);
const description = text(undefined, "description of the location");

/** Adds an active location. */
export const addLocation = action({
  name: "location add",
  help: "Add a location",
  may,
  keys: { name: required(text(), nameOf) },
  fields: { description: preset("", description, descriptionOf) },
  members,
  run: async ({ name, description: line }, { now, recorded }) => {
    // The change adds the id.
    const { locations } = recorded({ subject: { name }, after: { description: line } });
    const id = await locations.add({ name, description: line }, now);
    if (id === undefined) throw existsAlready(`location ${name} exists already`);
    const row: Location = { id, name, description: line, active: true, audience: 0 };
    return { row, text: `location ${id} added: ${name}` };
  },
});

/**
 * Adds the numbers of a file to an audience, piece by piece, beside a running server. What was added before a failure stays. Each piece is
 * recorded. Of the row: `entries` = `added` + `doubled` + `invalid`.
 */
export const importAudience = action({
  name: "location import",
  help: "Add the numbers of a file to the audience of a location",
  may,
  keys: { ...keys, file: file("numbers") },
  members: {
    ...described(["location"]),
    entries: wholeMember("entries of the file"),
    added: wholeMember("numbers that were added"),
    doubled: wholeMember("numbers that repeat an earlier entry or are in the audience already"),
    invalid: wholeMember("entries that are not plausible international numbers"),
    problems: textsMember("first invalid entries"),
  },
  run: async ({ location, file: bytes }, { recorded, progress }) => {
    // The change adds the count.
    const { locations } = recorded({ subject: { location } });
    let added = 0;
    const add = async (phones: readonly string[]): Promise<void> => {
      const fresh = await locations.addAudience(location, phones);
      if (fresh === undefined) throw unknownThing(`there is no location ${location}`);
      added += fresh;
    };
    await add([]);
    const { entries, valid, ...rest } = await readNumbers(bytes, add, progress);
    /** Numbers that repeat an earlier entry or are in the audience already. */
    const doubled = valid - added;
    return {
      row: { location, entries, added, doubled, ...rest },
      text: `${counted(added, "number")} added, ${doubled} doubled, ${rest.invalid} invalid`,
    };
  },
});

export const listLocations = longList({
  name: "location list",
  help: "List locations",
  may: { operator: "viewer" },
  columns,
  part: (_none, wanted, { store: { locations: all } }) =>
    partOfPages(
      (id) => all.list(id),
      wanted,
      (location) => location,
    ),
});

const showLocation = card({
  name: "location show",
  help: "Show a location",
  may: { operator: "viewer" },
  keys,
  members,
  row: ({ location }, { store }) => locationOf(store, location),
});

const changeLocation = action({
  name: "location change",
  help: "Change the given settings of a location",
  may,
  keys,
  fields: {
    name: optional(text(undefined, "name of the location"), nameOf),
    description: optional(description, descriptionOf),
  },
  members,
  run: async ({ location: id, ...given }, { store, recorded }) => {
    const change = changesIn(given);
    const { name, description: line } = await locationOf(store, id);
    const before = { name, description: line };
    const { locations } = recorded({ subject: { location: id }, after: change, before });
    const done = await locations.change(id, change);
    if (!done.ok && done.reason === "exists")
      throw existsAlready(`location ${change.name ?? ""} exists already`);
    return { row: await locationOf(store, id), text: `location ${id} changed` };
  },
});

/** Shows a location to customers, or hides it. */
const stateAction = ({ active, ...words }: Omit<ActionFacts, "may"> & { readonly active: boolean }) =>
  action({
    ...words,
    may,
    keys,
    members: described(["id", "active"]),
    run: async ({ location: id }, { recorded }) => {
      const { locations } = recorded({ subject: { location: id } });
      if (!(await locations.setActive(id, active))) throw unknownThing(`there is no location ${id}`);
      return { row: { id, active }, text: `location ${id} ${active ? "opened" : "closed"}` };
    },
  });

/** Locations of campaigns. */
export const locations: Subject = {
  name: "location",
  help: "Locations of ad-zone campaigns",
  entries: [
    addLocation,
    importAudience,
    listLocations,
    showLocation,
    changeLocation,
    stateAction({
      name: "location close",
      help: "Hide a location; running campaigns continue",
      active: false,
    }),
    stateAction({ name: "location open", help: "Show a location again", active: true }),
  ],
};
