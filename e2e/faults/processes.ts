import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";

const FOLDER = "test-results/faults";
const READY_TIMEOUT_MS = 30_000;

export type Process = {
  name: string;
  /** Resolves to its exit code or signal. */
  end(signal: NodeJS.Signals): Promise<number | string>;
  /** Arms a worker. */
  arm(): void;
  hasEnded(): boolean;
  ended: Promise<number | string>;
};

type Kind = "api" | "worker";

const MAIN = { api: "lib/api/server/server.ts", worker: "lib/services/worker-main.ts" } as const;
const RUNS = { api: "the API listens", worker: "the worker runs" } as const;

/** Resolves once it runs. Logs to `test-results/faults`. */
export async function startProcess(
  kind: Kind,
  name: string,
  variables: Record<string, string>,
): Promise<Process> {
  mkdirSync(FOLDER, { recursive: true });
  const child = spawn(process.execPath, ["--import", "./e2e/faults/fail-points.ts", MAIN[kind]], {
    // `ipc` shows a child that its parent has ended.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, NODE_ENV: "test", LOG_LEVEL: "info", ...variables },
  });
  const log = createWriteStream(join(FOLDER, `${name}.log`), { flags: "a" });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  const ended = once(child, "exit").then(([code, signal]): number | string => code ?? signal);
  void ended.then(() => log.end());
  await untilItSays(child, RUNS[kind], name);
  return {
    name,
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    arm: () => void child.kill("SIGUSR2"),
    async end(signal) {
      child.kill(signal);
      // A stopped process takes no other signal.
      if (signal === "SIGKILL") child.kill("SIGCONT");
      return ended;
    },
  };
}

async function untilItSays(child: ChildProcess, words: string, name: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = "";
  const listen = (chunk: Buffer) => {
    said = (said + chunk.toString("utf8")).slice(-8_000);
    if (said.includes(words)) resolve();
  };
  child.stdout?.on("data", listen);
  child.stderr?.on("data", listen);
  child.once("exit", () => reject(new Error(`${name} ended at its start:\n${said}`)));
  const patience = setTimeout(
    () => reject(new Error(`${name} does not run:\n${said}`)),
    READY_TIMEOUT_MS,
  );
  try {
    await promise;
  } finally {
    clearTimeout(patience);
    child.stdout?.off("data", listen);
    child.stderr?.off("data", listen);
  }
}
