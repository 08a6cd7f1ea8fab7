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

/** The operations of a service, with the module they come from. */
interface Called {
  readonly module: string;
  readonly service: string;
  readonly operations: readonly string[];
}

const sendSms: Called = {
  module: "generated/dist/operations.js",
  service: "Messenger",
  operations: ["SendSms"],
};

/** A program that calls operations without the client class, in one file. */
function bundled({ module, service, operations }: Called, ...options: readonly string[]): string {
  const source = join(folder, "calls.js");
  const target = join(folder, "calls.bundle.js");
  writeFileSync(
    source,
    `import { caller, fetchTransport } from ${JSON.stringify(resolve("runtime/dist/index.js"))};
import { ${service}, ${operations.join(", ")} } from ${JSON.stringify(resolve(module))};
const client = caller(${service}, { transport: fetchTransport({ url: globalThis.address }) });
${operations.map((name) => `await client.call(${name}, globalThis.input);`).join("\n")}`,
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

/** The functions of generated codecs in a bundle. */
function codecsIn(bundle: string): readonly string[] {
  const [, codecs = ""] = bundle.split(/^\/\/ .*\/codecs\.[jt]s$/m);
  const [own = ""] = codecs.split(/^\/\/ /m);
  return [...own.matchAll(/^function ((?:read|write)[A-Z]\w*)/gm)].map(([, name = ""]) => name);
}

describe("a program that calls one operation", () => {
  testWithPeer("esbuild", "carries the halves of its codecs that a client needs, and no other", async () => {
    const codecs = codecsIn(bundled(sendSms));
    expect(codecs).toEqual(expect.arrayContaining(["writeSendSmsInput", "readSendSmsOutput"]));
    expect(codecs).not.toContain("readSendSmsInput");
    expect(codecs).not.toContain("writeSendSmsOutput");
    expect(codecs.filter((name) => /(?:Input|Output|Form|Answer)$/.test(name))).toHaveLength(2);
  });

  testWithPeer("esbuild", "carries one direction of headers and faults", async () => {
    const module = "test/golden/operations/expected/operations.ts";
    const codecs = codecsIn(bundled({ module, service: "Shop", operations: ["Price"] }));
    expect(codecs.filter((name) => name.endsWith("Element")).sort()).toEqual([
      "readQuotaElement",
      "readSessionExpiredElement",
      "readSoldOutElement",
      "writeSessionElement",
    ]);
  });

  testWithPeer("esbuild", "carries no other operation of divided codecs", async () => {
    const module = "test/golden/divided-codecs/expected/operations.ts";
    const text = bundled({ module, service: "Example", operations: ["FindOrders"] });
    const functions = [...text.matchAll(/^function ((?:read|write)[A-Z]\w*)/gm)].map(([, name = ""]) => name);
    expect(functions).toEqual(
      expect.arrayContaining(["writeFindOrdersInput", "readFindOrdersOutput", "readOrder"]),
    );
    expect(functions.filter((name) => /Place|FindOrdersItem|readFindOrdersInput/.test(name))).toEqual([]);
  });

  testWithPeer(
    "esbuild",
    "carries neither JSON, other bindings, MIME parts, references, SOAP headers, open content, lists, streams nor other types",
    async () => {
      const files = [...bundled(sendSms).matchAll(/^\/\/ (?:.*\/)?((?:runtime|generated)\/dist\/.*)$/gm)].map(
        ([, file]) => file ?? "",
      );
      const needless =
        /\/json|\/mime\/|multipart|multi-ref|form|soap-headers|\/xml\/content|-content|-attributes|-choice|-array|-bytes|pieces|stream|rows|samples|service|decimal|date|binary|swa-ref|restriction|automaton|qualified|resolved/;
      expect(files).toContain("runtime/dist/xml/reader.js");
      expect(files.filter((file) => needless.test(file))).toEqual([]);
    },
  );

  testWithPeer(
    "esbuild",
    "has at most 41,900 bytes when minified, 44,200 with a second operation",
    async () => {
      expect(bundled(sendSms, "--minify").length).toBeLessThanOrEqual(41_900);
      const both = { ...sendSms, operations: ["SendSms", "GetSmsStatus"] };
      expect(bundled(both, "--minify").length).toBeLessThanOrEqual(44_200);
    },
  );
});
