import { type BackupRow, listBackups } from "../../actions/backups.js";
import { listProcesses } from "../../actions/processes.js";
import { sizeText } from "../../admin/values.js";
import type { Store } from "../../ports/store.js";
import type { PageRoute, Visit } from "./visit.js";
import { type Cell, exactTime, numberCell, type Page, timeCell } from "../web/view.js";

/** Size and version of the database. */
export interface DatabaseSize {
  readonly driver: string;
  readonly schema: number;
  readonly bytes: number;
  readonly free: number | null;
}

/** A setting of this process, without secrets. */
export interface ShownSetting {
  readonly name: string;
  readonly value: string;
  /** Text of the help page; empty for a setting that follows from others. */
  readonly meaning: string;
}

export interface SystemSources {
  readonly store: Store;
  readonly size: () => Promise<DatabaseSize>;
  readonly settings: readonly ShownSetting[];
}

const sentenceText = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** Backups on the page. */
const shownBackups = 20;

function backupRow({ at, who, from, file, bytes, until, verified }: BackupRow): readonly Cell[] {
  return [
    exactTime(at),
    ...[who, from, file].map((text) => ({ text })),
    { text: sizeText(bytes), number: true },
    exactTime(until),
    { text: verified },
  ];
}

async function backupsOf(
  { store }: SystemSources,
  driver: string,
  visit: Visit,
): Promise<Page["sections"][number]> {
  const heading = "Backups";
  if (driver === "postgres")
    return { heading, text: "Backups of a PostgreSQL database are made with its own tools." };
  const found = await listBackups.part(store, {}, visit, { limit: shownBackups });
  const rows = found.rows.map(backupRow);
  const columns = ["Time", "Operator", "From", "File", "Size", "Contains changes before", "Verified"];
  const empty = {
    icon: "database",
    title: "No backup of this database is known",
    text: "`messenger database backup` copies it while the server runs.",
  } as const;
  return { heading, tables: [{ caption: "Backups, latest first", columns, rows, empty }] };
}

async function databasePage(sources: SystemSources, visit: Visit): Promise<Page> {
  const { store, size } = sources;
  const { driver, schema, bytes, free } = await size();
  const facts = [
    { name: "Database", text: driver },
    { name: "Version of the schema", text: String(schema) },
    { name: "Size", text: sizeText(bytes) },
    { name: "Free inside the file", text: free === null ? "not reported" : sizeText(free) },
  ];
  const rows = (await listProcesses.rows(store, {}, visit)).map(
    ({ host, pid, roles, version, state, since, heartbeat }): readonly Cell[] => [
      { text: host },
      numberCell(pid),
      { text: roles },
      { text: version },
      {
        text: "",
        pill:
          state === "running"
            ? { word: "Running", tone: "ok", icon: "circle-check" }
            : { word: "Silent", tone: "bad", icon: "circle-x", title: state },
      },
      timeCell(since),
      timeCell(heartbeat),
    ],
  );
  const columns = ["Host", "Process", "Roles", "Version", "State", "Since", "Heartbeat"];
  const table = { caption: "Server processes that use the database", columns, rows, empty: "None." };
  return {
    title: "Database",
    sections: [
      {
        heading: "Size and version",
        width: 6,
        facts: [{ caption: "Database", facts }],
        text: "`messenger database stats` counts the rows, `messenger database check` verifies them.",
      },
      await backupsOf(sources, driver, visit),
      { heading: "Processes", tables: [table] },
    ],
  };
}

function settingsPage({ settings }: SystemSources): Page {
  const rows = settings.map(({ name, value, meaning }): readonly Cell[] => [
    { text: name, layout: "code" },
    { text: value, layout: "long" },
    { text: sentenceText(meaning), layout: "long" },
  ]);
  const columns = ["Setting", "Value", "Meaning"];
  return {
    title: "Settings",
    facts: [{ text: "Read when the server starts; some can be changed while it runs." }],
    sections: [
      {
        heading: "Settings of this process",
        text: "`messenger config show` prints where each comes from, `messenger reload` applies what can be changed.",
        tables: [{ caption: "Settings", columns, rows, empty: "There is no setting.", csv: "settings" }],
      },
    ],
  };
}

/** Only administrators see the settings and the database. */
export function systemPages(sources: SystemSources): readonly PageRoute[] {
  return [
    { path: "/settings", role: "admin", show: async () => settingsPage(sources) },
    { path: "/database", role: "admin", show: (visit) => databasePage(sources, visit) },
  ];
}
