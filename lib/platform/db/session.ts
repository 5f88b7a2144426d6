/** Milliseconds. */
export const TIME_LIMITS = {
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 20_000,
};

// A prepared statement keeps its plan: one made while a table has few rows would read the whole table later (decision 072).
const PLANS = { enable_seqscan: "off", jit: "off", max_parallel_workers_per_gather: "0" };

// Role, database or server may have other defaults.
const MEANING = {
  datestyle: "ISO",
  timezone: "UTC",
  standard_conforming_strings: "on",
  search_path: "public",
  // A stricter level fails transactions that meet, until they are repeated.
  default_transaction_isolation: "read committed",
  // Connections wait in the pool, and one listens.
  idle_session_timeout: "0",
};

export const PINNED: Readonly<Record<string, string>> = { ...MEANING, ...PLANS };

const OPTIONS = Object.entries(PINNED)
  .map(([name, value]) => `-c ${name}=${value.replaceAll(" ", "\\ ")}`)
  .join(" ");

const IN_URL = /([?&])options=([^&]*)(&?)/;

/** Poolers refuse or ignore such settings. The driver would prefer a URL's options. */
export function sessionOf(url: string) {
  const [, , own = ""] = IN_URL.exec(url) ?? [];
  return {
    ...TIME_LIMITS,
    connectionString: url.replace(IN_URL, (_, before, _own, after) => (after ? before : "")),
    options: `${new URLSearchParams(`own=${own}`).get("own")} ${OPTIONS}`.trim(),
  };
}

/** As SQL writes it. */
export const quoted = (value: string) => (/^\w+$/.test(value) ? value : `'${value}'`);

/** For `psql`, whose session is not ours. */
export const SET_MEANING = Object.entries(MEANING).map(
  ([name, value]) => `set ${name} = ${quoted(value)};`,
);
