import type { Env } from "#lib/platform/configuration/env.ts";

/** CSRF: another site must not decide for a payer who is signed in here. */
export function isFromBankPage(request: Request, env: Pick<Env, "SANDBOX_BANK_URL">): boolean {
  return request.headers.get("origin") === new URL(env.SANDBOX_BANK_URL).origin;
}

export async function readForm(request: Request): Promise<Record<string, unknown>> {
  try {
    return Object.fromEntries(await request.formData());
  } catch {
    return {};
  }
}

export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}
