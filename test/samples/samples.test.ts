import { readdirSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { bindingsOf } from "#runtime/bindings/service-index.js";
import { Messenger } from "messenger-client";
import type { AnyOperation } from "messenger-gen-runtime/host";
import { folder, readSample, samplesOn } from "./sample-tests.js";
import { seededService } from "./service.js";

samplesOn("SQLite", () => seededService());

test("every operation has a sample for each of its bindings (calls.ts; MESSENGER_GOLDEN=write writes it), and there is no other", () => {
  const wanted = Object.values<AnyOperation>(Messenger.operations).flatMap((operation) =>
    bindingsOf(operation).map(([binding]) => `${operation.name}/${binding}`),
  );
  const present = readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => file.slice(0, -".yaml".length))
    .flatMap((name) =>
      Object.keys(readSample(name))
        .filter((key) => key !== "input")
        .map((binding) => `${name}/${binding}`),
    );
  expect(present.toSorted()).toEqual(wanted.toSorted());
});
