import { type Entry, isAction, type Subject } from "../../actions/action.js";
import type { Fields } from "../../actions/fields.js";
import { allSubjects, entriesOf } from "../../actions/subjects.js";

/** Path of the operators' API. */
export const operatorsPath = "/operators/v1";

/** An action, a list or a card as a call: `key add` is POST `key/add`, `key list` is GET `key/list`. */
export interface ApiCall {
  readonly method: "GET" | "POST";
  /** After the path of the interface and its slash. */
  readonly path: string;
  readonly entry: Entry;
  /** Name of the subject. */
  readonly tag: string;
}

/** What a call takes: keys, and fields or filters. A list has `limit` for its parts. */
export function inputOf(entry: Entry): Fields {
  if (isAction(entry)) return { ...entry.keys, ...entry.fields };
  const filters = Object.entries(entry.filters).filter(([name]) => name !== "limit");
  return { ...entry.keys, ...Object.fromEntries(filters) };
}

const callOf = (tag: string, entry: Entry): ApiCall => ({
  method: isAction(entry) ? "POST" : "GET",
  path: entry.name.replaceAll(" ", "/"),
  entry,
  tag,
});

export interface ApiTable {
  readonly subjects: readonly Subject[];
  /** By path. */
  readonly calls: ReadonlyMap<string, ApiCall>;
}

/** Every call of the table of subjects. */
export async function apiTable(): Promise<ApiTable> {
  const subjects = await allSubjects();
  const calls = subjects.flatMap((subject) =>
    entriesOf(subject)
      .filter(({ may }) => may.machineOnly !== true)
      .map((entry) => callOf(subject.name, entry)),
  );
  return { subjects, calls: new Map(calls.map((call) => [call.path, call])) };
}
