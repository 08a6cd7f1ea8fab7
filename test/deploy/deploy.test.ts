import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { problemCodes } from "#server/admin/health.js";
import { readConfigFile } from "#server/config/config-file.js";
import { metricTable } from "#server/monitoring/catalogue.js";
import { testWithPeer } from "../peers.js";

const folder = mkdtempSync(join(tmpdir(), "messenger-deploy-"));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const read = (name: string): string => readFileSync(`deploy/${name}`, "utf8");

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

interface AlertTest {
  readonly name: string;
  readonly input_series: readonly { readonly series: string }[];
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly object[] }[];
}

const { groups } = parse(read("prometheus/alerts.yml")) as {
  readonly groups: readonly { readonly rules: readonly Alert[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules);
const { tests } = parse(read("prometheus/alerts.test.yml")) as { readonly tests: readonly AlertTest[] };

/** Metrics of an expression with the labels that it names, which must exist. */
function unknownIn(expression: string): readonly string[] {
  const known = new Map<string, { readonly kind: string; readonly labels: readonly string[] }>(
    Object.entries(metricTable),
  );
  const names = expression.match(/\b(?:messenger|process|nodejs)_[a-z_]+/gu) ?? [];
  const families = names.map((name) => {
    const base = name.replace(/_(bucket|sum|count)$/u, "");
    return known.get(name) ?? (known.get(base)?.kind === "histogram" ? known.get(base) : undefined);
  });
  const labels = new Set(families.flatMap((family) => family?.labels ?? []));
  const selected = [...expression.matchAll(/([a-z_]+)(?:=|!=|=~|!~)"/gu)].map((match) => match[1] ?? "");
  const grouped = [...expression.matchAll(/\b(?:by|on) \(([^)]*)\)/gu)].flatMap((match) =>
    (match[1] ?? "").split(/,\s*/u),
  );
  const ofPrometheus = ["job", "instance", "le"];
  return [
    ...names.filter((_, index) => families[index] === undefined),
    ...[...selected, ...grouped].filter((label) => !labels.has(label) && !ofPrometheus.includes(label)),
  ];
}

describe("Prometheus alerts", () => {
  test.each(alerts.map((alert) => [alert.alert, alert] as const))(
    "%s uses metrics and labels that exist, has a test in which it fires, and a place in the runbook",
    (name, { expr, labels, annotations }) => {
      expect(unknownIn(expr)).toEqual([]);
      expect(["critical", "warning"]).toContain(labels.severity);
      const own = tests.find((each) => each.name === name);
      const fires = own?.alert_rule_test.some(
        ({ alertname, exp_alerts: expected }) => alertname === name && expected.length > 0,
      );
      expect(fires).toBe(true);
      expect(own?.input_series.flatMap(({ series }) => unknownIn(series))).toEqual([]);
      const [, anchor] = annotations.runbook_url.split("/docs/guides/production.md#");
      expect(anchor).toBe(name.toLowerCase());
      expect(readFileSync("docs/guides/production.md", "utf8")).toContain(`\n### ${name}\n`);
    },
  );

  test("no alert fires for a healthy service", () => {
    const healthy = tests.find(({ name }) => name === "healthy");
    const checked = healthy?.alert_rule_test.filter(({ exp_alerts: expected }) => expected.length === 0);
    expect(checked?.map(({ alertname }) => alertname)).toEqual(alerts.map(({ alert }) => alert));
  });

  test("a name of a metric that does not exist is found", () => {
    expect(unknownIn('sum by (job, link) (messenger_link_upp{state="x"})')).toEqual([
      ...["messenger_link_upp", "state", "link"],
    ]);
  });

  testWithPeer("promtool", "promtool accepts the rules, and every alert fires in its test", () => {
    for (const args of [
      ["check", "rules", "deploy/prometheus/alerts.yml"],
      ["test", "rules", "deploy/prometheus/alerts.test.yml"],
      ["check", "config", "--syntax-only", "deploy/prometheus/prometheus.yml"],
    ]) {
      const { status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8" });
      expect({ args, status, output: status === 0 ? "" : stdout + stderr }).toEqual({
        args,
        status: 0,
        output: "",
      });
    }
  });
});

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets: readonly { readonly expr: string }[];
}

describe("the Grafana dashboard", () => {
  const { panels } = JSON.parse(read("grafana/messenger.json")) as { readonly panels: readonly Panel[] };

  test.each(panels.map((panel) => [panel.title, panel] as const))(
    "%s shows metrics that exist",
    (_, panel) => {
      expect(panel.targets.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
    },
  );

  test("its panels have ids of their own and do not overlap", () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)}/${y + Math.floor(n / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });
});

/** Lines of a unit, without those in which that of one process and the template differ. */
function commonLines(unit: string): readonly string[] {
  const differ = /^(?:#|Description=|EnvironmentFile=|ExecStart=|RuntimeDirectory=)/u;
  return unit.split("\n").filter((line) => !differ.test(line));
}

test("the systemd unit of one of several processes differs from the other one where it must", () => {
  const template = read("systemd/messenger@.service");
  expect(commonLines(template)).toEqual(commonLines(read("systemd/messenger.service")));
});

describe.each(["messenger.service", "messenger@.service"])("the systemd unit %s", (name) => {
  const unit = read(`systemd/${name}`);

  testWithPeer("systemdAnalyze", "systemd-analyze verify accepts it, and its exposure is low", () => {
    const file = join(folder, name.replace("@", "@api-1"));
    writeFileSync(file, unit.replaceAll("/usr/bin/messenger", process.execPath));
    const verified = spawnSync("systemd-analyze", ["verify", "--man=no", file], { encoding: "utf8" });
    const own = verified.stderr.split("\n").filter((line) => line.includes("messenger"));
    expect({ status: verified.status, own }).toEqual({ status: 0, own: [] });
    const words = ["security", "--offline=true", "--threshold=20", "--no-pager", file];
    expect(spawnSync("systemd-analyze", words, { encoding: "utf8" }).status).toBe(0);
  });

  test("starts a command that exists, with options that exist, and waits for its notice", () => {
    const [, line = ""] = /^ExecStart=\/usr\/bin\/messenger (.*)$/mu.exec(unit) ?? [];
    const help = execFileSync(process.execPath, ["bin/messenger.js", "serve", "--help"], {
      encoding: "utf8",
    });
    for (const [flag] of line.matchAll(/--[a-z-]+/gu)) expect(help).toContain(flag);
    expect(unit).toMatch(/^Type=notify$/mu);
    expect(unit).toMatch(/^ExecReload=\/bin\/kill -HUP \$MAINPID$/mu);
  });
});

/** Instructions of a Dockerfile: continuation lines are joined. */
function instructions(): readonly (readonly [string, string])[] {
  const joined = read("docker/Dockerfile")
    .replace(/^#.*\n/gmu, "")
    .replace(/\\\n\s*/gu, " ");
  return joined
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => [line.split(" ", 1)[0] ?? "", line.slice(line.indexOf(" ") + 1)]);
}

describe("the Dockerfile", () => {
  const of = (wanted: string): readonly string[] =>
    instructions().flatMap(([name, text]) => (name === wanted ? [text] : []));

  test.each(["FROM", "WORKDIR", "USER", "HEALTHCHECK", "ENTRYPOINT", "CMD", "STOPSIGNAL", "VOLUME"])(
    "has %s",
    (name) => {
      expect(of(name)).not.toEqual([]);
    },
  );

  test("follows the rules of hadolint: pinned images, absolute folders, no ADD, no sudo, JSON forms, no root", () => {
    for (const image of of("FROM")) expect(image).toMatch(/^[a-z]+:\d+\.\d+[\w.-]*( AS [a-z]+)?$/u);
    for (const path of of("WORKDIR")) expect(path).toMatch(/^\//u);
    for (const form of [...of("ENTRYPOINT"), ...of("CMD")])
      expect(JSON.parse(form)).toEqual(expect.any(Array));
    expect(of("ADD")).toEqual([]);
    expect(of("RUN").join()).not.toMatch(/sudo|apt-get|curl .*\|/u);
    expect(of("USER").at(-1)).toBe("node");
    const last = instructions().map(([name]) => name);
    expect(last.lastIndexOf("USER")).toBeGreaterThan(last.lastIndexOf("RUN"));
  });

  test("installs the versions of the lockfile, with the driver of PostgreSQL that the tests use", () => {
    expect(of("RUN").join()).toContain("npm ci --ignore-scripts --omit=dev");
    expect(of("RUN").join()).not.toContain("npm install");
    type Manifest = Readonly<Record<"dependencies" | "devDependencies", Readonly<Record<string, string>>>>;
    const manifest = (path: string): Manifest => JSON.parse(readFileSync(path, "utf8")) as Manifest;
    const { dependencies } = manifest("deploy/docker/package.json");
    expect(dependencies["pg"]).toBe(manifest("package.json").devDependencies["pg"]);
    expect(readFileSync(".dockerignore", "utf8").split("\n")).not.toContain("deploy");
  });

  test("sets variables that serve knows, and its health check is a program that runs", () => {
    const help = execFileSync(process.execPath, ["bin/messenger.js", "serve", "--help"], {
      encoding: "utf8",
    });
    const names =
      of("ENV")
        .join(" ")
        .match(/MESSENGER_[A-Z_]+/gu) ?? [];
    for (const name of names) expect(help).toContain(name);
    const [, command = "[]"] = /CMD (\[.*\])$/u.exec(of("HEALTHCHECK")[0] ?? "") ?? [];
    const [, ...args] = JSON.parse(command) as readonly string[];
    const elsewhere = args.map((text) => text.replace("9464", "1"));
    expect(spawnSync(process.execPath, elsewhere).status).toBe(1);
  });
});

interface Service {
  readonly image?: string;
  readonly build?: { readonly dockerfile: string };
  readonly privileged?: boolean;
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly secrets?: readonly (string | { readonly source: string })[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, object>>;
}

describe("the compose file", () => {
  const compose = parse(read("docker/compose.yaml")) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly volumes: Readonly<Record<string, object>>;
    readonly secrets: Readonly<Record<string, object>>;
  };
  const services = Object.entries(compose.services);

  test.each(services)(
    "%s uses pinned images, limits, declared volumes and secrets, and ports of this machine only",
    (_, each) => {
      expect(each.image).toMatch(/:v?\d+\.\d+/u);
      expect(each.privileged).toBeUndefined();
      expect([each.mem_limit, each.pids_limit]).not.toContain(undefined);
      for (const port of each.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/u);
      for (const volume of each.volumes ?? [])
        if (!volume.startsWith(".")) expect(Object.keys(compose.volumes)).toContain(volume.split(":", 1)[0]);
      for (const secret of each.secrets ?? [])
        expect(Object.keys(compose.secrets)).toContain(typeof secret === "string" ? secret : secret.source);
      const needed = each.depends_on ?? [];
      for (const name of Array.isArray(needed) ? needed : Object.keys(needed))
        expect(Object.keys(compose.services)).toContain(name);
    },
  );

  test("its configuration is valid, and its scrape target is the admin listener", () => {
    const { settings } = readConfigFile("deploy/docker/messenger.yaml");
    expect(settings.admin).toBe("0.0.0.0:9464");
    expect(read("prometheus/prometheus.yml")).toContain('targets: ["messenger:9464"]');
  });
});

describe("log rotation", () => {
  testWithPeer("logrotate", "logrotate accepts its configuration", () => {
    const file = join(folder, "logrotate");
    writeFileSync(file, read("logrotate/messenger").replace(/^ *su .*$/mu, ""), { mode: 0o644 });
    const words = ["--debug", "--state", join(folder, "state"), file];
    expect(spawnSync("logrotate", words, { encoding: "utf8" }).stderr).not.toMatch(/error/u);
  });
});

test("every file of deploy/ is named in a guide", () => {
  const guides = ["production", "cluster"].map((name) => readFileSync(`docs/guides/${name}.md`, "utf8"));
  const files = readdirSync("deploy", { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  // A guide may name all files of a kind in a folder: deploy/cluster/processes/*.env.
  const namesOf = (file: string): readonly string[] => [file, join(dirname(file), `*${extname(file)}`)];
  const isNamed = (file: string): boolean =>
    guides.some((guide) => namesOf(file).some((name) => guide.includes(name)));
  expect(files.filter((file) => !isNamed(file))).toEqual([]);
});

test("every problem of messenger doctor is in the guide", () => {
  const guide = readFileSync("docs/guides/production.md", "utf8");
  for (const code of problemCodes) expect(guide).toContain(`\`${code}\``);
});
