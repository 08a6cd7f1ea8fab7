import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, expect } from "@jest/globals";
import { testWithPeer } from "../peers.js";

const folder = mkdtempSync(join(tmpdir(), "messenger-systemd-"));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const read = (name: string): string => {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, "utf8") : "";
};

/** What proof.sh prints: NAME=VALUE, in the order of its steps. */
const wanted = [
  "start=0",
  "state=active running: Accepting calls",
  "greeting=Messenger",
  "pidFile=current",
  "user=messenger",
  "status=CapEff: 0000000000000000 NoNewPrivs: 1 Seccomp: 2 ",
  "modes=700 755 700 ",
  "accepted=OK",
  "refusedReload=1",
  "reload=0",
  "logged=reload",
  "sameProcess=yes",
  "restarted=once",
  "kept=the message",
  "stop=0 inactive success",
  "instance=0 Messenger",
  "wrongSetting=1 failed, 0 restarts",
  "logged=the wrong setting",
];

testWithPeer("systemd", "a booted systemd starts, reloads, restarts and stops the units", () => {
  for (const name of ["proof.sh", "proof.service"]) cpSync(`test/deploy/systemd/${name}`, join(folder, name));
  const words = ["test/deploy/systemd/boot.sh", process.cwd(), realpathSync(process.execPath), folder];
  const { stderr } = spawnSync("bash", words, { encoding: "utf8", timeout: 120_000, killSignal: "SIGKILL" });
  const seen = read("seen").trimEnd().split("\n");
  const why = isDeepStrictEqual(seen, wanted)
    ? []
    : [read("errors"), ...read("journal").split("\n").slice(-40)];
  expect({ stderr, seen, why }).toEqual({ stderr: "", seen: wanted, why: [] });
  expect(read("refused").match(/Read-only file system/gu)).toHaveLength(5);
});
