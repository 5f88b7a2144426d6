import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The 32 bytes of `APP_SECRET`; without it, those made at the first start in `DATA_DIR/app-secret`. */
export function readAppSecret(env: { APP_SECRET?: string | undefined; DATA_DIR: string }): Buffer {
  if (env.APP_SECRET) return Buffer.from(env.APP_SECRET, "hex");
  const path = join(env.DATA_DIR, "app-secret");
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(path, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  const secret = Buffer.from(readFileSync(path, "utf8").trim(), "hex");
  if (secret.length !== 32) throw new Error(`${path} does not hold 32 bytes in hex`);
  return secret;
}
