import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { eventually } from "../eventually.js";
import { execute, localServer, programs } from "../storage/local-server.js";
import { testsOn } from "../storage/postgres-server.js";

const run = promisify(execFile);

/** What a command that failed said; undefined of one that did not. */
const failureOf = (running: Promise<unknown>): Promise<string | undefined> =>
  running.then(
    () => undefined,
    (error: unknown) => (error as { readonly stderr: string }).stderr,
  );

testsOn(await localServer(), (server) => {
  const bin = programs() ?? "";
  const { folder, user, port } = server;
  const archive = join(folder, "archive");
  const url = `postgres://messenger@127.0.0.1:${port}/postgres`;

  /** As the user of the server, whose name in the database is that of the superuser here. */
  const command = (file: string, ...args: readonly string[]): Promise<unknown> =>
    run(file, args, { ...user, cwd: folder, env: { ...process.env, PGUSER: "messenger" } });

  const restore = (data: string, time: string, ...timeline: readonly string[]): Promise<unknown> => {
    const env = { PGDATA: join(folder, data), PGBIN: bin, ARCHIVE: archive };
    const words = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    return command(
      "/usr/bin/env",
      ...words,
      join(folder, "restore.sh"),
      join(folder, "base/base.tar.gz"),
      time,
      ...timeline,
    );
  };

  const add = async (word: string): Promise<string> => {
    const [row] = await execute(
      url,
      `INSERT INTO said VALUES ('${word}')`,
      "SELECT clock_timestamp()::text AS time",
    );
    return (row as { readonly time: string }).time;
  };

  const said = async (): Promise<readonly string[]> =>
    ((await execute(url, "SELECT word FROM said ORDER BY word")) as readonly { readonly word: string }[]).map(
      ({ word }) => word,
    );

  /** Ends the segment of the log, and waits until it is in the archive. */
  const archived = async (): Promise<void> => {
    const [row] = await execute(url, "SELECT pg_walfile_name(pg_switch_wal()) AS name");
    const { name } = row as { readonly name: string };
    await eventually(() => readdirSync(archive).includes(name));
  };

  /** What a restored database says, which runs as Patroni would run it, and while `work` runs. */
  const running = async (data: string, work: () => Promise<void> = async () => undefined) => {
    const control = (...args: readonly string[]) =>
      command(join(bin, "pg_ctl"), ...args, "-w", "-D", join(folder, data));
    await control("start", "-l", join(folder, `${data}.log`));
    try {
      const words = await said();
      await work();
      return words;
    } finally {
      await control("stop");
    }
  };

  describe("restore.sh of the cluster", () => {
    test("returns to a moment, to one after that, to a discarded one, and says why it cannot; a trial changes nothing", async () => {
      mkdirSync(archive);
      if (user !== undefined) await run("chown", [`${user.uid}:${user.gid}`, archive]);
      copyFileSync("deploy/cluster/restore.sh", join(folder, "restore.sh"));
      chmodSync(join(folder, "restore.sh"), 0o755);
      await server.kill();
      server.configure([
        "archive_mode = on",
        `archive_command = 'test ! -e ${archive}/%f && cp %p ${archive}/%f'`,
      ]);
      await server.start();
      await execute(url, "CREATE TABLE said (word text)");
      const from = ["-h", "127.0.0.1", "-p", String(port), "-U", "messenger"];
      const to = ["-D", join(folder, "base"), "--format=tar", "--gzip", "--checkpoint=fast"];
      await command(join(bin, "pg_basebackup"), ...from, ...to);
      const first = await add("a");
      const discarded = await add("b");
      await add("later");
      await archived();
      await server.kill();

      const before = readdirSync(archive);
      await restore("deep/tried", first);
      await restore("restored", first);
      expect(readdirSync(archive)).toEqual(before);
      let second = "";
      const words = await running("restored", async () => {
        second = await add("c");
        await add("d");
        await archived();
      });
      expect(words).toEqual(["a"]);

      await restore("again", second);
      expect(await running("again")).toEqual(["a", "c"]);
      await restore("other", discarded, "00000001");
      expect(await running("other")).toEqual(["a", "b"]);

      expect(await failureOf(restore("never", "2100-01-01 00:00:00+00"))).toContain(
        "recovery ended before configured recovery target was reached",
      );
    }, 120_000);
  });
});
