import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import pg from "pg";

const quote = pg.escapeIdentifier;

/** Ends with this process at the latest. */
export type PostgresServer = {
  /** Of the maintenance database. */
  url: string;
  createDatabase(name: string): Promise<string>;
  /** Stops as an operator does, or as a crash does; keeps the data for {@link PostgresServer.up}. */
  down(how: "fast" | "crash"): Promise<void>;
  /** On the same port; resolves when the server responds. */
  up(): Promise<void>;
  /** Replaces its data by a copy of `primary`'s, and starts as its standby, under the name "standby". */
  follow(primary: PostgresServer): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  /** Loses no commit, and vacuums by itself. */
  durable?: boolean;
  /** PostgreSQL's own settings: each commit reaches the disk. */
  production?: boolean;
  /** Default: the system's temporary folder. */
  folder?: string;
  /** Data of another server, such as a base backup. Its user must own them, and they stay. */
  data?: string;
};

/**
 * On a free loopback port.
 * @throws when no server can start
 */
export async function startPostgres(options: Options = {}): Promise<PostgresServer> {
  const { durable = false, production = false, folder, data } = options;
  const watchdog = new URL("postgres-watchdog.ts", import.meta.url).pathname;
  const modes = [...(durable ? ["durable"] : []), ...(production ? ["production"] : [])];
  const child = spawn(process.execPath, [watchdog, ...modes], {
    stdio: ["pipe", "pipe", "inherit"],
    env: {
      ...process.env,
      ...(folder !== undefined && { TMPDIR: folder }),
      ...(data !== undefined && { TEST_POSTGRES_DATA: data }),
    },
    // In its own process group it survives Ctrl+C long enough to clean up.
    detached: true,
  });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout });

  async function nextLine(failure: string): Promise<string> {
    const ended = exited.then(() => Promise.reject(new Error(failure)));
    const [line] = await Promise.race([once(lines, "line"), ended]);
    return line;
  }

  const url = await nextLine("No PostgreSQL server could be started.");
  child.unref();
  // Neither keeps this process alive.
  const output = child.stdout as Socket;
  output.unref();

  async function ask(command: string): Promise<void> {
    output.ref();
    child.stdin.write(`${command}\n`);
    await nextLine(`The PostgreSQL server ended at: ${command}`);
    output.unref();
  }

  return {
    url,
    createDatabase: (name) => createDatabase(url, name),
    down: (how) => ask(`down ${how === "fast" ? "SIGINT" : "SIGQUIT"}`),
    up: () => ask("up"),
    follow: (primary) => ask(`follow ${new URL(primary.url).port}`),
    stop: async () => {
      child.ref();
      child.stdin.end();
      await exited;
    },
  };
}

/** Empty, or a copy of `template`. */
export async function createDatabase(
  url: string,
  name: string,
  template = "template0",
): Promise<string> {
  await onServer(url, (client) =>
    client.query(`create database ${quote(name)} template ${quote(template)}`),
  );
  const created = new URL(url);
  created.pathname = `/${name}`;
  return created.href;
}

/** @throws when a connection stays open for more than 5 seconds */
export async function dropDatabase(url: string, name: string): Promise<void> {
  // Not "with (force)": that loudly kills connections which are just closing; the server waits for those.
  await onServer(url, (client) => client.query(`drop database ${quote(name)}`));
}

export async function onServer<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
