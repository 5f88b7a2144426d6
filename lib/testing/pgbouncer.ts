import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "./free-port.ts";
import { serverUser } from "./server-user.ts";

/**
 * In transaction mode, in front of a server that trusts all.
 * @throws if PgBouncer is not installed and can't be
 */
export async function startPgbouncer(serverUrl: string, settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "bankside-pgbouncer-"));
  const { hostname, port } = new URL(serverUrl);
  const own = await freePort();
  const users = join(folder, "users.txt");
  const file = join(folder, "pgbouncer.ini");
  const lines = Object.entries({
    listen_addr: "127.0.0.1",
    listen_port: own,
    unix_socket_dir: "",
    auth_type: "trust",
    auth_file: users,
    pool_mode: "transaction",
    server_round_robin: "1",
    ...settings,
  }).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(users, '"postgres" ""\n"bankside" ""\n');
  writeFileSync(
    file,
    `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\n${lines.join("\n")}\n`,
  );
  const user = serverUser();
  if (user) for (const path of [folder, users, file]) chownSync(path, user.uid, user.gid);
  const child = spawn(findPgbouncer(), [file], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    ...user,
  });
  const exited = once(child, "exit");
  let log = "";
  const isUp = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      log += `${line}\n`;
      if (line.includes("process up")) resolve();
    });
    child.once("exit", () => reject(new Error(`PgBouncer did not start:\n${log}`)));
  });
  await isUp;
  return {
    /** The same as a server's, through PgBouncer. */
    through(url: string): string {
      const pooled = new URL(url);
      pooled.port = String(own);
      return pooled.href;
    },
    async stop(): Promise<void> {
      child.kill("SIGKILL");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findPgbouncer(): string {
  const chosen = process.env["TEST_PGBOUNCER"];
  if (chosen) return chosen;
  const find = () =>
    [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"]
      .map((folder) => join(folder, "pgbouncer"))
      .find((path) => existsSync(path));
  let found = find();
  if (!found) {
    install();
    found = find();
  }
  if (found) return found;
  throw new Error("No PgBouncer for the tests: install the package pgbouncer.");
}

function install(): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  process.stderr.write("No PgBouncer found: installing it with apt-get …\n");
  spawnSync("apt-get", ["update", "-q"]);
  spawnSync("apt-get", ["install", "-y", "-q", "--no-install-recommends", "pgbouncer"]);
}
