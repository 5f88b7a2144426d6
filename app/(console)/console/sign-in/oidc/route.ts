import { redirect } from "next/navigation";
import { nextPath } from "#lib/console/next-path.ts";
import { findSession } from "#lib/next/console-session.ts";
import { keepOidcCookie } from "#lib/next/oidc-cookie.ts";
import { signInProblem } from "#lib/next/sign-in-problem.ts";
import { clientAddress } from "#lib/platform/http/client-address.ts";
import { getServices } from "#lib/services/index.ts";

/** A link, not a form: the sign-in page with its passwords needs no `form-action` for other sites. */
export async function GET(request: Request): Promise<Response> {
  const next = nextPath(new URL(request.url).searchParams.get("next"));
  const { oidc } = await getServices();
  if (!oidc) return new Response(null, { status: 404 });
  if ((await findSession())?.isComplete) redirect(next);
  const target = await oidc.start(clientAddress(request.headers)).then(
    async ({ url, request: begun }) => {
      await keepOidcCookie({ next, request: begun });
      return url;
    },
    (error: unknown) => signInProblem(error, next),
  );
  redirect(target);
}
