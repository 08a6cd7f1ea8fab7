import type { MutatedRow } from "./mutation.js";

export const sending: readonly MutatedRow[] = [
  {
    test: "test/delivery/smpp/link.test.ts",
    name: "as many as the window are under way, and each answer makes room for one",
    mutations: [
      {
        file: "server/delivery/smpp/bind.ts",
        find: "return Math.min(this.#options.window - this.#used, this.#pace.free(now));",
        replace: "return this.#pace.free(now);",
      },
      {
        file: "server/delivery/smpp/bind.ts",
        find: "    this.#used--;\n",
        replace: "",
      },
    ],
  },
  {
    test: "test/delivery/smpp/link.test.ts",
    name: "have a window of ten unless the link says otherwise",
    mutations: [
      {
        file: "server/delivery/smpp/link.ts",
        find: "const defaultWindow = 10;",
        replace: "const defaultWindow = 100;",
      },
    ],
  },
];
