import type { Worker, WorkerOptions } from "node:worker_threads";
import { AppError } from "#lib/platform/failures/errors.ts";
import type { TaskResult } from "./serve.ts";

type Options = {
  /** Next bundles only what it finds in `new Worker(…)`. */
  start: (options: WorkerOptions) => Worker;
  ms: number;
  megabytes: number;
  waiting: number;
  idleMs?: number;
  busy: () => AppError;
  exceeded: (cause?: unknown) => AppError;
};

const IDLE_MS = 30_000;

/** @throws AppError of `busy`, of `exceeded`, or `invalid_request` with the fields a task refuses. */
export function createTaskThread<Task, Result>({
  idleMs = IDLE_MS,
  ...options
}: Options): (task: Task) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let current = Promise.withResolvers<TaskResult<Result>>();

  function open(): Worker {
    const opened = options.start({
      // Tasks may be external text: no secrets, no preloaded code.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: options.megabytes },
    });
    const fail = (error: unknown) => {
      if (thread !== opened) return;
      thread = undefined;
      current.reject(error);
    };
    opened.on("message", (result) => current.resolve(result));
    opened.on("error", (error) => fail(isOutOfMemory(error) ? options.exceeded(error) : error));
    opened.on("exit", () => fail(options.exceeded()));
    return opened;
  }

  async function close(): Promise<void> {
    const closing = thread;
    thread = undefined;
    await closing?.terminate();
  }

  async function send(task: Task): Promise<TaskResult<Result>> {
    current = Promise.withResolvers();
    const limit = setTimeout(() => current.reject(options.exceeded()), options.ms);
    try {
      thread ??= open();
      thread.ref();
      thread.postMessage(task);
      return await current.promise;
    } catch (error) {
      await close();
      throw error;
    } finally {
      clearTimeout(limit);
    }
  }

  async function run(task: Task): Promise<Result> {
    clearTimeout(idle);
    const response = await send(task);
    idle = setTimeout(() => void close(), idleMs).unref();
    thread?.unref();
    if ("result" in response) return response.result;
    throw new AppError("invalid_request", { fields: response.refused });
  }

  return async (task) => {
    if (count > options.waiting) throw options.busy();
    count += 1;
    const running = last.then(() => run(task)).finally(() => (count -= 1));
    last = running.catch(() => undefined);
    return running;
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
