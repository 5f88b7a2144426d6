import { redirect } from "next/navigation";
import { consolePath } from "#lib/console/paths/links.ts";
import { nextPath } from "#lib/console/paths/next-path.ts";
import { findSession } from "#lib/next/console/console-session.ts";
import { keepOidcCookie } from "#lib/next/console/oidc-cookie.ts";
import { signInProblem } from "#lib/next/console/sign-in-problem.ts";
import { isTopLevel } from "#lib/next/request/device.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { clientAddress } from "#lib/platform/http/client-address.ts";
import { getServices } from "#lib/services/index.ts";

/** A link, not a form: the sign-in page with its passwords needs no `form-action` for other sites. */
export async function GET(request: Request): Promise<Response> {
  const next = nextPath(new URL(request.url).searchParams.get("next"));
  // Another site's pictures must not use up the tries of their visitor's address.
  if (isTopLevel(request.headers) === false) redirect(consolePath("/sign-in"));
  if ((await findSession())?.isComplete) redirect(next);
  const target = await start(request, next).catch((error: unknown) => signInProblem(error, next));
  redirect(target);
}

async function start({ headers }: Request, next: string): Promise<string> {
  const { oidc } = await getServices();
  if (!oidc) throw new AppError("not_found");
  const { url, request } = await oidc.start(clientAddress(headers));
  await keepOidcCookie({ next, request });
  return url;
}
