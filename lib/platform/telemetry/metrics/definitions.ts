const HTTP_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const REMOTE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];

type Definition =
  | { type: "counter" | "gauge"; help: string; labels: readonly string[] }
  | { type: "histogram"; help: string; labels: readonly string[]; buckets: readonly number[] };

/** Labels never have ids, addresses or other values that a request names. docs/monitoring.md lists all. */
export const METRICS = {
  bankside_http_requests_total: {
    type: "counter",
    help: "Responses, by the kind and pattern of the route, method and class of status.",
    labels: ["kind", "route", "method", "status"],
  },
  bankside_http_request_duration_seconds: {
    type: "histogram",
    help: "Time from the request's headers to the end of the response. Without live pages.",
    labels: ["kind", "route"],
    buckets: HTTP_SECONDS,
  },
  bankside_live_pages_open: {
    type: "gauge",
    help: "Open pages that follow a payment's status.",
    labels: [],
  },
  bankside_transactions_created_total: {
    type: "counter",
    help: "Transactions this process created.",
    labels: ["mode", "flow"],
  },
  bankside_transactions_finished_total: {
    type: "counter",
    help: "Transactions this process ended: succeeded, or the reason of the failure.",
    labels: ["mode", "outcome"],
  },
  bankside_bank_requests_total: {
    type: "counter",
    help: "Calls of a bank: ok, or the kind of failure.",
    labels: ["bank", "call", "outcome"],
  },
  bankside_bank_request_duration_seconds: {
    type: "histogram",
    help: "Time a bank took, also for calls that failed.",
    labels: ["bank"],
    buckets: REMOTE_SECONDS,
  },
  bankside_bank_alerts_open: {
    type: "gauge",
    help: "Alerts about banks that are not resolved. From the database; only with a worker.",
    labels: ["mode", "kind"],
  },
  bankside_accounts_without_way_to_pay: {
    type: "gauge",
    help: "Accounts with live API keys that can't be paid in live mode. From the database; only with a worker.",
    labels: [],
  },
  bankside_webhook_deliveries_total: {
    type: "counter",
    help: "Delivery attempts: delivered, failed (sent again later), exhausted, or lost (the lease expired first).",
    labels: ["result"],
  },
  bankside_webhook_delivery_duration_seconds: {
    type: "histogram",
    help: "Time until an endpoint responded or the attempt failed.",
    labels: [],
    buckets: REMOTE_SECONDS,
  },
  bankside_webhook_queue_due: {
    type: "gauge",
    help: "Deliveries due now, at most 10,000. From the database; only with a worker.",
    labels: ["endpoint_state"],
  },
  bankside_webhook_queue_oldest_due_seconds: {
    type: "gauge",
    help: "How long the oldest of these has been due, or 0.",
    labels: ["endpoint_state"],
  },
  bankside_job_last_success_timestamp_seconds: {
    type: "gauge",
    help: "When a job of this process's worker last ran without a failure.",
    labels: ["name"],
  },
  bankside_job_failures_total: {
    type: "counter",
    help: "Runs and steps of jobs that failed.",
    labels: ["name"],
  },
  bankside_database_up: {
    type: "gauge",
    help: "1 if the database responds and its schema is this version's.",
    labels: [],
  },
  bankside_database_pool_connections: {
    type: "gauge",
    help: "Connections of the pool: in_use or idle.",
    labels: ["state"],
  },
  bankside_database_pool_waiting: {
    type: "gauge",
    help: "Queries that wait for a connection.",
    labels: [],
  },
  bankside_database_pool_refused_total: {
    type: "counter",
    help: "Queries refused because too many waited.",
    labels: [],
  },
  bankside_database_connections_lost_total: {
    type: "counter",
    help: "Idle connections that broke, and failures to listen.",
    labels: [],
  },
  bankside_clock_drift_seconds: {
    type: "gauge",
    help: "How far this machine's clock is ahead of the database's.",
    labels: [],
  },
} as const satisfies Record<string, Definition>;

export type Metrics = typeof METRICS;
export type MetricName = keyof Metrics;
export type NameOf<Type extends Definition["type"]> = {
  [Name in MetricName]: Metrics[Name]["type"] extends Type ? Name : never;
}[MetricName];
export type Labels<Name extends MetricName> = Record<Metrics[Name]["labels"][number], string>;
