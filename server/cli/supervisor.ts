import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import type { CallLog } from "messenger-gen-runtime";
import { SettingError } from "../config/setting-error.js";

const run = promisify(execFile);

/**
 * Reports that the process is ready, to systemd (`Type=notify`) and by a file with its id. Returns a function that removes the
 * file. @throws SettingError if the file cannot be written
 */
export async function reportReady(pidFile: string | undefined, log: CallLog): Promise<() => void> {
  if (pidFile !== undefined) writePid(pidFile);
  if (process.env["NOTIFY_SOCKET"] !== undefined) {
    // Node has no Unix datagram sockets, which sd_notify needs.
    const words = ["--ready", `--pid=${process.pid}`, "--status=Accepting calls"];
    await run("systemd-notify", words, { timeout: 5_000 }).catch((error: unknown) => {
      log.warn({ err: error }, "systemd cannot be notified");
    });
  }
  return () => {
    if (pidFile !== undefined) rmSync(pidFile, { force: true });
  };
}

function writePid(file: string): void {
  try {
    writeFileSync(file, `${process.pid}\n`);
  } catch (error) {
    throw new SettingError(`--pid-file ${file} cannot be written`, { cause: error });
  }
}
