import pg from "pg";
import { splitHosts } from "#lib/platform/configuration/url.ts";

// Both take less than a connection may. The last primary is asked first; the others have longer, as a new one may be slow to begin.
const LAST_MS = 1_500;
const OTHERS_MS = 3_000;

type Host = Pick<pg.Client, "host" | "port"> & { url: string };

const classes = new Map<string, typeof pg.Client>();

/** Connects to the host that accepts writes, and cuts connections to others. With one host, the driver's own class. */
export function clientClassOf(url: string): typeof pg.Client {
  const hosts = splitHosts(url).map((one) => {
    const { host, port } = new pg.Client({ connectionString: one });
    return { url: one, host, port };
  });
  if (hosts.length === 1) return pg.Client;
  const known = classes.get(url) ?? createClass(hosts);
  classes.set(url, known);
  return known;
}

function createClass(hosts: Host[]): typeof pg.Client {
  const open = new Map<pg.Client, Host>();
  let last: Host | undefined;
  let searching: Promise<Host> | undefined;

  async function search(): Promise<Host> {
    last = await find(hosts, last);
    for (const [client, host] of open) if (host !== last) client.connection.stream.destroy();
    return last;
  }

  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: hosts[0]?.url });
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: ((error: Error) => void) | ((error: null) => void)): void;
    override connect(callback?: (error: never) => void) {
      const connected = this.#connect();
      if (!callback) return connected;
      const settle = callback as (error: unknown) => void;
      connected.then(() => settle(null), settle);
      return undefined;
    }

    async #connect(): Promise<pg.Client> {
      searching ??= search().finally(() => {
        searching = undefined;
      });
      const host = await searching;
      this.host = host.host;
      this.port = host.port;
      await super.connect();
      if (host !== last) {
        this.connection.stream.destroy();
        throw new Error("Connection terminated: another server has become the primary");
      }
      open.set(this, host);
      this.once("end", () => open.delete(this));
      return this;
    }
  };
}

/**
 * `last` comes first: an old primary that comes back takes no connections from the new one.
 * @throws AggregateError
 */
async function find(hosts: Host[], last: Host | undefined): Promise<Host> {
  const failures: unknown[] = [];
  for (const [group, limitMs] of [
    [hosts.filter((host) => host === last), LAST_MS],
    [hosts.filter((host) => host !== last), OTHERS_MS],
  ] as const) {
    try {
      return await Promise.any(group.map((host) => probe(host, limitMs)));
    } catch (error) {
      if (error instanceof AggregateError) failures.push(...error.errors);
    }
  }
  throw new AggregateError(failures, "no host of the database accepts writes");
}

async function probe(host: Host, limitMs: number): Promise<Host> {
  const client = new pg.Client({
    connectionString: host.url,
    application_name: "bankside-probe",
  });
  client.on("error", () => undefined);
  const limit = setTimeout(
    () => client.connection.stream.destroy(new Error("timeout exceeded when trying to connect")),
    limitMs,
  );
  try {
    await client.connect();
    const { rows } = await client.query<{ read_only: string; by_default: string }>(
      "select current_setting('transaction_read_only') as read_only, current_setting('default_transaction_read_only') as by_default",
    );
    void client.end().catch(() => undefined);
    const [found] = rows;
    if (found?.read_only === "off") return host;
    const why = found?.by_default === "on" ? " by default_transaction_read_only" : "";
    throw new Error(`the database server is read-only${why}`);
  } finally {
    clearTimeout(limit);
  }
}
