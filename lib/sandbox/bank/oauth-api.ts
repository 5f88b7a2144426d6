import type { Context, Hono } from "hono";
import { SANDBOX_METADATA_PATH } from "#lib/banks/sandbox/sandbox-oauth.ts";
import type { SandboxOAuth } from "./oauth.ts";
import { TppError } from "./tpp-messages.ts";

export function addOAuth(app: Hono, oauth: SandboxOAuth): void {
  app.get(SANDBOX_METADATA_PATH, (context) => context.json(oauth.metadata));
  app.post("/v1/oauth/token", async (context) => {
    const type = context.req.header("content-type") ?? "";
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
      return context.json({ error: "invalid_request" }, 400);
    }
    const response = await oauth.redeem(new URLSearchParams(await context.req.text()));
    return context.json(response, "error" in response ? 400 : 200);
  });
}

/** @throws TppError `TOKEN_UNKNOWN`, `TOKEN_EXPIRED`, `TOKEN_INVALID` */
export async function requireToken(
  context: Context,
  oauth: SandboxOAuth | undefined,
  requestId: string,
): Promise<void> {
  if (!oauth) throw new TppError("TOKEN_UNKNOWN", "This bank has no OAuth2 server");
  await oauth.bindToken(context.req.header("authorization"), requestId);
}
