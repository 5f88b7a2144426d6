import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#lib/testing/free-port.ts";
import { QUICK_IMPORTS } from "../../scripts/node.ts";
import { cpuMsOf } from "./cpu.ts";

const LOGS = "test-results/bench";
const READY_MS = 60_000;
const POLL_MS = 20;

export type BenchProcess = Awaited<ReturnType<typeof startProcess>>;

type Program = {
  name: string;
  /** The program's file and its arguments. */
  args: string[];
  variables?: Record<string, string>;
  /** Answers 200 once the process can take requests; `undefined` for one that listens to nothing. */
  readyPath?: string;
};

/** Gets a free `PORT` unless it has one; logs to `test-results/bench`. Resolves once it is ready. */
export async function startProcess({ name, args, variables = {}, readyPath }: Program) {
  mkdirSync(LOGS, { recursive: true });
  const logFile = join(LOGS, `${name}.log`);
  const log = openSync(logFile, "w");
  const port = variables["PORT"] ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, args, {
    // `ipc` shows a child that its parent has ended.
    stdio: ["ignore", log, log, "ipc"],
    env: { ...process.env, NODE_ENV: "production", ...variables, PORT: port },
  });
  const startedAt = performance.now();
  const ended = once(child, "exit");
  if (readyPath !== undefined) {
    await untilReady(`${url}${readyPath}`, child, () =>
      readFileSync(logFile, "utf8").slice(-4_000),
    );
  }
  const pid = child.pid ?? 0;
  return {
    name,
    url,
    pid,
    child,
    readyAfterMs: performance.now() - startedAt,
    cpuMs: () => cpuMsOf(pid),
    /** Resident memory, in bytes; `undefined` where there is no `/proc`. */
    memoryBytes: () => memoryOf(pid),
    async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
      child.kill(signal);
      await ended;
    },
  };
}

async function untilReady(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = performance.now() + READY_MS;
  while (performance.now() < deadline) {
    if (child.exitCode !== null) break;
    const status = await fetch(url).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    if (status === 200) return;
    await sleep(POLL_MS);
  }
  child.kill("SIGKILL");
  throw new Error(`${url} did not become ready:\n${log()}`);
}

function memoryOf(pid: number): number | undefined {
  try {
    const [, kibibytes] =
      /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    return undefined;
  }
}

/** All processes of one deployment need the same. */
export function productVariables(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    APP_SECRET,
    // The measured rates are above what one key may send.
    API_RATE_FACTOR: "100",
    // Without it, each process's addresses would follow its port, and a JWT of one would be refused by others.
    PUBLIC_URL: "http://localhost:3000",
    NEXT_TELEMETRY_DISABLED: "1",
  };
}

const APP_SECRET = randomBytes(32).toString("hex");

export type Product = keyof typeof PROGRAMS;

const PROGRAMS = {
  api: "lib/api/server/server.ts",
  serve: "lib/next/server/main.ts",
  worker: "lib/services/worker-main.ts",
} as const;

/** One of the product's own, as in production. `serve` needs a build. */
export async function startProduct(
  kind: Product,
  databaseUrl: string,
  variables: Record<string, string> = {},
  name: string = kind,
): Promise<BenchProcess> {
  const port = String(await freePort());
  // An address of the deployment, or requests for this host would be refused.
  const own = { PORT: port, SANDBOX_SHOP_URL: `http://127.0.0.1:${port}/sandbox/shop` };
  return startProcess({
    name,
    args: ["--import", QUICK_IMPORTS, PROGRAMS[kind]],
    variables: { ...productVariables(databaseUrl), ...own, ...variables },
    ...(kind !== "worker" && { readyPath: "/health/ready" }),
  });
}
