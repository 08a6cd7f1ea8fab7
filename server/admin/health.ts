import { misreadTexts } from "../domain/recipients/misread.js";
import { creditsText } from "../domain/credit/credit.js";
import { unusualText } from "../domain/unusual/unusual.js";
import type { Said } from "./customer-problems.js";
import { drainingAccounts, failingCallbacks, reachedLimits, refusedCalls } from "./customer-problems.js";
import { nationalOptOuts, samePasswords, weakPasswords } from "./customer-problems.js";
import { longTransactions, replicasBehind, waitingWrites } from "./database-problems.js";
import { counted } from "./values.js";
import type { HealthFacts } from "./service-facts.js";

export type Severity = "critical" | "warning";

export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** Description of the problem, one line. */
  readonly text: string;
  /** The customer that it is about; undefined for another one. */
  readonly customer?: number | undefined;
  /** Name of that customer, and the text behind it. */
  readonly name?: string | undefined;
  readonly said?: string | undefined;
  /** Name of the link that it is about; undefined for another one. */
  readonly link?: string | undefined;
  /** A customer that is held, or a link that was stopped: what to do differs. */
  readonly is?: "held" | "stopped" | undefined;
  /** Since when, milliseconds since the epoch; undefined if that is not known. */
  readonly since?: number | undefined;
}

const minute = 60_000;
const day = 86_400_000;
const gibibyte = 1_073_741_824;

/** Limits of the rules. */
export const healthLimits = {
  disk: { warning: { bytes: 2 * gibibyte, share: 0.1 }, critical: { bytes: gibibyte / 2, share: 0.03 } },
  queueAge: { warning: 5 * minute, critical: 30 * minute },
  smppWaiting: 30 * minute,
  certificate: { warning: 21 * day, critical: 3 * day },
  clock: minute,
  openFiles: 4_096,
} as const;

type Finding = Omit<Problem, "code">;

type Rule = (facts: HealthFacts) => readonly Finding[];

const critical = (text: string): Finding => ({ severity: "critical", text });
const warning = (text: string): Finding => ({ severity: "warning", text });
/** About a customer, with its name. */
function ofCustomer({ names }: HealthFacts, customer: number, said: string, since?: number): Finding {
  const name = names?.get(customer);
  const text = `customer ${customer}${name === undefined ? "" : ` (${name})`} ${said}`;
  return { ...warning(text), customer, name, said, since };
}

/** A rule about facts of customers. */
const ofCustomers =
  <T>(
    factsOf: (facts: HealthFacts) => readonly T[] | undefined,
    said: (facts: readonly T[]) => readonly Said[],
  ): Rule =>
  (facts) =>
    said(factsOf(facts) ?? []).map(({ customerId, text, since }) =>
      ofCustomer(facts, customerId, text, since),
    );

const reason =
  (name: "database" | "configuration"): Rule =>
  ({ [name]: text }) =>
    text === undefined ? [] : [critical(text)];

function diskFindings({ disk }: HealthFacts): readonly Finding[] {
  if (disk === undefined) return [];
  const isBelow = ({ bytes, share }: { readonly bytes: number; readonly share: number }): boolean =>
    disk.free < bytes || disk.free < share * disk.total;
  const { warning: low, critical: full } = healthLimits.disk;
  const text = `${disk.path}: ${(disk.free / gibibyte).toFixed(1)} GiB of ${(disk.total / gibibyte).toFixed(1)} GiB are free`;
  if (isBelow(full)) return [critical(text)];
  return isBelow(low) ? [warning(text)] : [];
}

/** Without a started link, messages that are not routed yet wait for the stopped ones. */
function stoppedFindings({ links = [], stopped = [], unrouted = 0 }: HealthFacts): readonly Finding[] {
  const waiting = stopped.reduce((sum, link) => sum + link.waiting, unrouted);
  const isAll = links.length === 0 && stopped.length > 0 && waiting > 0;
  return [
    ...(isAll ? [critical(`no link is started, and messages wait: ${waiting}`)] : []),
    ...stopped.map((link) => {
      const by = link.by === undefined ? "" : ` by ${link.by}`;
      const rest = link.waiting === 0 ? "" : `, and messages wait for it: ${link.waiting}`;
      const text = `link ${link.name} is stopped${by}${rest}`;
      return { ...warning(text), link: link.name, is: "stopped" as const, since: link.since };
    }),
  ];
}

function linkFindings(facts: HealthFacts): readonly Finding[] {
  const { links = [] } = facts;
  const down = links.filter(({ up }) => !up);
  const severity = down.length === links.length ? critical : warning;
  return [
    ...down.map(({ name, problem, since }) => ({
      ...severity(`link ${name} is down: ${problem ?? "no reason reported"}`),
      link: name,
      since,
    })),
    ...stoppedFindings(facts),
  ];
}

