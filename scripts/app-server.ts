import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;

export type AppServer = {
  url: string;
  dataDir: string;
  /** Sends SIGTERM and does not wait. */
  terminate(): void;
  exited: Promise<number | null>;
  output(): string;
  stop(): Promise<void>;
};

/** Serves the build in `root` at `http://localhost:<port>`, with an empty data folder. */
export async function startAppServer(
  port: number,
  variables: Record<string, string> = {},
  root = ".",
): Promise<AppServer> {
  const url = `http://localhost:${port}`;
  if (await isReady(url)) throw new Error(`something already answers at ${url}: stop it first`);
  const dataDir = mkdtempSync(join(tmpdir(), "bankside-e2e-"));
  const serve = startProcess(
    `app-server-${port}`,
    [join(root, "scripts/run.mjs"), "--production", "scripts/serve.ts"],
    {
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DEMO: "true",
      PAYER_VERIFICATION: "always",
      ...variables,
    },
  );
  const stop = async () => {
    await serve.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await untilReady(url, serve.hasEnded);
    const { terminate, exited, output } = serve;
    return { url, dataDir, stop, terminate, exited, output };
  } catch (cause) {
    await stop();
    throw new Error(`the app at ${url} did not start:\n${serve.lastLines()}`, { cause });
  }
}

function startProcess(name: string, args: string[], variables: Record<string, string>) {
  const log = logFile(name);
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", log.descriptor, log.descriptor],
    env: { ...process.env, ...blankDotEnv(), NODE_ENV: "production", ...variables },
  });
  closeSync(log.descriptor);
  const exited = once(child, "exit");
  return {
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    output: () => readFileSync(log.path, "utf8"),
    lastLines: () => readFileSync(log.path, "utf8").trimEnd().split("\n").slice(-30).join("\n"),
    exited: exited.then(([code]): number | null => code),
    terminate: () => void child.kill("SIGTERM"),
    async stop(): Promise<void> {
      child.kill("SIGTERM");
      const patience = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(patience);
    },
  };
}

async function untilReady(url: string, hasEnded: () => boolean): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady(url))) {
    if (hasEnded()) throw new Error("it ended");
    if (Date.now() > deadline) throw new Error("it was not ready in time");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(5_000) });
    return response.ok;
  } catch {
    return false;
  }
}

// Next reads a developer's .env, but keeps variables already set.
function blankDotEnv(): Record<string, string> {
  if (!existsSync(".env")) return {};
  const names = Object.keys(parseEnv(readFileSync(".env", "utf8")));
  return Object.fromEntries(names.map((name) => [name, ""]));
}

function logFile(name: string): { path: string; descriptor: number } {
  mkdirSync("test-results", { recursive: true });
  const path = join("test-results", `${name}.log`);
  return { path, descriptor: openSync(path, "w") };
}
