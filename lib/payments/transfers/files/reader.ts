import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { AppError } from "#lib/platform/failures/errors.ts";
import { createTaskThread } from "#lib/platform/task-thread/thread.ts";
import { readStatement, type Statement } from "./read.ts";
import { wrongStatement } from "./text.ts";

/** @throws AppError `invalid_request` for an unusable file, `too_many_requests` while too many wait */
export type StatementReader = (bytes: Uint8Array) => Promise<Statement>;

// The worst case takes 7 ms, so it skips the queue.
const SMALL_BYTES = 16 * 1024;

// The worst case on two busy cores: two seconds, 24 MB.
const BOUNDS = { ms: 15_000, megabytes: 128 };

// Each holds its file in memory.
const MAX_WAITING = 4;

/** In a thread, unless the file is small. */
export function createStatementReader(bounds = BOUNDS): StatementReader {
  const inThread = createTaskThread<Uint8Array, Statement>({
    // Next bundles the file by this path.
    start: (options) =>
      new Worker(join(process.cwd(), "lib/payments/transfers/camt/thread.ts"), options),
    ...bounds,
    waiting: MAX_WAITING,
    busy: () => {
      const fields = [{ path: "file", message: "statement_busy" }];
      return new AppError("too_many_requests", { fields, retryAfterSeconds: bounds.ms / 1000 });
    },
    exceeded: (cause) => wrongStatement("statement_too_heavy", cause),
  });
  return async (bytes) => (bytes.byteLength > SMALL_BYTES ? inThread(bytes) : readStatement(bytes));
}
