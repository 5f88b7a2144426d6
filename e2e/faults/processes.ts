import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";

const FOLDER = "test-results/faults";
const READY_TIMEOUT_MS = 30_000;

/** A process of the product, with the fail points loaded into it. */
export type Process = {
  name: string;
  /** Ends it, and resolves to its exit code, or the signal it died of. */
  end(signal: NodeJS.Signals): Promise<number | string>;
  /** Arms the fail points of a worker. */
  arm(): void;
  hasEnded(): boolean;
  ended: Promise<number | string>;
};

type Kind = "api" | "worker";

const MAIN = { api: "lib/api/server.ts", worker: "lib/worker/main.ts" } as const;
const RUNS = { api: "the API listens", worker: "the worker runs" } as const;

/** Starts a process of the product and resolves when it says that it runs; its log is in `test-results/faults`. */
export async function startProcess(
  kind: Kind,
  name: string,
  variables: Record<string, string>,
): Promise<Process> {
  mkdirSync(FOLDER, { recursive: true });
  const child = spawn(process.execPath, ["--import", "./e2e/faults/fail-points.ts", MAIN[kind]], {
    // Through the fourth a child learns of our end, however that comes.
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
      // One that was stopped takes no other signal.
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
