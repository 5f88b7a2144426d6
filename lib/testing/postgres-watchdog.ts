// Runs a throw-away PostgreSQL server until standard input ends, which happens however the parent ends; then removes its folder.
// Prints the URL once the server accepts connections. Lines of input stop it ("down SIGINT": fast, "down SIGQUIT": immediate, as
// a crash), start it again ("up"), and make it a standby of the server on a port ("follow 5432"); each is acknowledged with a line. With the
// argument "durable" no commit is lost, and it vacuums by itself; with "production", PostgreSQL keeps its own settings, and each
// commit reaches the disk.
// TEST_POSTGRES_DATA names the data of a server that it starts in place of an empty one; its user must own them.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chownSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { freePort } from "./free-port.ts";
import { copyBinaries, findPostgresBinaries } from "./postgres-binaries.ts";
import { onServer } from "./postgres-server.ts";
import { type ServerUser, serverUser } from "./server-user.ts";

const START_TIMEOUT_MS = 30_000;
const run = promisify(execFile);
const durable = process.argv.includes("durable");
// No power loss: what the server has written survives its own end. Tests that count rows analyze their tables; a vacuum at any
// time of its own would change the plans of the statements that they measure.
const SETTINGS = process.argv.includes("production")
  ? {}
  : {
      fsync: "off",
      full_page_writes: "off",
      synchronous_commit: durable ? "on" : "off",
      autovacuum: durable ? "on" : "off",
    };

const folder = mkdtempSync(join(tmpdir(), "bankside-postgres-"));
let server: ChildProcess | undefined;
let stopping = false;

let startAgain: (() => Promise<unknown>) | undefined;
let follow: ((primary: string) => Promise<unknown>) | undefined;
const commands = createInterface({ input: process.stdin });
commands.on("line", (line) => void obey(line));
commands.once("close", () => void stop(0));
for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"] as const) {
  process.once(signal, () => void stop(0));
}

try {
  process.stdout.write(`${await start()}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  await stop(1);
}

async function obey(line: string): Promise<void> {
  const [command, argument = ""] = line.split(" ");
  if (command === "down") await end(argument as NodeJS.Signals);
  else if (command === "up") await startAgain?.();
  else await follow?.(argument);
  process.stdout.write(`${line}\n`);
}

async function start(): Promise<string> {
  const user = serverUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const binaries = await copyBinaries(await findPostgresBinaries(), folder);
  const existing = process.env["TEST_POSTGRES_DATA"];
  const dataFolder = existing ?? join(folder, "data");
  const options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"];
  if (existing === undefined) {
    await run(join(binaries, "initdb"), ["-D", dataFolder, "--no-sync", ...options], {
      cwd: folder,
      ...user,
    });
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      const port = await freePort();
      const url = await listenOn(port, binaries, dataFolder, user);
      startAgain = () => listenOn(port, binaries, dataFolder, user);
      follow = async (primary) => {
        await end("SIGQUIT");
        await copyFrom(primary, dataFolder, user);
        await startAgain?.();
      };
      return url;
    } catch (error) {
      if (stopping || attempt === 3) throw error;
    }
  }
}

/** The packaged programs lack pg_basebackup. */
async function copyFrom(primary: string, dataFolder: string, user?: ServerUser): Promise<void> {
  const source = `host=127.0.0.1 port=${primary} user=postgres application_name=standby`;
  rmSync(dataFolder, { recursive: true, force: true });
  const label = await onServer(`postgres://postgres@127.0.0.1:${primary}/postgres`, async (one) => {
    const { rows: folders } = await one.query("show data_directory");
    await one.query("select pg_backup_start('standby', true)");
    await run("cp", ["-R", folders[0].data_directory, dataFolder], { cwd: folder, ...user });
    const { rows } = await one.query("select labelfile from pg_backup_stop(false)");
    return rows[0].labelfile;
  });
  rmSync(join(dataFolder, "postmaster.pid"));
  for (const file of globSync(join(dataFolder, "pg_wal", "*"))) rmSync(file, { recursive: true });
  appendFileSync(join(dataFolder, "postgresql.auto.conf"), `primary_conninfo = '${source}'\n`);
  for (const [name, content] of Object.entries({ backup_label: label, "standby.signal": "" })) {
    writeFileSync(join(dataFolder, name), content);
    if (user) chownSync(join(dataFolder, name), user.uid, user.gid);
  }
}

async function listenOn(port: number, binaries: string, dataFolder: string, user?: ServerUser) {
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: process.platform === "win32" ? "" : folder,
    max_connections: 200,
    ...SETTINGS,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(binaries, "postgres"), ["-D", dataFolder, ...flags], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    ...user,
  });
  server = child;
  await untilReady(child);
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

/** The folder's locale is C, so the server writes English. */
function untilReady(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let log = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-4_000);
    if (/ready to accept (read-only )?connections/.test(log)) resolve();
  });
  const fail = () => reject(new Error(`The PostgreSQL server did not start:\n${log}`));
  child.once("close", fail);
  setTimeout(fail, START_TIMEOUT_MS).unref();
  return promise;
}

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  // Immediate shutdown: the data is deleted next.
  await end(process.platform === "win32" ? "SIGTERM" : "SIGQUIT");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.exit(code);
}

async function end(signal: NodeJS.Signals): Promise<void> {
  if (!server || server.exitCode !== null || server.signalCode) return;
  const exited = once(server, "exit");
  server.kill(signal);
  await exited;
}
