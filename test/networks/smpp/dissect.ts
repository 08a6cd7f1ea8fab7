import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@jest/globals";
import { runPeer } from "../../peers.js";

/** Port of captures, which tshark takes for SMPP. */
export const port = 2775;

/** The values of some fields of every frame of a capture, as tshark decodes them. */
export function dissect(capture: Buffer, fields: readonly string[]): readonly (readonly string[])[] {
  const folder = mkdtempSync(join(tmpdir(), "smpp-"));
  try {
    const file = join(folder, "session.pcap");
    writeFileSync(file, capture);
    const settings = ["-d", `tcp.port==${port},smpp`, "-o", "smpp.decode_sms_over_smpp:GSM 7-bit"];
    const shown = fields.flatMap((field) => ["-e", field]);
    const run = runPeer("tshark", [
      "-n",
      "-r",
      file,
      ...settings,
      "-T",
      "fields",
      "-E",
      "separator=/t",
      ...shown,
    ]);
    expect(run.status).toBe(0);
    return run.stdout
      .replace(/\n$/, "")
      .split("\n")
      .map((line) => line.split("\t"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
