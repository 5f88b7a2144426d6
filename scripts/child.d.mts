import type { SpawnOptions } from "node:child_process";

export function runChild(
  command: string,
  args: readonly string[],
  options?: SpawnOptions,
): Promise<number>;
export function runNpm(args: readonly string[], options?: SpawnOptions): Promise<number>;
export function endWithParent(): void;
