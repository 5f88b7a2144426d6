import { threadId } from "node:worker_threads";
import { AppError } from "#lib/platform/failures/errors.ts";
import { serveTasks } from "#lib/platform/task-thread/serve.ts";

/** Waits while `gate` holds 0, which would block the main thread for ever. */
export type GatedTask = {
  gate?: Int32Array;
  value?: number;
  does?: "refuse" | "break" | "exit" | "grow" | "hang";
};

export type GatedResult = { value: number | undefined; threadId: number; variables: number };

serveTasks(({ gate, value, does }: GatedTask): GatedResult => {
  if (gate) Atomics.wait(gate, 0, 0);
  if (does === "refuse") {
    throw new AppError("invalid_request", { fields: [{ path: "file", message: "wrong" }] });
  }
  if (does === "break") throw new TypeError("broken");
  if (does === "exit") process.exit(0);
  const kept: number[][] = [];
  while (does === "grow") kept.push(Array.from({ length: 100_000 }, Math.random));
  while (does === "hang");
  return { value, threadId, variables: Object.keys(process.env).length };
});
