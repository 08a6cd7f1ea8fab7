import { spawnSync } from "node:child_process";
import { test } from "@jest/globals";

/**
 * Other programs that read our output. A test with a peer that is not installed is skipped, and its name contains what
 * to install; with MESSENGER_REQUIRE_PEERS=1 it fails instead.
 */
interface Peer {
  readonly command: string;
  /** Arguments with which the command ends well exactly if all that is needed is there. */
  readonly probe: readonly string[];
  /** Debian packages, or a command. */
  readonly install: string;
}

const PEERS = {
  php: {
    command: "php",
    probe: ["-r", "exit(class_exists('SoapClient') ? 0 : 1);"],
    install: "php-cli php-soap",
  },
  bash: { command: "bash", probe: ["--version"], install: "bash" },
  zsh: { command: "zsh", probe: ["--version"], install: "zsh" },
  fish: { command: "fish", probe: ["--version"], install: "fish" },
  curl: { command: "curl", probe: ["--version"], install: "curl" },
  tshark: { command: "tshark", probe: ["--version"], install: "tshark" },
  java: { command: "java", probe: ["--version"], install: "default-jdk-headless" },
  perl: {
    command: "perl",
    probe: ["-MEncode", "-MHTTP::Tiny", "-MDigest::SHA", "-MMIME::Base64", "-e", "1"],
    install: "perl",
  },
  netSmpp: { command: "perl", probe: ["-MNet::SMPP", "-e", "1"], install: "libnet-smpp-perl" },
  kannel: { command: "test", probe: ["-x", "/usr/sbin/bearerbox"], install: "kannel" },
  driveSmpp: {
    command: "test",
    probe: ["-x", "/usr/lib/kannel/test/drive_smpp"],
    install: "kannel-extras",
  },
  python: { command: "python3", probe: ["-c", "import email"], install: "python3" },
  ruby: {
    command: "ruby",
    probe: ["-rrexml/document", "-rjson", "-e", "1"],
    install: "ruby ruby-rexml",
  },
  script: { command: "script", probe: ["--version"], install: "bsdutils" },
  prlimit: { command: "prlimit", probe: ["--fsize"], install: "util-linux" },
  esbuild: { command: "node_modules/.bin/esbuild", probe: ["--version"], install: "npm ci" },
  wss4j: {
    command: "sh",
    probe: ["-c", "test -f /usr/share/java/wss4j.jar && javac -version && command -v keytool openssl"],
    install: "libwss4j-java default-jdk-headless openssl",
  },
  zeep: {
    command: "/usr/bin/python3",
    probe: ["-c", "import zeep, xmlsec"],
    install: "python3-zeep python3-xmlsec openssl",
  },
  soapServers: {
    command: "sh",
    probe: [
      "-c",
      "php -r 'exit(class_exists(\"SoapServer\") ? 0 : 1);' && /usr/bin/python3 -c 'import spyne, lxml' && test -f /usr/share/java/jaxws-rt.jar && javac -version",
    ],
    install: "php-cli php-soap python3-spyne libjaxws-java default-jdk-headless",
  },
  lighttpd: { command: "lighttpd", probe: ["-v"], install: "lighttpd" },
  tinyproxy: { command: "tinyproxy", probe: ["-v"], install: "tinyproxy openssl" },
  squid: {
    command: "sh",
    probe: ["-c", "command -v squid ntlm_auth && squid -v"],
    install: "squid winbind",
  },
  promtool: { command: "promtool", probe: ["--version"], install: "prometheus" },
  systemdAnalyze: { command: "systemd-analyze", probe: ["--version"], install: "systemd" },
  systemd: {
    command: "sh",
    probe: ["-c", "test -x /usr/lib/systemd/systemd && command -v curl && unshare --mount --pid --fork true"],
    install: "systemd curl, run as root",
  },
  systemdNotify: { command: "systemd-notify", probe: ["--version"], install: "systemd" },
  nginx: { command: "nginx", probe: ["-v"], install: "nginx-light" },
  haproxy: { command: "haproxy", probe: ["-v"], install: "haproxy" },
  cluster: {
    command: "sh",
    probe: [
      "-c",
      "test -x /usr/bin/patroni && etcd --version && haproxy -v && ls /usr/lib/postgresql/*/bin/initdb",
    ],
    install: "patroni etcd-server haproxy postgresql",
  },
  pgbouncer: { command: "pgbouncer", probe: ["--version"], install: "pgbouncer" },
  logrotate: { command: "logrotate", probe: ["--version"], install: "logrotate" },
  chromium: {
    command: "sh",
    probe: [
      "-c",
      'chromium-headless-shell --no-sandbox --version && test -d "$MESSENGER_FRAMEWORKS/playwright-core"',
    ],
    install: "chromium-headless-shell fonts-dejavu-core, and the npm packages of .ci/run",
  },
  xmllint: { command: "xmllint", probe: ["--version"], install: "libxml2-utils" },
} as const satisfies Readonly<Record<string, Peer>>;

export type PeerName = keyof typeof PEERS;

export interface PeerRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a peer to its end; `input` is its standard input. */
export function runPeer(name: PeerName, args: readonly string[], input = ""): PeerRun {
  const { status, stdout, stderr } = spawnSync(PEERS[name].command, args, {
    input,
    encoding: "utf8",
    timeout: 150_000,
  });
  return { status, stdout, stderr };
}

const found = new Map<PeerName, boolean>();

export function isInstalled(name: PeerName): boolean {
  const known = found.get(name);
  if (known !== undefined) return known;
  const { status } = spawnSync(PEERS[name].command, PEERS[name].probe, { stdio: "ignore", timeout: 150_000 });
  found.set(name, status === 0);
  return status === 0;
}

export type Declare = (title: string, body: () => Promise<void>, timeout?: number) => void;

/** A test that needs a peer. `declare`: `test.concurrent` for one that waits most of its time; `timeout`: milliseconds. */
export function testWithPeer(
  name: PeerName,
  title: string,
  body: () => void | Promise<void>,
  { declare = test, timeout }: { readonly declare?: Declare; readonly timeout?: number } = {},
): void {
  if (isInstalled(name)) {
    declare(title, async () => body(), timeout);
    return;
  }
  const missing = `${name} is not installed (apt-get install ${PEERS[name].install})`;
  if (process.env["MESSENGER_REQUIRE_PEERS"] === "1") {
    test(title, () => {
      throw new Error(missing);
    });
    return;
  }
  const leftOut = test.skip;
  leftOut(`${title}: left out, ${missing}`, async () => body());
}
