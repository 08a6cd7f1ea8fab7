import type { ServeSettings } from "../config/config.js";
import { keyWarnings } from "../credentials/key-file.js";
import { SettingError } from "../config/setting-error.js";
import { settingEntries } from "../config/settings.js";
import { noDelivery } from "../config/configured-links.js";
import type { MessengerServer } from "../server.js";
import type { Log } from "../monitoring/log.js";

/** Warnings about the files of private keys that others can read, one line each. */
export function certificateWarnings({
  tls,
  smppTls,
}: Partial<Pick<ServeSettings, "tls" | "smppTls">>): readonly string[] {
  const files = smppTls?.files;
  return [
    ...(tls === undefined ? [] : keyWarnings("--tls-key", tls.key)),
    ...(files === undefined ? [] : keyWarnings("--smpp-tls-key", files.key)),
  ];
}

/** Settings that a running server applies. All others need a restart. */
const reloaded: ReadonlySet<string> = new Set([
  ...settingEntries.flatMap(([name, { reloads }]) => (reloads === true ? [name] : [])),
  ...(["tls", "delivery", "mayLoopback"] satisfies readonly (keyof ServeSettings)[]),
]);

/** Names of the settings that differ and need a restart. */
export function needRestart(before: ServeSettings, after: ServeSettings): readonly string[] {
  const names = Object.keys(after) as (keyof ServeSettings)[];
  // The names of the files of a certificate are read again, its listener stays.
  const textOf = (settings: ServeSettings, name: keyof ServeSettings): string | undefined =>
    JSON.stringify(name === "smppTls" ? { ...settings.smppTls, files: undefined } : settings[name]);
  const differs = (name: keyof ServeSettings): boolean => textOf(before, name) !== textOf(after, name);
  const others = names.filter((name) => !reloaded.has(name) && differs(name));
  const usesTls = (before.tls === undefined) !== (after.tls === undefined);
  const times = JSON.stringify(before.delivery?.times ?? {}) !== JSON.stringify(after.delivery?.times ?? {});
  return [...others, ...(usesTls ? ["tlsCert"] : []), ...(times ? ["delivery"] : [])];
}

/**
 * Reads the settings again on each SIGHUP and applies what can change: certificate, log level, limits, links and routes. If
 * a setting is invalid, the server keeps its previous configuration. Returns a function that removes the handler.
 */
export function reloadOnHangup(
  { settings, read }: { readonly settings: ServeSettings; readonly read: () => Promise<ServeSettings> },
  server: MessengerServer,
  { log }: Log,
): () => void {
  const reload = async (): Promise<void> => {
    const next = await read();
    const restart = needRestart(settings, next);
    // A file without links is a change as well, which the server refuses if it had some.
    const delivery = next.delivery ?? noDelivery;
    const tls = settings.tls === undefined ? undefined : next.tls;
    const smppTls = settings.smppTls === undefined ? undefined : next.smppTls;
    const warnings = await server.reload({ ...next, tls, smppTls, delivery });
    // The operator waits for this line, whatever the log level.
    log.level = "info";
    log.info({}, "configuration reloaded");
    log.level = next.logLevel;
    if (restart.length > 0) log.warn({ settings: restart }, "changed settings need a restart");
    for (const warning of [...warnings, ...certificateWarnings({ tls, smppTls })]) log.warn({}, warning);
  };
  const onHangup = (): void => {
    reload().catch((error: unknown) => {
      const reason = error instanceof SettingError ? { reason: error.message } : { err: error };
      log.error(reason, "configuration not reloaded");
    });
  };
  process.on("SIGHUP", onHangup);
  return () => {
    process.off("SIGHUP", onHangup);
  };
}
