import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { createClientAsync } from "soap";
import { runPeer, testWithPeer } from "../peers.js";
import { SCHEMA_FOLDER } from "./contract.js";
import { OPERATIONS } from "./operation-facts.js";

const WSDL = join(SCHEMA_FOLDER, "messenger.wsdl");
const XSD = join(SCHEMA_FOLDER, "messenger.xsd");
const INSTANCES = join(process.cwd(), "test", "schema", "instances");
const operationNames = OPERATIONS.map((operation) => operation.name);

describe("node-soap", () => {
  test("lists every operation on both SOAP ports", async () => {
    const client = await createClientAsync(WSDL);
    const description = client.describe() as Record<string, Record<string, object>>;
    const ports = description["Messenger"] ?? {};
    expect(Object.keys(ports["MessengerSoap"] ?? {})).toEqual(operationNames);
    expect(Object.keys(ports["MessengerSoap12"] ?? {})).toEqual(operationNames);
  });

  test("lists the fields of derived records, base fields first", async () => {
    const client = await createClientAsync(WSDL);
    type Shape = Record<string, { output: Record<string, object> }>;
    const { MessengerSoap: port } = (client.describe() as { Messenger: { MessengerSoap: Shape } }).Messenger;
    const result = port["SendMMS"]?.output["SendMMSResult"] ?? {};
    expect(Object.keys(result).filter((name) => !name.startsWith("target"))).toEqual([
      "Result",
      "RejectedNumbers",
      "TransactionID",
      "NetPoints",
      "MMWLTransactionID",
      "CustomerID",
    ]);
  });
});

describe("PHP", () => {
  testWithPeer("php", "lists every operation for both SOAP ports, without a warning", () => {
    const script = `
      error_reporting(E_ALL);
      ini_set("display_errors", "stderr");
      $client = new SoapClient($argv[1], ["cache_wsdl" => WSDL_CACHE_NONE]);
      foreach ($client->__getFunctions() as $function) {
        preg_match("/ (\\\\w+)\\\\(/", $function, $match);
        echo $match[1], "\\n";
      }`;
    const run = runPeer("php", ["-r", script, "--", WSDL]);
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(run.stdout.trim().split("\n")).toEqual([...operationNames, ...operationNames]);
  });
});

describe("xmllint", () => {
  const validate = (file: string): ReturnType<typeof runPeer> =>
    runPeer("xmllint", ["--nonet", "--noout", "--schema", XSD, join(INSTANCES, file)]);

  for (const file of readdirSync(join(INSTANCES, "valid"))) {
    testWithPeer("xmllint", `accepts ${file}`, () => {
      expect(validate(`valid/${file}`)).toMatchObject({ status: 0 });
    });
  }

  /** The error in each document, as xmllint reports it. */
  const refusals = {
    "base-fields-last.xml": "Result': This element is not expected",
    "guid-in-braces.xml": "is not accepted by the pattern",
    "missing-message-type.xml": "Expected is ( {http://pmmsoapmessenger.com/}messageType )",
    "nil-of-an-int.xml": "The element is not 'nillable'",
    "response-without-result.xml": "Missing child element(s)",
    "two-statistics.xml": "Element 'statistics': This element is not expected",
    "unknown-service-type.xml": "The value 'RestApi' is not an element of the set",
  };

  test("every invalid document has an expected error", () => {
    expect(readdirSync(join(INSTANCES, "invalid")).sort()).toEqual(Object.keys(refusals).sort());
  });

  for (const [file, reason] of Object.entries(refusals)) {
    testWithPeer("xmllint", `refuses ${file}`, () => {
      const { status, stderr } = validate(`invalid/${file}`);
      expect(stderr).toContain(reason);
      expect(status).toBe(3);
    });
  }
});
