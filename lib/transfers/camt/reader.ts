import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { AppError } from "#lib/errors.ts";
import { readStatement, type Statement } from "./read.ts";
import { wrongStatement } from "./text.ts";
import type { ThreadAnswer, ThreadTask } from "./thread.ts";

/** Reads a bank's file. Throws `invalid_request` for one that can't be used, `too_many_requests` while too many wait. */
export type StatementReader = (bytes: Uint8Array) => Promise<Statement>;

/** What a file may take in its thread. */
type Bounds = { ms: number; megabytes: number };

type ReadInThread = (bytes: Uint8Array, bounds: Bounds) => Promise<Statement>;

// Less than it takes to start a thread: such a file holds up a process no longer than a page does.
const SMALL_BYTES = 64 * 1024;

// The worst file that is read takes a busy machine of two cores two seconds, and 24 MB.
const BOUNDS: Bounds = { ms: 15_000, megabytes: 128 };

// Each holds its file, and its member waits for all before it.
const MAX_WAITING = 4;

/**
 * Reads files of banks beside all else this process does: what is not small in a thread of its own, one at a time, each
 * within `bounds`.
 */
export function createStatementReader(
  bounds = BOUNDS,
  inThread: ReadInThread = readInThread,
): StatementReader {
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;

  async function inTurn(bytes: Uint8Array): Promise<Statement> {
    if (count > MAX_WAITING) {
      const fields = [{ path: "file", message: "statement_busy" }];
      throw new AppError("too_many_requests", { fields, retryAfterSeconds: bounds.ms / 1000 });
    }
    count += 1;
    const reading = last.then(() => inThread(bytes, bounds)).finally(() => (count -= 1));
    last = reading.catch(() => undefined);
    return reading;
  }

  return async (bytes) => (bytes.byteLength > SMALL_BYTES ? inTurn(bytes) : readStatement(bytes));
}

/** Throws `invalid_request`, also for a file that takes more than one may. */
async function readInThread(bytes: Uint8Array, { ms, megabytes }: Bounds): Promise<Statement> {
  const thread = new Worker(threadFile(), {
    workerData: { bytes } satisfies ThreadTask,
    // It reads what strangers wrote: it knows no secret, and runs nothing that was loaded for the process.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  const answered = new Promise<ThreadAnswer>((resolve, reject) => {
    thread.once("message", resolve);
    thread.once("error", (error) => reject(isOutOfMemory(error) ? tooHeavy(error) : error));
    thread.once("exit", () => reject(tooHeavy()));
  });
  const limit = setTimeout(() => void thread.terminate(), ms);
  try {
    const answer = await answered;
    if ("refused" in answer) throw new AppError("invalid_request", { fields: answer.refused });
    return answer.statement;
  } finally {
    clearTimeout(limit);
    await thread.terminate();
  }
}

// Every command of the project runs at its root. Next finds the file by this path too, and bundles it.
function threadFile(): string {
  return join(process.cwd(), "lib/transfers/camt/thread.ts");
}

function tooHeavy(cause?: unknown): AppError {
  return wrongStatement("statement_too_heavy", cause);
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
