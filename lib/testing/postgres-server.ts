import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { createInterface } from "node:readline";
import pg from "pg";

/** A throw-away PostgreSQL server that ends with this process at the latest. */
export type PostgresServer = {
  /** URL of its maintenance database. */
  url: string;
  /** Makes an empty database and returns its URL. */
  createDatabase(name: string): Promise<string>;
  /** Ends the server as an operator does, or as a crash does; its data stays for {@link PostgresServer.up}. */
  down(how: "fast" | "crash"): Promise<void>;
  /** Starts it again on the same port; resolves when it answers. */
  up(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  /** No commit is lost. */
  durable?: boolean;
  /** Where it keeps its files; with the system's temporary ones by default. */
  folder?: string;
};

/** Starts a real PostgreSQL server on a free loopback port; throws when none can be had. */
export async function startPostgres(options: Options = {}): Promise<PostgresServer> {
  const { durable = false, folder } = options;
  const watchdog = new URL("postgres-watchdog.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [watchdog, ...(durable ? ["durable"] : [])], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...(folder !== undefined && { TMPDIR: folder }) },
    // In a group of its own a Ctrl+C at the terminal leaves it time to clean up after its parent's end.
    detached: true,
  });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout });
  const [url] = await Promise.race([
    once(lines, "line"),
    exited.then(() => Promise.reject(new Error("No PostgreSQL server could be started."))),
  ]);
  child.unref();
  // Neither is to keep this process alive.
  const output = child.stdout as Socket;
  output.unref();

  /** Lets the watchdog do something and waits until it is done. */
  async function ask(command: string): Promise<void> {
    output.ref();
    const done = once(lines, "line");
    child.stdin.write(`${command}\n`);
    await Promise.race([
      done,
      exited.then(() => Promise.reject(new Error(`The PostgreSQL server ended at: ${command}`))),
    ]);
    output.unref();
  }

  return {
    url,
    createDatabase: (name) => createDatabase(url, name),
    down: (how) => ask(`down ${how === "fast" ? "SIGINT" : "SIGQUIT"}`),
    up: () => ask("up"),
    stop: async () => {
      child.ref();
      child.stdin.end();
      await exited;
    },
  };
}

/** Makes a database on the server at `url`, empty or as a copy of `template`, and returns its URL. */
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

/** Drops a database of the server at `url`; throws when a connection to it stays open for more than 5 seconds. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  // Not "with (force)": that would kill, loudly, connections which are just closing; the server waits for those.
  await onServer(url, (client) => client.query(`drop database ${quote(name)}`));
}

/** Does something on a connection of its own. */
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

function quote(name: string): string {
  return pg.escapeIdentifier(name);
}
