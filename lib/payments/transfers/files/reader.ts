import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { wrongStatement } from "#lib/payments/transfers/statement/statement.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { createTaskThread } from "#lib/platform/task-thread/thread.ts";
import { type ReadStatement, readPlain, type StatementTask } from "./read.ts";
import { isZip } from "./zip.ts";

/** @throws AppError `invalid_request` for an unusable file, `too_many_requests` while too many wait */
export type StatementReader = (task: StatementTask) => Promise<ReadStatement[]>;

// The worst case takes 7 ms, so it skips the queue.
const SMALL_BYTES = 16 * 1024;

// The worst case on two busy cores: two seconds, 24 MB.
const BOUNDS = { ms: 15_000, megabytes: 128 };

// Each holds its file in memory.
const MAX_WAITING = 4;

/** In a thread, unless the file is small and not compressed. */
export function createStatementReader(bounds = BOUNDS): StatementReader {
  const inThread = createTaskThread<StatementTask, ReadStatement[]>({
    // Next bundles the file by this path.
    start: (options) =>
      new Worker(join(process.cwd(), "lib/payments/transfers/files/thread.ts"), options),
    ...bounds,
    waiting: MAX_WAITING,
    busy: () => {
      const fields = [{ path: "file", message: "statement_busy" }];
      return new AppError("too_many_requests", { fields, retryAfterSeconds: bounds.ms / 1000 });
    },
    exceeded: (cause) => wrongStatement("statement_too_heavy", cause),
  });
  return async (task) => {
    const isSmall = task.bytes.byteLength <= SMALL_BYTES && !isZip(task.bytes);
    return isSmall ? readPlain(task) : inThread(task);
  };
}
