import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { parseYaml } from "@redocly/openapi-core";
import { z } from "zod";
import { METRICS } from "#lib/platform/telemetry/metrics/definitions.ts";
import { createRegistry } from "#lib/platform/telemetry/metrics/registry.ts";

const DOCUMENT = readFileSync("docs/monitoring.md", "utf8");
/** Prometheus adds them. */
const TARGET_LABELS = ["job", "instance"];

const rulesSchema = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Bankside[A-Za-z]+$/),
          expr: z.string().min(1),
          for: z
            .string()
            .regex(/^\d+[smh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(["critical", "warning"]) }),
          annotations: z.strictObject({ summary: z.string(), description: z.string() }),
        }),
      ),
    }),
  ),
});
const dashboardSchema = z.object({
  uid: z.string(),
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).default([]),
    }),
  ),
});

const rules = rulesSchema
  .parse(parseYaml(readFileSync("deploy/prometheus/alerts.yaml", "utf8")))
  .groups.flatMap((group) => group.rules);
const { panels } = dashboardSchema.parse(
  JSON.parse(readFileSync("deploy/grafana/bankside.json", "utf8")),
);

const series = (() => {
  const labelsOf = new Map<string, readonly string[]>();
  for (const name of createRegistry().names()) labelsOf.set(name, []);
  for (const [name, { type, labels }] of Object.entries(METRICS)) {
    labelsOf.set(name, labels);
    if (type !== "histogram") continue;
    labelsOf.delete(name);
    for (const part of ["sum", "count"]) labelsOf.set(`${name}_${part}`, labels);
    labelsOf.set(`${name}_bucket`, [...labels, "le"]);
  }
  return labelsOf;
})();

const LABELS_OF_SELECTOR = /(\w+)\s*(?:=~|!~|!=|=)\s*"/g;

/** What an expression of PromQL names and the metrics don't have. */
function problemsOf(expr: string): string[] {
  const selectors = [...expr.matchAll(/\b((?:bankside|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)];
  if (selectors.length === 0 && !/\bup\b/.test(expr)) return ["no metric at all"];
  const known = selectors.flatMap(([, name = ""]) => [...(series.get(name) ?? [])]);
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) => names(list));
  return [
    ...selectors.flatMap(([, name = "", matchers = ""]) => problemsOfSelector(name, matchers)),
    ...grouped
      .filter((label) => ![...known, ...TARGET_LABELS].includes(label))
      .map((label) => `no label ${label} to group by`),
    ...["()", "{}", "[]"].flatMap((pair) => (isBalanced(expr, pair) ? [] : ["unbalanced"])),
  ];
}

function problemsOfSelector(name: string, matchers: string): string[] {
  const labels = series.get(name);
  if (!labels) return [`no metric ${name}`];
  return [...matchers.matchAll(LABELS_OF_SELECTOR)]
    .map(([, label = ""]) => label)
    .filter((label) => ![...labels, ...TARGET_LABELS].includes(label))
    .map((label) => `${name} has no label ${label}`);
}

function isBalanced(expr: string, [open = "", close = ""]: string): boolean {
  return expr.split(open).length === expr.split(close).length;
}

const names = (list: string) => list.split(",").map((name) => name.trim());

describe("monitoring", () => {
  it("finds a metric and a label that do not exist", () => {
    assert.deepEqual(
      problemsOf('sum by (kind) (rate(bankside_http_requests_total{job="x"}[5m]))'),
      [],
    );
    assert.deepEqual(problemsOf("bankside_gone"), ["no metric bankside_gone"]);
    assert.deepEqual(problemsOf('bankside_database_up{mode="live"}'), [
      "bankside_database_up has no label mode",
    ]);
    assert.deepEqual(problemsOf("sum by (bank) (bankside_database_up)"), [
      "no label bank to group by",
    ]);
    assert.deepEqual(problemsOf("sum(bankside_bank_request_duration_seconds)"), [
      "no metric bankside_bank_request_duration_seconds",
    ]);
    assert.deepEqual(problemsOf("sum(bankside_database_up"), ["unbalanced"]);
  });

  it("has a dashboard with existing metrics and labels only, and shows each metric", () => {
    const exprs = panels.flatMap(({ targets }) => targets);
    for (const { expr, legendFormat } of exprs) {
      assert.deepEqual(problemsOf(expr), [], expr);
      for (const [, label = ""] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) {
        const isThere = expr.includes(`${label},`) || expr.includes(label) || label === "instance";
        assert.ok(isThere, `${expr}: ${legendFormat}`);
      }
    }
    const all = exprs.map(({ expr }) => expr).join(" ");
    for (const name of Object.keys(METRICS)) assert.ok(all.includes(name), name);
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  });

  it("has described alert rules with existing metrics and labels only", () => {
    assert.ok(rules.length > 8);
    for (const { alert, expr, annotations } of rules) {
      assert.deepEqual(problemsOf(expr), [], alert);
      const used = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label);
      for (const label of used) {
        const isThere = expr.includes(label ?? "") || TARGET_LABELS.includes(label ?? "");
        const isOfMetric = [...series].some(
          ([name, labels]) => expr.includes(name) && labels.includes(label ?? ""),
        );
        assert.ok(isThere || isOfMetric, `${alert}: ${label}`);
      }
    }
    const described = [...DOCUMENT.matchAll(/^\| `(Bankside\w+)` \|/gm)].map(([, name]) => name);
    assert.deepEqual(
      described,
      rules.map(({ alert }) => alert),
    );
  });

  it("has a row in docs/monitoring.md for each metric, and no others", () => {
    const rows = Object.entries(METRICS).map(([name, { type, labels, help }]) => {
      const listed = labels.map((label) => `\`${label}\``).join(", ");
      return `| \`${name}\` | ${type} | ${listed} | ${help} |`;
    });
    const found = DOCUMENT.split("\n").filter((line) => line.startsWith("| `bankside_"));
    assert.deepEqual(found, rows);
    const labels = new Set(Object.values(METRICS).flatMap((metric) => [...metric.labels]));
    for (const label of labels)
      assert.match(DOCUMENT, new RegExp(`^\\|[^|]*\`${label}\``, "m"), label);
  });
});
