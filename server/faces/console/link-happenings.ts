import type { AuditAction, AuditEntry } from "../../domain/audit.js";
import type { LinkEvent, LinkEventName } from "../../domain/delivery/links/events.js";
import { refusalWords } from "../../domain/delivery/outcomes/network-codes.js";
import type { Store } from "../../ports/store.js";
import type { IconName } from "../web/icons.js";
import { countText } from "../web/number-texts.js";
import { type PageClock, shownTime } from "../web/times.js";
import type { Section, Step, Tone } from "../web/view.js";
import { hasRole, type Visit } from "./visit.js";

/** What happened on links: their connections, networks that asked to slow down, and what operators changed. */

interface Look {
  readonly icon: IconName;
  readonly tone?: Tone;
  readonly text: string;
}

const events: Readonly<Record<LinkEventName, Look>> = {
  bound: { icon: "circle-check", tone: "ok", text: "bound" },
  lost: { icon: "refresh-cw", tone: "warn", text: "lost its connection" },
  closed: { icon: "circle-stop", text: "closed by the service" },
  throttled: { icon: "hourglass", tone: "warn", text: "asked to slow down" },
  unusable: { icon: "triangle-alert", tone: "bad", text: "cannot be opened" },
};

/** Changes of links by operators. */
const changes: Readonly<Partial<Record<AuditAction, Look>>> = {
  "link add": { icon: "plus", text: "added" },
  "link change": { icon: "settings", text: "changed" },
  "link start": { icon: "rotate-ccw", text: "started" },
  "link stop": { icon: "circle-stop", text: "stopped" },
};
const changeNames = Object.keys(changes) as readonly AuditAction[];

function eventStep({ event, at, lastAt, times, detail }: LinkEvent, name: string, clock: PageClock): Step {
  const { text, ...look } = events[event];
  const words = event === "throttled" ? refusalWords(detail)?.text.replace(/\.$/u, "") : undefined;
  const parts = [
    ...(times > 1 ? [`${countText(times)} times since ${shownTime(at, clock, true).text}`] : []),
    ...(event === "throttled" ? (words === undefined ? [] : [words]) : detail === "" ? [] : [detail]),
  ];
  return {
    ...look,
    what: `${name} ${text}`,
    detail: parts.length === 0 ? undefined : parts.join("; "),
    code: event === "throttled" && detail !== "" ? detail : undefined,
    at: lastAt,
  };
}

/** The names of operators are for administrators, as those of the audit log. */
function changeStep({ action, actor, at, subject }: AuditEntry, visit: Visit): Step {
  const { text = "", icon = "settings" } = changes[action] ?? {};
  const by = hasRole(visit, "admin") ? actor.name : "an operator";
  const name = subject["link"] ?? subject["name"];
  return { icon, what: `${typeof name === "string" ? name : "A link"} ${text}`, detail: `by ${by}`, at };
}

/** The last entries about links that operators made, of one link or of all. */
async function entriesOf(
  { audit }: Store,
  link: string | undefined,
  limit: number,
): Promise<readonly AuditEntry[]> {
  const filters = changeNames.map((action) => ({ action, link }));
  const found = await Promise.all(filters.map((filter) => audit.entries(limit, undefined, filter)));
  return found.flat();
}

/** What happened last, the latest first. @param link undefined for all */
export async function happenedCard(
  store: Store,
  visit: Visit,
  link: { readonly id: number; readonly name: string } | undefined,
  { limit, ...card }: { readonly limit: number } & Pick<Section, "width">,
): Promise<Section> {
  const names = new Map((await store.links.links()).map(({ id, name }) => [id, name]));
  const found = await store.links.events(link?.id, limit);
  const entries = await entriesOf(store, link?.name, limit);
  const steps = [
    ...found.map((event) => eventStep(event, names.get(event.linkId) ?? "a removed link", visit)),
    ...entries.map((entry) => changeStep(entry, visit)),
  ];
  const latest = steps.toSorted((one, other) => other.at - one.at).slice(0, limit);
  return {
    heading: "What happened",
    ...card,
    note: "30 days, the latest first",
    ...(latest.length === 0 ? { text: "Nothing happened to the links." } : { steps: latest }),
  };
}