function loopbackFindings({ links = [] }: HealthFacts): readonly Finding[] {
  return links
    .filter(({ delivers }) => !delivers)
    .map(({ name }) => warning(`link ${name} is a loopback: it confirms messages without sending them`));
}

function queueFindings({ now, oldestDue }: HealthFacts): readonly Finding[] {
  const age = now - (oldestDue ?? now);
  if (age <= healthLimits.queueAge.warning) return [];
  const text = `the oldest message waits for ${Math.floor(age / minute)} minutes`;
  return [{ ...(age > healthLimits.queueAge.critical ? critical(text) : warning(text)), since: oldestDue }];
}

function smppFindings({ now, servesSmpp, smppWaiting = [] }: HealthFacts): readonly Finding[] {
  return [
    ...(servesSmpp === false ? [warning("there are SMPP accounts, and no process has the role smpp")] : []),
    ...smppWaiting
      .filter(({ oldest }) => now - oldest > healthLimits.smppWaiting)
      .map(({ systemId, waiting, oldest }) => ({
        ...warning(
          `receipts or messages wait for SMPP account ${systemId}: ${waiting}, the oldest for ${Math.floor((now - oldest) / minute)} minutes`,
        ),
        since: oldest,
      })),
  ];
}

function certificateFindings({ now, certificate }: HealthFacts): readonly Finding[] {
  if (certificate === undefined) return [];
  const { file, from, until } = certificate;
  if (from === undefined || until === undefined) return [critical(`${file} cannot be read as a certificate`)];
  if (from > now) return [critical(`${file} is not valid before ${new Date(from).toISOString()}`)];
  const left = until - now;
  if (left > healthLimits.certificate.warning) return [];
  const text = `${file} ${left < 0 ? "has expired at" : "expires at"} ${new Date(until).toISOString()}`;
  return [left < healthLimits.certificate.critical ? critical(text) : warning(text)];
}

function clockFindings({
  now,
  clockSynchronized,
  latestEntry = 0,
  wrongClocks = [],
}: HealthFacts): readonly Finding[] {
  const seconds = (milliseconds: number): number => Math.round(Math.abs(milliseconds) / 1000);
  const ahead = latestEntry - now;
  return [
    ...wrongClocks.map(({ pid, host, clockAhead }) =>
      warning(
        `the clock of process ${pid} on ${host} is ${seconds(clockAhead)} seconds ${clockAhead > 0 ? "ahead" : "behind"}`,
      ),
    ),
    ...(ahead > healthLimits.clock
      ? [critical(`the database has entries ${seconds(ahead)} seconds in the future`)]
      : clockSynchronized === false
        ? [warning("the system clock is not synchronized")]
        : []),
  ];
}

function balanceFindings(facts: HealthFacts): readonly Finding[] {
  return (facts.lowBalances ?? []).map(({ customerId, kind, left, threshold }) => {
    const text = `has ${creditsText(left)} ${kind} credits left, less than ${creditsText(threshold)}`;
    return ofCustomer(facts, customerId, text);
  });
}

/** Customers that are held, then unusual traffic: one finding for each customer, kind and destination. */
function unusualFindings(facts: HealthFacts): readonly Finding[] {
  const { unusual = [], held = [] } = facts;
  return [
    ...held.map(({ customerId, since }) => ({
      ...ofCustomer(facts, customerId, "is held: its new messages are refused", since),
      is: "held" as const,
    })),
    ...unusual.map(({ at, ...each }) =>
      ofCustomer(facts, each.customerId, `has unusual traffic: ${unusualText(each)}`, at),
    ),
  ];
}

function providerFindings(facts: HealthFacts): readonly Finding[] {
  return (facts.lostProviders ?? []).map(({ customerId, name, provider }) => {
    const text = `has user ${name} with the provider ${provider}, which no link has`;
    return ofCustomer(facts, customerId, text);
  });
}

const openFilesFindings: Rule = ({ openFiles = Infinity }) =>
  openFiles < healthLimits.openFiles ? [warning(`a process may open ${openFiles} files`)] : [];

