import type { MutatedRow } from "./mutation.js";

const claiming = "server/work/delivery/claiming.ts";
const claimingTest = "test/work/delivery/claiming.test.ts";

/** Claims and results that fail, or whose outcome is unknown, and claims that come too late. */
export const failedClaims: readonly MutatedRow[] = [
  {
    test: "test/work/coordination/ownership.test.ts",
    name: "a claim that failed after it was written is returned, even after repeated failures",
    mutations: [
      {
        file: claiming,
        find: "    if (this.#hasFailed()) await this.#takeBack();\n    if (this.#hasFailed()) return 0;\n",
        replace: "",
      },
      {
        file: claiming,
        find: "    await delivery.takeBack(",
        replace: "    this.#recovered = failures;\n    await delivery.takeBack(",
      },
    ],
  },
  {
    test: claimingTest,
    name: "returns messages of a link that was closed during the claim",
    mutations: [
      {
        file: claiming,
        find: "if (runner === undefined) this.#giveBack(message.id, message.linkId, message.nextAt);\n    else runner.send(message);",
        replace: "runner?.send(message);",
      },
    ],
  },
  {
    test: claimingTest,
    name: "claims nothing after a stop, and still stores the outcomes of messages in flight",
    mutations: [
      {
        file: claiming,
        find: "(results) => this.#settle(results),",
        replace: "async (results) => (this.#stopping ? undefined : this.#settle(results)),",
      },
    ],
  },
  {
    test: claimingTest,
    name: "sends a message again once if the result that returns it is lost: stored $isStored",
    mutations: [
      {
        file: claiming,
        find: "for (const result of returned) result.isDoubtful = true;",
        replace: "",
      },
      {
        file: claiming,
        find: "result.isDoubtful = true;\n    this.#failures += 1;",
        replace: "result.isDoubtful = true;",
      },
    ],
  },
  {
    test: claimingTest,
    name: "returns a message whose result is lost while the messages of a failed claim are returned",
    mutations: [
      {
        file: claiming,
        find: "this.#recovered = failures;",
        replace: "this.#recovered = this.#failures;",
      },
      { file: claiming, find: "    if (this.#hasFailed()) return 0;\n", replace: "" },
    ],
  },
  {
    test: claimingTest,
    name: "does not return a message whose result could not be stored: it was sent",
    mutations: [
      { file: claiming, find: "...links.sending(), ...this.#dropped.keys()", replace: "...links.sending()" },
      {
        file: claiming,
        find: "if (lease !== owner) this.#dropped.delete(id);",
        replace: "this.#dropped.delete(id);",
      },
    ],
  },
];
