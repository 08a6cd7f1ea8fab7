import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { changedInput } from "./tools/build/bundle-inputs.js";

const changed = changedInput();
if (changed !== undefined) {
  console.error(
    `The bundles of the server are older than ${changed}, so tests would run old code: npm run build`,
  );
  process.exit(1);
}

/** Folders and files whose tests open a store. */
const storeTests = [
  "actions",
  "admin",
  "faces",
  "interop",
  "networks",
  "operations",
  "samples",
  "storage",
  "work",
  "docs/snippets",
];

/** True when a driver is there and its native part loads. */
function hasStore() {
  const require = createRequire(import.meta.url);
  const attempts = [() => require("node:sqlite"), () => new (require("better-sqlite3"))(":memory:").close()];
  return attempts.some((attempt) => {
    try {
      attempt();
      return true;
    } catch {
      return false;
    }
  });
}

/** Paths of the tests of several processes on PostgreSQL and of its driver: a fifth of the time of all tests. */
const postgresTests = [
  "/test/storage/postgres",
  "/test/cli/serve-postgres",
  "/test/cluster/",
  "/test/work/delivery/shared-links",
  "/test/docs/scale",
];

/** Paths of the tests that run on SQLite and on PostgreSQL: everything above the store that operators and callers use. */
const bothStores = [
  "/test/actions/",
  "/test/admin/",
  "/test/cli/",
  "/test/faces/console/",
  "/test/faces/matrix/",
  "/test/faces/operators/",
  "/test/work/forwarding/",
  "/test/networks/mm7/service",
  "/test/monitoring/listener",
  "/test/operations/",
  "/test/faces/smpp/",
  "/test/storage/consent",
  "/test/storage/hand-over",
  "/test/storage/uncounted",
  "/test/faces/portal/",
];

/** Of these, tests that run once, with the reason. */
const onlyOnce = {
  "/test/actions/fields": "opens no store",
  "/test/admin/csv": "opens no store",
  "/test/admin/health": "opens no store",
  "/test/admin/ids": "opens no store",
  "/test/admin/lists-page": "opens no store",
  "/test/admin/values": "opens no store",
  "/test/cli/completion": "opens no store",
  "/test/cli/config": "opens no store",
  "/test/cli/database": "copies and restores SQLite's files",
  "/test/cli/full-disk": "a file that cannot grow",
  "/test/cli/progress": "opens no store",
  "/test/faces/console/access": "opens no store",
  "/test/faces/console/customer-names": "names of customers are put in by the pages",
  "/test/faces/console/live": "opens no store",
  "/test/faces/console/words": "opens no store",
  "/test/faces/portal/words": "opens no store",
  "/test/operations/compose-message": "opens no store",
  "/test/operations/crafted-messages": "nothing depends on the store",
  "/test/operations/priced-recipients": "opens no store",
  "/test/operations/transaction-id": "opens no store",
  "/test/faces/smpp/content": "opens no store",
  "/test/faces/smpp/idle-clients": "memory of a process",
  "/test/faces/smpp/proxy": "opens no store, or nothing depends on it",
  "/test/faces/smpp/receipts": "opens no store",
  "/test/faces/smpp/tls": "nothing depends on the store",
  "/test/faces/smpp/times": "opens no store",
};

/** True when tests can have a PostgreSQL server: one that is named, or one of their own. */
async function hasPostgres() {
  if (process.env.MESSENGER_TEST_POSTGRES || process.env.MESSENGER_REQUIRE_STORE === "1") return true;
  const { programs } = await import("./dist/test/storage/local-server.js");
  return programs() !== undefined;
}

const onPostgres = (await hasPostgres()) ? bothStores : [];
if (onPostgres.length === 0)
  console.warn(`No PostgreSQL: left out there are the tests of ${bothStores.join(", ")}.`);

/** Paths of the tests that run other programs, packed packages and the snippets of the documents: a fifth as well. */
const peerTests = [
  "/test/interop/",
  "/test/packages/",
  "/test/faces/console/browser",
  "/test/faces/matrix/phone",
  "/test/faces/portal/browser",
  "/test/deploy/",
  "/test/docs/any-wsdl",
  "/test/docs/gateway-guide",
  "/test/docs/generator-in-a-project",
  "/test/docs/moving",
  "/test/docs/snippets",
  "/test/docs/soap-services/",
  "/test/site/browser",
];

/** Paths of the tests that generate and compile whole contracts, with random values and hostile names: a tenth. */
const contractTests = [
  "/test/conformance/",
  "/test/generator/emit/declared-names",
  "/test/generator/emit/golden",
  "/test/generator/emit/many-known-types",
  "/test/generator/emit/messages",
  "/test/generator/hostile",
  "/test/generator/json/",
  "/test/generator/live/contract",
  "/test/generator/round-trip/",
  "/test/generator/scaffold",
  "/test/host/json/fixtures",
];

const isLanding = process.env.MESSENGER_LANDING === "1";
// Tests that run Jest on a copy of the project mean those that they name.
delete process.env.MESSENGER_LANDING;

