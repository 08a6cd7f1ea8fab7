import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import type { MessageCodec } from "messenger-gen-runtime/codec";
import { testWithPeer } from "../../peers.js";
import { planFile } from "../plan/contracts.js";
import { builtOperations, readBack, written, type Operations } from "./built.js";
import { schemaCheck } from "./schema-files.js";

/** `messages.json` of a construct: messages, their values, and refused messages. */
interface Messages {
  readonly same?: readonly Row[];
  /** Read, but written in another form. */
  readonly read?: readonly Row[];
  readonly refused?: readonly { readonly message: Role; readonly xml: string; readonly error: string }[];
}

interface Row {
  readonly message: Role;
  readonly xml: string;
  readonly value: unknown;
}

/** `Do input` */
type Role = string;

const folder = "test/golden";
const constructs = readdirSync(folder).filter((name) => existsSync(`${folder}/${name}/messages.json`));

describe.each(constructs)("%s", (construct) => {
  const path = `${folder}/${construct}/service.wsdl`;
  const messages = JSON.parse(readFileSync(`${folder}/${construct}/messages.json`, "utf8")) as Messages;
  let built: Promise<Operations> | undefined;

  async function codec(role: Role): Promise<MessageCodec<unknown>> {
    const { plan, errors } = planFile(path);
    if (plan === undefined) throw new Error(errors.join("\n"));
    built ??= builtOperations(plan, construct);
    const [name = "", side] = role.split(" ");
    const operation = (await built)[name];
    if (operation === undefined) throw new Error(`No operation ${name}`);
    const found = side === "input" ? operation.input : operation.output;
    if (found === undefined) throw new Error(`${name} has no ${side}`);
    return found;
  }

  for (const { message, xml, value } of messages.same ?? []) {
    test(`${message}: ${xml}`, async () => {
      const found = await codec(message);
      expect(readBack(found, xml)).toEqual(value);
      expect(written(found, value)).toBe(xml);
    });
  }

  for (const { message, xml, value } of messages.read ?? []) {
    test(`${message} read: ${xml}`, async () => {
      expect(readBack(await codec(message), xml)).toEqual(value);
    });
  }

  for (const { message, xml, error } of messages.refused ?? []) {
    test(`${message} refused: ${xml}`, async () => {
      const found = await codec(message);
      expect(() => readBack(found, xml)).toThrow(
        expect.objectContaining({ message: expect.stringContaining(error) }),
      );
    });
  }

  testWithPeer("xmllint", "what is written is valid against the schema", () => {
    const check = schemaCheck(path);
    const found = (messages.same ?? []).map(({ xml }) => ({ xml, problem: check(xml) }));
    expect(found.filter(({ problem }) => problem !== undefined)).toEqual([]);
  });
});
