import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { signedHeaders } from "#server/work/forwarding/requests.js";
import { testWithPeer } from "../peers.js";

const folder = "examples/callbacks";
const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
const other = `whsec_${Buffer.from("another key, another key").toString("base64")}`;
const body = JSON.stringify({ type: "message.final", data: { code: "é 😀" } });

interface Given {
  readonly secret: string;
  readonly id: string;
  readonly time: string;
  readonly signature: string;
  readonly body: string;
}

function signed(offset = 0, key = secret): Given {
  const headers = signedHeaders({ id: "t1.7", body, secret: key }, Date.now() + offset * 1000);
  const {
    "webhook-id": id = "",
    "webhook-timestamp": time = "",
    "webhook-signature": signature = "",
  } = headers;
  return { secret, id, time, signature, body };
}

const cases: readonly { readonly name: string; readonly given: () => Given; readonly want: string }[] = [
  { name: "a callback of the service", given: () => signed(), want: "valid" },
  { name: "a minute ago", given: () => signed(-60), want: "valid" },
  { name: "an hour ago", given: () => signed(-3600), want: "invalid" },
  { name: "in an hour", given: () => signed(3600), want: "invalid" },
  { name: "another secret", given: () => signed(0, other), want: "invalid" },
  {
    name: "another body",
    given: () => ({ ...signed(), body: body.replace("final", "fatal") }),
    want: "invalid",
  },
  { name: "another id", given: () => ({ ...signed(), id: "t1.8" }), want: "invalid" },
  {
    name: "another time",
    given: () => ({ ...signed(), time: String(Math.floor(Date.now() / 1000) - 7) }),
    want: "invalid",
  },
  { name: "a time that is none", given: () => ({ ...signed(), time: "now" }), want: "invalid" },
  {
    name: "one of two signatures",
    given: () => {
      const given = signed();
      return { ...given, signature: `${signed(0, other).signature} ${given.signature}` };
    },
    want: "valid",
  },
  { name: "no signature", given: () => ({ ...signed(), signature: "v1," }), want: "invalid" },
  {
    name: "a signature that is not base64",
    given: () => ({ ...signed(), signature: "v1,é😀" }),
    want: "invalid",
  },
];

function run(
  command: string,
  args: readonly string[],
  { secret: key, id, time, signature, ...given }: Given,
) {
  const { stdout, stderr } = spawnSync(command, [...args, key, id, time, signature], {
    ...{ input: given.body, encoding: "utf8", timeout: 150_000 },
  });
  return { stdout: stdout.trim(), stderr };
}

function verifies(command: string, ...args: readonly string[]): void {
  for (const { name, given, want } of cases)
    expect({ name, ...run(command, args, given()) }).toEqual({ name, stdout: want, stderr: "" });
}

describe("the verifier of callbacks in", () => {
  testWithPeer("php", "PHP accepts and refuses what it should", () => {
    verifies("php", join(folder, "verify.php"));
  });

  testWithPeer("python", "Python accepts and refuses what it should", () => {
    verifies("python3", join(folder, "verify.py"));
  });

  testWithPeer("perl", "Perl accepts and refuses what it should", () => {
    verifies("perl", join(folder, "verify.pl"));
  });

  testWithPeer("ruby", "Ruby accepts and refuses what it should", () => {
    verifies("ruby", join(folder, "verify.rb"));
  });

  testWithPeer("java", "Java accepts and refuses what it should", () => {
    const compiled = mkdtempSync(join(tmpdir(), "messenger-verify-"));
    expect(spawnSync("javac", ["-d", compiled, join(folder, "Verify.java")]).status).toBe(0);
    verifies("java", "-cp", compiled, "Verify");
    rmSync(compiled, { recursive: true });
  });

  test("TypeScript accepts and refuses what it should", () => {
    verifies(process.execPath, join("dist", folder, "verify.js"));
  });

  const hasDotnet = spawnSync("dotnet", ["--version"]).status === 0;
  const leftOut = hasDotnet ? test : test.skip;
  // CI does not install dotnet: there nobody compiles this program, and the guide says so.
  leftOut("C# accepts and refuses what it should (left out where dotnet is not installed)", () => {
    const project = mkdtempSync(join(tmpdir(), "messenger-verify-"));
    try {
      cpSync(join(folder, "Verify.cs"), join(project, "Verify.cs"));
      writeFileSync(
        join(project, "verify.csproj"),
        `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType>
         <TargetFramework>net8.0</TargetFramework><RollForward>Major</RollForward></PropertyGroup></Project>`,
      );
      const built = spawnSync("dotnet", ["build", "--output", join(project, "out")], { cwd: project });
      expect(built.status).toBe(0);
      verifies("dotnet", join(project, "out", "verify.dll"));
    } finally {
      rmSync(project, { recursive: true });
    }
  });
});
