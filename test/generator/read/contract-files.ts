import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "@jest/globals";
import { Diagnostics } from "#generator/diagnostics.js";
import type { ContractDocuments } from "#generator/read/contract.js";
import { loadContract } from "#generator/read/load.js";

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new folder with the files, removed after the tests. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "messenger-gen-")));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

export interface Loaded {
  readonly contract: ContractDocuments;
  readonly diagnostics: Diagnostics;
}

/** Reads `main.wsdl` of a folder. */
export function load(folder: string, allow: readonly string[] = []): Loaded {
  const diagnostics = new Diagnostics();
  const contract = loadContract({ wsdls: [join(folder, "main.wsdl")], allow }, diagnostics);
  return { contract, diagnostics };
}

/** `main.wsdl:3:5 MG1008 not well-formed XML: ...`, one for each finding. */
export function findings(diagnostics: Diagnostics): readonly string[] {
  return diagnostics.all.map(({ file, line, column, code, message }) => {
    const place = line === undefined ? file : `${file}:${line}:${column ?? 0}`;
    return `${place} ${code} ${message}`;
  });
}

export const namespaces =
  'xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" ' +
  'xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" ' +
  'xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:xs="http://www.w3.org/2001/XMLSchema" ' +
  'xmlns:tns="urn:example"';
