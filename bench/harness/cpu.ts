import { readdirSync, readFileSync } from "node:fs";

/** Linux reports in hundredths of a second. */
const MS_PER_TICK = 10;

type Stat = { parent: number; ms: number; ofEndedChildrenMs: number };

/** CPU time of a process so far; `undefined` where there is no `/proc`. */
export function cpuMsOf(pid: number): number | undefined {
  return statOf(pid)?.ms;
}

/** With its children, also those that have ended. */
export function cpuMsOfTree(pid: number): number | undefined {
  const own = statOf(pid);
  if (!own) return undefined;
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const children = pids.flatMap((name) => statOf(Number(name)) ?? []);
  return children
    .filter(({ parent }) => parent === pid)
    .reduce((sum, { ms }) => sum + ms, own.ms + own.ofEndedChildrenMs);
}

/** The process that started `pid`. */
export function parentOf(pid: number): number | undefined {
  return statOf(pid)?.parent;
}

/** proc_pid_stat(5): the fields after the name in parentheses. */
function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [, parent = 0] = fields;
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
    return {
      parent,
      ms: (user + system) * MS_PER_TICK,
      ofEndedChildrenMs: (childrenUser + childrenSystem) * MS_PER_TICK,
    };
  } catch {
    return undefined;
  }
}
