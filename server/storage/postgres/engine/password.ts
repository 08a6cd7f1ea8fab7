import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { StoreError } from "../../errors.js";
import type { PostgresSettings } from "./settings.js";

type Wanted = Pick<PostgresSettings, "host" | "port" | "database" | "user">;

/** Fields of a line, without their escapes; the last one is the password. */
function fieldsOf(line: string): readonly string[] {
  return Array.from(line.matchAll(/(?:^|:)((?:\\.|[^:\\]|\\$)*)/gu), ([, field = ""]) =>
    field.replace(/\\(.)/gu, "$1"),
  );
}

/** The password in the first line of a password file that fits (https://www.postgresql.org/docs/current/libpq-pgpass.html). */
export function passwordIn(text: string, { host, port, database, user }: Wanted): string | undefined {
  const wanted = [host.startsWith("/") ? "localhost" : host, String(port), database, user];
  const fits = (fields: readonly string[]): boolean =>
    wanted.every((value, place) => fields[place] === "*" || fields[place] === value);
  const lines = text.split(/\r?\n/u).filter((line) => !line.startsWith("#"));
  return lines.map(fieldsOf).find(fits)?.[4];
}

async function textOf(path: string): Promise<string> {
  try {
    const { mode } = await stat(path);
    if (process.platform !== "win32" && (mode & 0o077) !== 0)
      throw new StoreError("noPassword", `other users may open ${path}: chmod 600 it`);
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError("noPassword", `${path} cannot be read`);
  }
}

/** The password for a server that asks for one. Rejects with `noPassword` if there is none. */
export async function passwordOf(
  { password, ...wanted }: Wanted & Pick<PostgresSettings, "password">,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const { PGPASSWORD = "", PGPASSFILE = "" } = environment;
  const given = [password ?? "", PGPASSWORD].find((each) => each !== "");
  if (given !== undefined) return given;
  const path = PGPASSFILE === "" ? join(homedir(), ".pgpass") : PGPASSFILE;
  const found = passwordIn(await textOf(path), wanted);
  if (found === undefined || found === "")
    throw new StoreError(
      "noPassword",
      `no line of ${path} is for ${wanted.host}:${wanted.port}, database ${wanted.database}, user ${wanted.user}`,
    );
  return found;
}
