import { timingSafeEqual } from "node:crypto";
import type { Env } from "#lib/platform/configuration/env.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import { idPattern } from "#lib/platform/values/ids.ts";

export type ReceiverAddress = ReturnType<typeof createReceiverAddress>;

/** Strangers can't guess the token. */
export function createReceiverAddress({
  env,
  seal,
}: {
  env: Pick<Env, "PUBLIC_URL" | "PORT">;
  seal: Pick<Seal, "macs">;
}) {
  // Without https, webhooks reach this process by loopback only.
  const base = env.PUBLIC_URL.startsWith("https:")
    ? env.PUBLIC_URL
    : `http://127.0.0.1:${env.PORT}`;
  const tokensOf = (accountId: string) =>
    seal.macs(accountId, "test-receiver").map((mac) => `${accountId}-${mac.slice(0, 32)}`);

  return {
    urlsOf: (accountId: string): string[] =>
      tokensOf(accountId).map((token) => new URL(`/sandbox/receiver/${token}`, base).href),

    readToken(token: string): string | undefined {
      const [accountId = ""] = token.split("-", 1);
      if (!idPattern("acct").test(accountId)) return undefined;
      return tokensOf(accountId).some((known) => isSame(known, token)) ? accountId : undefined;
    },
  };
}

function isSame(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
