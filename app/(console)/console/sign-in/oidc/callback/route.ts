import { redirect } from "next/navigation";
import { consolePath } from "#lib/console/links.ts";
import { nextPath } from "#lib/console/next-path.ts";
import type { OidcService } from "#lib/identity/oidc/service.ts";
import { keepConsoleSession, userAgent } from "#lib/next/console-session.ts";
import { dropOidcCookie, keepOidcCookie, readOidcCookie } from "#lib/next/oidc-cookie.ts";
import { signInProblem } from "#lib/next/sign-in-problem.ts";
import { clientAddress } from "#lib/platform/http/client-address.ts";
import { getServices } from "#lib/services/index.ts";

/** Where the provider sends the browser back to. */
export async function GET(request: Request): Promise<Response> {
  const { oidc } = await getServices();
  if (!oidc) return new Response(null, { status: 404 });
  const kept = await readOidcCookie();
  await dropOidcCookie();
  const next = nextPath(kept.next);
  redirect(
    await finish(oidc, request, { next, begun: kept.request }).catch((error: unknown) =>
      signInProblem(error, next),
    ),
  );
}

type Kept = { next: string; begun: Parameters<OidcService["finish"]>[0]["request"] };

async function finish(oidc: OidcService, request: Request, { next, begun }: Kept): Promise<string> {
  const signedIn = await oidc.finish({
    query: new URL(request.url).searchParams,
    request: begun,
    address: clientAddress(request.headers),
    userAgent: await userAgent(),
  });
  if ("pending" in signedIn) {
    await keepOidcCookie({ next, pending: signedIn.pending });
    const connect = consolePath("/sign-in/connect");
    return consolePath("/sign-in", { notice: "connect", next: connect });
  }
  await keepConsoleSession(signedIn.sessionId);
  return signedIn.isComplete ? next : consolePath("/second-step", { next });
}
