import { listProcesses } from "../admin/processes.js";
import type { Store } from "../ports/store.js";
import { type Cell, numberCell, type Page, type PageRoute, timeText, type Visit } from "./page.js";

/** Size and version of the database. */
export interface DatabaseSize {
  readonly driver: string;
  readonly schema: number;
  readonly bytes: number;
  readonly free: number | null;
}

/** What the server was started with, by name, without secrets. */
export type ShownSettings = Readonly<Record<string, string>>;

export interface SystemSources {
  readonly store: Store;
  readonly size: () => Promise<DatabaseSize>;
  readonly settings: ShownSettings;
}

function bytesText(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power] ?? ""}`;
}

async function databasePage({ store, size }: SystemSources, { now }: Visit): Promise<Page> {
  const { driver, schema, bytes, free } = await size();
  const facts = [
    { name: "Database", text: driver },
    { name: "Version of the schema", text: String(schema) },
    { name: "Size", text: bytesText(bytes) },
    { name: "Free inside the file", text: free === null ? "not reported" : bytesText(free) },
  ];
  const rows = (await listProcesses(store, now)).map(
    ({ host, pid, roles, version, state, since, heartbeat }): readonly Cell[] => [
      { text: host },
      numberCell(pid),
      { text: roles },
      { text: version },
      { text: state, tone: state === "running" ? "good" : "critical" },
      { text: timeText(since) },
      { text: timeText(heartbeat) },
    ],
  );
  const columns = ["Host", "Process", "Roles", "Version", "State", "Since (UTC)", "Heartbeat (UTC)"];
  const table = { caption: "Server processes that use the database", columns, rows, empty: "None." };
  return {
    title: "Database",
    sections: [
      {
        ...{ heading: "Size and version", facts: [{ caption: "Database", facts }] },
        text: "messenger database stats counts the rows, messenger database check verifies them, messenger database backup copies a file.",
      },
      { heading: "Processes", tables: [table] },
    ],
  };
}

function settingsPage({ settings }: SystemSources): Page {
  const facts = Object.entries(settings).map(([name, text]) => ({ name, text }));
  return {
    title: "Settings",
    sections: [
      {
        ...{ heading: "Settings of this process", facts: [{ caption: "Settings", facts }] },
        text: "They are read when the server starts; messenger config show has their sources, messenger reload applies some of them.",
      },
    ],
  };
}

export function systemPages(sources: SystemSources): readonly PageRoute[] {
  return [
    { path: "/settings", role: "admin", show: async () => settingsPage(sources) },
    { path: "/database", role: "admin", show: (visit) => databasePage(sources, visit) },
  ];
}
