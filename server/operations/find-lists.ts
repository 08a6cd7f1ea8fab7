import type { DistributionListDescription, SoapUser } from "messenger-client/records";
import { readGuid, toGuid, zeroGuid } from "messenger-gen-runtime";
import { incorrect, missing, type Refused } from "../domain/refusals.js";
import type { ListCriteria, PlacedList, RecipientList } from "../domain/recipients/lists.js";
import { authenticate } from "./access.js";
import type { Dependencies } from "./dependencies.js";
import type { Placed, PlacedItems } from "./placed.js";

/** Conditions of a search; absent and empty ones do not restrict it. */
export interface ListSearch {
  /** A GUID as `readGuid` reads it; the zero GUID matches any list. */
  readonly ID?: string | undefined;
  readonly Name?: string | undefined;
  readonly Category?: string | undefined;
}

/** Input of FindDistributionLists; an absent search is refused. */
export interface FindListsRequest {
  readonly user?: SoapUser | undefined;
  readonly search: ListSearch | undefined;
}

export type ListsOutcome = PlacedItems<"lists", DistributionListDescription> | Refused;

function given(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? "";
  return trimmed === "" ? undefined : trimmed;
}

/** The conditions of a search; undefined if the id is not a GUID. */
function criteriaOf({ ID, Name, Category }: ListSearch): ListCriteria | undefined {
  const text = given(ID);
  const guid = text === undefined ? zeroGuid : readGuid(text);
  if (guid === undefined) return undefined;
  return { id: guid === zeroGuid ? undefined : guid, name: given(Name), category: given(Category) };
}

function describe(list: RecipientList): DistributionListDescription {
  return {
    ID: toGuid(list.id),
    Name: list.name,
    Category: list.category,
    RecipientsCount: list.recipients,
    Version: list.version,
    Private: list.owner !== undefined,
    Type: list.type,
  };
}

async function* describeAll(
  pages: AsyncIterable<readonly PlacedList[]>,
): AsyncGenerator<Placed<DistributionListDescription>, void> {
  for await (const page of pages) for (const list of page) yield { item: describe(list), place: list.place };
}

/** FindDistributionLists: the lists that the user may see and that meet the conditions, oldest first, as they are read. */
export async function findLists(
  { store, credentials }: Dependencies,
  { user, search }: FindListsRequest,
): Promise<ListsOutcome> {
  const access = await authenticate(credentials, user);
  if (!access.ok) return access;
  if (search === undefined) return missing("searchCriteria");
  const criteria = criteriaOf(search);
  if (criteria === undefined) return incorrect("searchedList");
  const viewer = { customerId: access.customer.id, userName: access.user.name };
  const itemsAfter = (place: number) => describeAll(store.lists.find(viewer, criteria, place));
  return { ok: true, kind: "lists", itemsAfter };
}
