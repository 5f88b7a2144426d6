import { redirect } from "next/navigation";
import { consolePath } from "#lib/console/paths/links.ts";
import { nextPath } from "#lib/console/paths/next-path.ts";
import { keepConsoleSession, userAgent } from "#lib/next/console/console-session.ts";
import {
  dropOidcCookie,
  keepOidcCookie,
  type OidcCookie,
  readOidcCookie,
} from "#lib/next/console/oidc-cookie.ts";
import { signInProblem } from "#lib/next/console/sign-in-problem.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { clientAddress } from "#lib/platform/http/client-address.ts";
import { getServices } from "#lib/services/index.ts";

/** Where the provider sends the browser back to. */
export async function GET(request: Request): Promise<Response> {
  const kept = await readOidcCookie();
  await dropOidcCookie();
  const next = nextPath(kept.next);
  const target = await finish(request, kept.request, next).catch((error: unknown) =>
    signInProblem(error, next),
  );
  redirect(target);
}

async function finish(request: Request, begun: OidcCookie["request"], next: string) {
  const { oidc } = await getServices();
  if (!oidc) throw new AppError("not_found");
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
