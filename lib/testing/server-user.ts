import { readFileSync } from "node:fs";

export type ServerUser = { uid: number; gid: number };

/** PostgreSQL and PgBouncer refuse to run as root. */
export function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  const find = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.split(":");
  const [, , uid = "65534", gid = "65534"] = find("postgres") ?? find("nobody") ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}
