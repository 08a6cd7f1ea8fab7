import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { buckets, metricTable, type MetricForm } from "#server/monitoring/catalogue.js";
import { maxSeries, Metrics } from "#server/monitoring/metrics.js";
import { collectQueues } from "#server/monitoring/queues.js";
import { openStore } from "#server/storage/index.js";
import { keepingLog } from "../host/greeter/server.js";
import { temporaryFolder } from "../storage/fixtures.js";
import { parseExposition } from "./exposition.js";

const forms: [string, MetricForm][] = Object.entries(metricTable);

test.each(forms)("%s is named as its kind and unit ask", (name, { kind, help }) => {
  expect(name).toMatch(/^(messenger|nodejs|process)_[a-z_]+$/);
  if (kind === "counter") expect(name).toMatch(/_total$/);
  else expect(name).not.toMatch(/_total$/);
  if (kind === "histogram") expect(name).toMatch(/_seconds$/);
  expect(help).toMatch(/^[A-Z][^\\\n|]*\.$/);
});

describe("metrics", () => {
  test("nothing counted, nothing printed", async () => {
    expect(await new Metrics().print()).toBe("");
  });

  test("counters add up, per labels", async () => {
    const metrics = new Metrics();
    metrics.add("messenger_requests_refused_total", ["404"]);
    metrics.add("messenger_requests_refused_total", ["404"], 2);
    metrics.add("messenger_requests_refused_total", ["413"]);
    expect(await metrics.print()).toBe(
      "# HELP messenger_requests_refused_total Requests refused before an operation was called.\n" +
        "# TYPE messenger_requests_refused_total counter\n" +
        'messenger_requests_refused_total{status="404"} 3\n' +
        'messenger_requests_refused_total{status="413"} 1\n',
    );
  });

  test.each([
    { seconds: 0, bucket: 0 },
    { seconds: 0.001, bucket: 0 },
    { seconds: 0.0011, bucket: 1 },
    { seconds: 30, bucket: buckets.length - 1 },
    { seconds: 31, bucket: buckets.length },
  ])("a time of $seconds s is counted in the first bucket that holds it", async ({ seconds, bucket }) => {
    const metrics = new Metrics();
    metrics.observe("messenger_store_commit_seconds", [], seconds);
    const [family] = parseExposition(await metrics.print());
    const counts = family?.samples.filter(({ name }) => name.endsWith("_bucket")).map(({ value }) => value);
    expect(counts).toEqual([...buckets, Infinity].map((_, index) => (index < bucket ? 0 : 1)));
    expect(family?.samples.find(({ name }) => name.endsWith("_sum"))?.value).toBe(seconds);
  });

  test("series beyond the limit are not kept", async () => {
    const metrics = new Metrics();
    for (let index = 0; index < maxSeries + 10; index++)
      metrics.add("messenger_requests_refused_total", [String(index)]);
    expect(parseExposition(await metrics.print())[0]?.samples).toHaveLength(maxSeries);
  });

  test("collectors run before each print", async () => {
    const metrics = new Metrics();
    let scrapes = 0;
    metrics.collectWith(async () => {
      metrics.set("nodejs_heap_used_bytes", [], ++scrapes);
    });
    await metrics.print();
    expect(parseExposition(await metrics.print())[0]?.samples).toEqual([
      { name: "nodejs_heap_used_bytes", labels: {}, value: 2 },
    ]);
  });

  test("any label value and any count come back as they were", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.string({ unit: "grapheme" }),
          fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
        ),
        async (counts) => {
          const metrics = new Metrics();
          for (const [status, count] of Object.entries(counts))
            metrics.add("messenger_requests_refused_total", [status], count);
          const text = await metrics.print();
          const samples = text === "" ? [] : (parseExposition(text)[0]?.samples ?? []);
          expect(samples.map(({ labels, value }) => [labels["status"], value])).toEqual(
            Object.entries(counts).map(([status, count]) => [status, count + 0]),
          );
        },
      ),
    );
  });
});

test("metrics of a store that fails: what is counted, messenger_store_up 0, and no old values", async () => {
  const folder = temporaryFolder();
  const store = await openStore(`sqlite:${folder.path}/messenger.db`);
  const metrics = new Metrics();
  const log = keepingLog();
  collectQueues(metrics, store, () => 0, log);
  metrics.add("messenger_requests_refused_total", ["404"]);
  expect(await metrics.print()).toContain("\nmessenger_store_up 1\n");
  await store.close();
  folder.remove();
  const printed = await metrics.print();
  expect(printed).toContain('messenger_requests_refused_total{status="404"} 1\n');
  expect(printed).toContain("\nmessenger_store_up 0\n");
  expect(printed).not.toMatch(/^messenger_(outbox|link)/m);
  expect(log.lines.map(({ event }) => event)).toEqual(["store cannot be read for metrics"]);
});
