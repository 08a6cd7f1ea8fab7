import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect } from "@jest/globals";
import { testWithPeer } from "../../peers.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bundle-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** A program that calls these operations without the client class, in one file. */
function bundled(operations: readonly string[], ...options: readonly string[]): string {
  const source = join(folder, "calls.js");
  const target = join(folder, "calls.bundle.js");
  writeFileSync(
    source,
    `import { caller, fetchTransport } from ${JSON.stringify(resolve("runtime/dist/index.js"))};
import { Messenger, ${operations.join(", ")} } from ${JSON.stringify(resolve("generated/dist/operations.js"))};
const messenger = caller(Messenger, { transport: fetchTransport({ url: Messenger.url }) });
${operations.map((name) => `await messenger.call(${name}, globalThis.input);`).join("\n")}`,
  );
  const esbuild = resolve("node_modules/.bin/esbuild");
  execFileSync(esbuild, [
    source,
    "--bundle",
    "--format=esm",
    "--log-level=error",
    `--outfile=${target}`,
    ...options,
  ]);
  return readFileSync(target, "utf8");
}

describe("a program that calls one operation", () => {
  testWithPeer("esbuild", "carries the halves of its codecs that a client needs, and no other", async () => {
    const codecs = [...bundled(["SendSms"]).matchAll(/^(?:async )?function ((?:read|write)[A-Z]\w*)/gm)].map(
      ([, name]) => name,
    );
    expect(codecs).toEqual(expect.arrayContaining(["writeSendSmsInput", "readSendSmsOutput"]));
    expect(codecs).not.toContain("readSendSmsInput");
    expect(codecs).not.toContain("writeSendSmsOutput");
    expect(codecs.filter((name) => /(?:Input|Output|Form|Answer)$/.test(name ?? ""))).toHaveLength(2);
  });

  testWithPeer(
    "esbuild",
    "carries neither other bindings, MIME parts, references, SOAP headers, open content nor other types",
    async () => {
      const files = [
        ...bundled(["SendSms"]).matchAll(/^\/\/ (?:.*\/)?((?:runtime|generated)\/dist\/.*)$/gm),
      ].map(([, file]) => file ?? "");
      const needless =
        /\/mime\/|multipart|multi-ref|form|soap-headers|\/xml\/content|-content|-attributes|-choice|-array|-bytes|pieces|samples|service|decimal|date|binary|swa-ref|restriction|automaton/;
      expect(files).toContain("runtime/dist/xml/reader.js");
      expect(files.filter((file) => needless.test(file))).toEqual([]);
    },
  );

  testWithPeer("esbuild", "has fewer than 44,000 bytes when minified", async () => {
    expect(bundled(["SendSms"], "--minify").length).toBeLessThan(44_000);
  });
});
