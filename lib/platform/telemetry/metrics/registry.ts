import { setTimeout as sleep } from "node:timers/promises";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { METRICS, type MetricName } from "./definitions.ts";
import { type Read, type Recorder, scrapedReads } from "./record.ts";

const PATIENCE_MS = 2_000;
// So that a stranger's scrapes cost nothing.
const KEPT_MS = 1_000;

export function createRegistry({ keptMs = KEPT_MS }: { keptMs?: number } = {}) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = new Map<string, Counter>();
  const gauges = new Map<string, Gauge>();
  const histograms = new Map<string, Histogram>();
  for (const [name, definition] of Object.entries(METRICS)) {
    const { help, labels } = definition;
    const config = { name, help, labelNames: [...labels], registers: [registry] };
    if (definition.type === "counter") counters.set(name, new Counter(config));
    else if (definition.type === "gauge") gauges.set(name, new Gauge(config));
    else {
      histograms.set(name, new Histogram({ ...config, buckets: [...definition.buckets] }));
    }
  }

  const recorder: Recorder = {
    count: (name, labels) => counters.get(name)?.inc(labels),
    time: (name, labels, seconds) => histograms.get(name)?.observe(labels, seconds),
    set: (name, labels, value) => gauges.get(name)?.set(labels, value),
  };

  async function readOne(name: MetricName, read: Read): Promise<void> {
    const gauge = gauges.get(name);
    gauge?.reset();
    const late = sleep(PATIENCE_MS, [], { ref: false });
    const readings = await Promise.race([(async () => read())(), late]).catch(() => []);
    // A gauge without labels is 0 after a reset.
    if (readings.length === 0) gauge?.remove({});
    for (const { labels, value } of readings) gauge?.set(labels, value);
  }

  async function collect(): Promise<string> {
    await Promise.all([...scrapedReads()].map(([name, read]) => readOne(name, read)));
    return registry.metrics();
  }

  let kept: Promise<string> | undefined;
  return {
    recorder,
    contentType: registry.contentType,
    text(): Promise<string> {
      kept ??= collect().finally(() => {
        setTimeout(() => {
          kept = undefined;
        }, keptMs).unref();
      });
      return kept;
    },
    names: () => registry.getMetricsAsArray().map(({ name }) => name),
  };
}