/**
 * Patterns of test files that wait for their turn. With MESSENGER_LANDING=1, as CI runs, those are five of six: there is no time for all
 * that need other programs or a store. Those that were changed, and those that guard a row of docs/reference/security.md, do not wait.
 *
 * @param ahead of which part, counted from the one whose turn it is
 * @param guards whether this project is the one that runs those of the page
 */
async function waiting(paths, except, { ahead, guards }) {
  if (!isLanding) return [];
  const { landedFiles, leftOutFiles, turnNow, turnTime } = await import("./dist/tools/ci/landing.js");
  const { filesNamedIn } = await import("./dist/tools/ci/results.js");
  const named = guards ? filesNamedIn(readFileSync("docs/reference/security.md", "utf8")) : [];
  const always = [...named, ...(landedFiles(turnTime) ?? [])].map((file) => file.replace(/\.ts$/, ".js"));
  const isOf = (list, file) => list.some((path) => `/${file}`.includes(path));
  const files = readdirSync("dist/test", { recursive: true })
    .map((file) => `test/${file}`)
    .filter((file) => file.endsWith(".test.js") && isOf(paths, file) && !isOf(except, file));
  return leftOutFiles(files, always, turnNow() + ahead).map((file) => `/dist/${file}$`);
}

const waitingPeers = await waiting(peerTests, [], { ahead: 0, guards: true });
// A part on PostgreSQL, another one on SQLite.
const waitingSqlite = await waiting(bothStores, [...peerTests, ...postgresTests], { ahead: 1, guards: true });
const waitingTwins = await waiting(bothStores, [...Object.keys(onlyOnce), ...peerTests, ...postgresTests], {
  ...{ ahead: 0, guards: false },
});
const waitingPostgres = [...waitingTwins, ...(await waiting(postgresTests, [], { ahead: 0, guards: true }))];
if (isLanding)
  console.warn(
    `Files of tests that wait for their turn: ${waitingSqlite.length} on SQLite, ${waitingPostgres.length} on PostgreSQL, ` +
      `${waitingPeers.length} with other programs.`,
  );

const leftOut = hasStore() || process.env.MESSENGER_REQUIRE_STORE === "1" ? [] : storeTests;
if (leftOut.length > 0) {
  console.warn(
    `No SQLite driver (use Node >= 22.13, or a compiler): left out are the tests of ${leftOut.join(", ")}.`,
  );
}

// Otherwise each test file that calls esbuild leaves a process and a thread behind, until the worker of Jest is ended.
process.env.ESBUILD_WORKER_THREADS = "0";

/** Pattern of the paths that contain none of these. */
function allBut(paths) {
  return `^(?!.*(${paths.join("|")}))`;
}

const shared = {
  transform: {},
  injectGlobals: false,
  haste: { enableSymlinks: false },
  modulePathIgnorePatterns: [],
};

/** Tests run as compiled JavaScript: worker threads, bins and self-references then use one copy of each module. */
export default {
  reporters: ["default", "<rootDir>/dist/tools/jest/skipped-tests.js"],
  // Bounds a hang: what a test waits for comes when it comes, on a busy machine late.
  testTimeout: 180_000,
  // Many tests wait for servers and processes: two workers more than processors make use of that.
  maxWorkers: availableParallelism() + 2,
  // Modules of earlier test files stay in the memory of a worker; it is replaced between two test files.
  workerIdleMemoryLimit: "700MB",
  projects: [
    {
      ...shared,
      displayName: "test",
      roots: ["<rootDir>/dist/test"],
      testMatch: ["**/*.test.js"],
      testPathIgnorePatterns: [
        "/node_modules/",
        "/endurance/",
        ...postgresTests,
        ...peerTests,
        ...contractTests,
        ...waitingSqlite,
        ...leftOut.map((name) => `/dist/test/${name}`),
      ],
    },
    {
      ...shared,
      displayName: "contracts",
      roots: ["<rootDir>/dist/test"],
      testMatch: ["**/*.test.js"],
      testPathIgnorePatterns: [allBut(contractTests)],
    },
    {
      ...shared,
      displayName: "postgres",
      roots: ["<rootDir>/dist/test"],
      testMatch: ["**/*.test.js"],
      globals: { messengerStore: "postgres" },
      globalSetup: "<rootDir>/dist/test/storage/postgres-setup.js",
      globalTeardown: "<rootDir>/dist/test/storage/postgres-teardown.js",
      testPathIgnorePatterns: [
        allBut([...postgresTests, ...onPostgres]),
        ...Object.keys(onlyOnce),
        ...peerTests,
        ...waitingPostgres,
      ],
    },
    {
      ...shared,
      displayName: "peers",
      roots: ["<rootDir>/dist/test"],
      testMatch: ["**/*.test.js"],
      testPathIgnorePatterns: [
        allBut(peerTests),
        ...waitingPeers,
        ...leftOut.map((name) => `/dist/test/${name}`),
      ],
    },
    ...(process.env.MESSENGER_ENDURANCE
      ? [
          {
            ...shared,
            displayName: "endurance",
            roots: ["<rootDir>/dist/test/endurance"],
            testMatch: ["**/*.test.js"],
          },
        ]
      : []),
  ],
};
