import { type ChildProcess, spawn } from "node:child_process";
import { eventually } from "../eventually.js";
import { freePort } from "../free-port.js";

/** PHP's own web server with a script of `kitchen/`; resolves when it responds. */
export async function startPhp(
  script: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ readonly url: string; readonly php: ChildProcess }> {
  const address = `127.0.0.1:${await freePort()}`;
  const php = spawn("php", ["-S", address, "-t", "test/interop/kitchen"], { stdio: "ignore", env });
  const url = `http://${address}/${script}`;
  await eventually(async () => {
    if (php.exitCode !== null) throw new Error("PHP's web server did not start.");
    return fetch(`${url}?wsdl`).then(
      ({ ok }) => ok,
      () => false,
    );
  }).catch((error: unknown) => {
    php.kill();
    throw error;
  });
  return { url, php };
}