/** Every problem with its advice and its rule, in the order of the output. */
export const problemTable = {
  configuration: {
    advice: "correct the setting; messenger config check verifies it",
    rule: reason("configuration"),
  },
  database: {
    advice: "follow the hint; docs/reference/store-errors.md lists all reasons",
    rule: reason("database"),
  },
  disk: { advice: "free space or enlarge the disk; a full disk stops all sending", rule: diskFindings },
  delivery: {
    advice: "start messenger serve, with the role delivery if processes have roles",
    rule: ({ isDelivering }: HealthFacts) =>
      isDelivering === false ? [critical("no process delivers messages")] : [],
  },
  version: {
    advice: "restart all processes with one version; messenger process list shows them",
    rule: ({ otherVersions = [] }: HealthFacts) =>
      otherVersions.map(({ pid, host, version }) =>
        warning(
          `process ${pid} on ${host} runs version ${version}; earlier versions log operators in without their one-time codes`,
        ),
      ),
  },
  link: {
    advice: "messenger link show NAME; start the link, or ask the operator of the network",
    rule: linkFindings,
  },
  loopback: {
    advice: "messenger link add, with the URL of a network; a loopback is for tests",
    rule: loopbackFindings,
  },
  queueAge: { advice: "messenger queue show; compare windows and rates of the links", rule: queueFindings },
  noRoute: {
    advice: "messenger route list; add a route for these numbers",
    rule: ({ unroutable = 0 }: HealthFacts) =>
      unroutable > 0
        ? [warning(`${counted(unroutable, "message")} ${unroutable === 1 ? "matches" : "match"} no route`)]
        : [],
  },
  uncertain: {
    advice: "messenger queue uncertain list; resend or give up",
    rule: ({ uncertain = 0, uncertainSince: since }: HealthFacts) =>
      uncertain > 0
        ? [
            {
              ...warning(`${counted(uncertain, "message")} ${uncertain === 1 ? "is" : "are"} uncertain`),
              since,
            },
          ]
        : [],
  },
  smpp: {
    advice: "messenger smpp sessions; the client has to bind as a receiver or transceiver within 72 hours",
    rule: smppFindings,
  },
  transaction: {
    advice:
      "end it: SELECT pg_terminate_backend(PROCESS), or ROLLBACK PREPARED; old rows make sending slower meanwhile",
    rule: (facts: HealthFacts) => longTransactions(facts).map(warning),
  },
  replica: {
    advice: "patronictl list; start the machines of the replicas, and look at their disks and network",
    rule: (facts: HealthFacts) => [
      ...waitingWrites(facts).map(critical),
      ...replicasBehind(facts).map(warning),
    ],
  },
  draining: {
    advice: "ask the customer to pay, then messenger credit add CUSTOMER KIND AMOUNT",
    rule: ofCustomers(({ draining }) => draining, drainingAccounts),
  },
  countryLimit: {
    advice:
      "ask the customer; messenger customer spending CUSTOMER, customer change CUSTOMER --country-credits",
    rule: ofCustomers((facts) => facts.limitsReached, reachedLimits),
  },
  refusedCalls: {
    advice: "messenger credit show CUSTOMER, or ask the customer; the portal shows them under Developers",
    rule: ofCustomers((facts) => facts.refusedCalls, refusedCalls),
  },
  callbacks: {
    advice: "messenger callback list --customer CUSTOMER; once its server works, messenger callback retry",
    rule: ofCustomers((facts) => facts.failingCallbacks, failingCallbacks),
  },
  lowBalance: {
    advice: "messenger credit add CUSTOMER KIND AMOUNT, or customer change CUSTOMER --low-balance 0",
    rule: balanceFindings,
  },
  unusualTraffic: {
    advice: "ask the customer; block it if its key was stolen; messenger customer release ends a hold",
    rule: unusualFindings,
  },
  provider: {
    advice:
      "messenger link change NAME --set provider=GUID, or messenger tube set CUSTOMER USER --provider with another one",
    rule: providerFindings,
  },
  samePassword: {
    advice: "messenger user invite CUSTOMER USER --role ROLE: the portal then has a password of its own",
    rule: ofCustomers((facts) => facts.samePasswords, samePasswords),
  },
  weakPassword: {
    advice: "messenger user password CUSTOMER USER, once its programs can have another one",
    rule: ofCustomers((facts) => facts.weakPasswords, weakPasswords),
  },
  misread: {
    advice: "correct the numbers where they come from; import the list again, or messenger blacklist remove",
    rule: ofCustomers(({ misread }) => misread, misreadTexts),
  },
  nationalOptOut: {
    advice: "messenger link change NAME --set countryCode=CODE; blacklist add the whole number",
    rule: ofCustomers((facts) => facts.nationalOptOuts, nationalOptOuts),
  },
  certificate: { advice: "renew the certificate, then messenger reload", rule: certificateFindings },
  clock: { advice: "start an NTP client, for example systemd-timesyncd or chrony", rule: clockFindings },
  openFiles: { advice: "raise the limit: LimitNOFILE= of systemd, or ulimit -n", rule: openFilesFindings },
  exposure: {
    advice: "restrict the permissions of the database file, or encrypt the connection to the database",
    rule: ({ exposures = [] }: HealthFacts) => exposures.map(warning),
  },
} as const satisfies Readonly<Record<string, { readonly advice: string; readonly rule: Rule }>>;

export type ProblemCode = keyof typeof problemTable;

export const problemCodes = Object.keys(problemTable) as readonly ProblemCode[];

/** Problems that follow from the facts, in the order of the table. */
export function problemsIn(facts: HealthFacts): readonly Problem[] {
  return problemCodes.flatMap((code) =>
    problemTable[code].rule(facts).map((finding) => ({ code, ...finding })),
  );
}
