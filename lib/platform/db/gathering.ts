import type pg from "pg";

/** Returns a function that collects. `end` gets what one turn of the event loop brought for a pool and a group. */
export function gathering<One>(end: (pool: pg.Pool, group: One[]) => void) {
  const gathered = new WeakMap<pg.Pool, Map<string, One[]>>();

  function endAll(pool: pg.Pool, groups: Map<string, One[]>): void {
    gathered.delete(pool);
    for (const group of groups.values()) end(pool, group);
  }

  return (pool: pg.Pool, name: string, one: One): void => {
    let groups = gathered.get(pool);
    if (!groups) {
      groups = new Map();
      gathered.set(pool, groups);
      setImmediate(endAll, pool, groups);
    }
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
  };
}
