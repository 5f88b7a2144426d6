import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Call once a process has started. V8 would keep what starting needed, 30 to 40 MB, until much later. And after 8 s without work it
 * would free compiled code and what it knows of objects: the next requests would take 2.5 times the CPU time.
 */
export function settleMemory(): void {
  setFlagsFromString("--memory-reducer-gc-count=0");
  garbageCollector()({ execution: "async", flavor: "last-resort" });
}

type Collect = (how: { type?: string; execution?: string; flavor?: string }) => void;

/** V8's own `gc`, without a flag for the process. */
export function garbageCollector(): Collect {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  return typeof collect === "function" ? (collect as Collect) : () => undefined;
}
