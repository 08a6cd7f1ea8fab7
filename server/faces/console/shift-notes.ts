import { listNotes, type NoteRow, removeNote, setNote } from "../../actions/notes.js";
import type { NoteKind } from "../../ports/shift.js";
import type { Store } from "../../ports/store.js";
import { actionButton, actionForm } from "../web/action-forms.js";
import { part } from "../web/page.js";
import { type Attention, type Cell, type Form, type Section, timeCell } from "../web/view.js";
import { customerCell, namesOfCustomers } from "./customer-names.js";
import { type ActionRoute, hasRole, operatorAction, roleOf, type Visit } from "./visit.js";

/** Notes about customers and links for the next shift: at the top of their pages, and all of them on the overview. */

const pageOf = (kind: NoteKind, name: string): string => `/${kind}s/${part(name)}`;

interface NoteOfPage {
  readonly attention: readonly Attention[];
  readonly actions: readonly Form[];
}

/** What a page about a thing has of its note: the note, and the form that leaves or changes it. */
export async function noteOf(store: Store, kind: NoteKind, name: string, visit: Visit): Promise<NoteOfPage> {
  const note = await store.notes.find(kind, name);
  const place = `${pageOf(kind, name)}/note`;
  const mayWrite = hasRole(visit, roleOf(setNote));
  const change = actionForm(setNote, place, {
    caption: note === undefined ? "Leave a note" : "Change the note",
    folded: true,
    icon: "message-square-text",
    values: note ?? {},
  });
  return {
    attention:
      note === undefined
        ? []
        : [
            {
              tone: "warn",
              what: `Note by ${note.who}:`,
              figures: note.text,
              since: note.at,
              links: [],
              forms: mayWrite ? [actionButton(removeNote, `${place}/remove`)] : [],
            },
          ],
    actions: mayWrite ? [change] : [],
  };
}

/** Most notes of the overview. */
const mostShown = 10;

/** The notes of all customers and links; none without one. */
export async function notesCard(store: Store, visit: Visit): Promise<readonly Section[]> {
  const notes = (await listNotes.rows(store, {}, visit)).slice(0, mostShown);
  if (notes.length === 0) return [];
  const nameOf = await namesOfCustomers(store);
  const about = ({ kind, name }: NoteRow): Cell =>
    kind === "customer"
      ? customerCell(Number(name), nameOf)
      : { text: name, href: pageOf(kind, name), layout: "short" };
  const rows = notes.map((note): readonly Cell[] => [
    about(note),
    { text: note.text, layout: "rest" },
    { text: note.who, layout: "short" },
    timeCell(note.at),
  ]);
  const caption = "Notes about customers and links, the latest first";
  const table = { caption, columns: ["About", "Note", "By", "Since"], rows, empty: "There is no note." };
  return [{ heading: "Notes for the next shift", tables: [table] }];
}

export function noteActions(store: Store): readonly ActionRoute[] {
  return (["customer", "link"] as const).flatMap((kind) => {
    const key = kind === "customer" ? "id" : "name";
    const path = `/${kind}s/:${key}/note`;
    const back: ActionRoute["back"] = (params) => pageOf(kind, params[key] ?? "");
    const given = ({ params }: Visit) => ({ kind, name: params[key] });
    return [
      operatorAction(store, setNote, { path, back, given }),
      operatorAction(store, removeNote, { path: `${path}/remove`, back, given }),
    ];
  });
}
