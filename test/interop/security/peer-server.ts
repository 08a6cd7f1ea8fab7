import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Keys and certificates in a folder of their own: `client` and `server`, and all that a Java peer needs in one file. */
export class Keys {
  readonly folder = mkdtempSync(join(tmpdir(), "keys-"));

  constructor() {
    for (const name of ["client", "server", "stranger"]) {
      const subject = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
      const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject];
      const files = ["-keyout", this.path(name, "key"), "-out", this.path(name, "certificate")];
      execFileSync("openssl", [...made, ...files], { stdio: "pipe" });
    }
  }

  path(name: string, kind: "key" | "certificate"): string {
    return join(this.folder, `${name}.${kind}.pem`);
  }

  read(name: string, kind: "key" | "certificate"): string {
    return readFileSync(this.path(name, kind), "utf8");
  }

  /** The server's key and the client's certificate as PKCS #12. */
  store(password: string): string {
    const store = this.bundle("server", password);
    const trusted = [
      "-importcert",
      "-noprompt",
      "-alias",
      "client",
      "-file",
      this.path("client", "certificate"),
    ];
    const into = ["-keystore", store, "-storetype", "pkcs12", "-storepass", password];
    execFileSync("keytool", [...trusted, ...into], { stdio: "pipe" });
    return store;
  }

  /** A key and its certificate as PKCS #12. */
  bundle(name: string, password: string): string {
    const bundle = join(this.folder, `${name}.p12`);
    const files = ["-inkey", this.path(name, "key"), "-in", this.path(name, "certificate")];
    const named = ["-name", name, "-out", bundle, "-passout", `pass:${password}`];
    execFileSync("openssl", ["pkcs12", "-export", ...files, ...named], { stdio: "pipe" });
    return bundle;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

/** A peer that prints its address first. */
export interface PeerServer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startPeer(command: string, args: readonly string[]): Promise<PeerServer> {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] });
  const errors: Buffer[] = [];
  child.stderr.on("data", (data: Buffer) => errors.push(data));
  const lines = createInterface(child.stdout);
  const first = once(lines, "line") as Promise<[string]>;
  const exited = once(child, "exit");
  const [url] = await Promise.race([
    first,
    exited.then(() => {
      throw new Error(`${command} did not start: ${Buffer.concat(errors).toString()}`);
    }),
  ]);
  return {
    url,
    stop: async () => {
      child.kill();
      await exited;
    },
  };
}
