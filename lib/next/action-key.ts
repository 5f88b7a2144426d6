import type { Seal } from "#lib/platform/crypto/seal.ts";

/**
 * Gives Next the key by which it encrypts what a server action closes over: the same in every process with the same
 * `APP_SECRET`, whichever build it runs. The key within a build is public. Call it before Next's first request.
 */
export function encryptActions(seal: Pick<Seal, "password">): void {
  const key = Buffer.from(seal.password("server-actions"), "hex");
  process.env["NEXT_SERVER_ACTIONS_ENCRYPTION_KEY"] = key.toString("base64");
}
