import type { Labels, MetricName, NameOf } from "./definitions.ts";

export type Recorder = {
  count(name: MetricName, labels: Record<string, string>): void;
  time(name: MetricName, labels: Record<string, string>, seconds: number): void;
  set(name: MetricName, labels: Record<string, string>, value: number): void;
};

type Reading<Of> = { labels: Of; value: number };
export type Read<Of = Record<string, string>> = () => Reading<Of>[] | Promise<Reading<Of>[]>;

let recorder: Recorder | undefined;
const reads = new Map<MetricName, Read>();

/** Nothing is recorded before. `undefined` stops it. */
export function recordWith(next: Recorder | undefined): void {
  recorder = next;
}

export function count<Name extends NameOf<"counter">>(name: Name, labels: Labels<Name>): void {
  recorder?.count(name, labels);
}

export function time<Name extends NameOf<"histogram">>(
  name: Name,
  labels: Labels<Name>,
  seconds: number,
): void {
  recorder?.time(name, labels, seconds);
}

export function set<Name extends NameOf<"gauge">>(
  name: Name,
  labels: Labels<Name>,
  value: number,
): void {
  recorder?.set(name, labels, value);
}

/** At each scrape, by the last `read` of a name; while it fails, the metric is missing. */
export function readAtScrape<Name extends NameOf<"gauge">>(
  name: Name,
  read: Read<Labels<Name>>,
): void {
  reads.set(name, read);
}

export const scrapedReads = (): ReadonlyMap<MetricName, Read> => reads;
