import { SHOWN_ACCOUNT } from "#lib/console/model/shown-account.ts";
import { consolePath } from "#lib/console/paths/links.ts";
import { demandVisit } from "#lib/next/console/console-session.ts";
import { actionContext } from "#lib/next/request/action-context.ts";
import { readFormBody } from "#lib/next/request/form-body.ts";
import { merchantText } from "#lib/next/request/text.ts";
import { MAX_STATEMENT_BYTES } from "#lib/payments/transfers/statement/statement.ts";
import type { Mode } from "#lib/platform/configuration/mode.ts";
import { AppError, isAppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";
import { transferProblem } from "../problem.ts";

// Headroom for the multipart framing.
const MAX_BODY_BYTES = MAX_STATEMENT_BYTES + 64 * 1024;
// File, mode and account. React adds some parts.
const MAX_PARTS = 16;

/** Not a server action: those accept only small bodies, and read them before authentication. */
export async function POST(request: Request): Promise<Response> {
  let mode: Mode = "test";
  try {
    const { isOwnOrigin } = await actionContext();
    if (!isOwnOrigin) throw new AppError("forbidden");
    const visit = await demandVisit("developer");
    const form = await readFormBody(request, { bytes: MAX_BODY_BYTES, parts: MAX_PARTS, tooLarge });
    mode = form.get("mode") === "live" ? "live" : "test";
    if (form.get(SHOWN_ACCOUNT) !== visit.account.id) throw new AppError("account_changed");
    const file = form.get("file");
    const bytes = new Uint8Array(file instanceof File ? await file.arrayBuffer() : []);
    const name = file instanceof File ? file.name : "";
    const { transfers } = await getServices();
    const owner = { accountId: visit.account.id, mode };
    const result = await transfers.importFile(owner, { name, bytes }, visit.user.id);
    return lead(request, mode, {
      import: result.importId,
      repeated: result.isRepeated ? "1" : undefined,
    });
  } catch (error) {
    return refuse(request, mode, error);
  }
}

function tooLarge(): AppError {
  const fields = [{ path: "file", message: "statement_too_large" }];
  return new AppError("invalid_request", { fields });
}

/** Returns the address as JSON to a script, and redirects a plain form. */
async function lead(
  request: Request,
  mode: Mode,
  query: Record<string, string | undefined>,
): Promise<Response> {
  const { linkQuery } = await merchantText();
  const along = { mode: mode === "live" ? "live" : undefined, ...linkQuery };
  const to = consolePath("/payments/transfers", { ...along, ...query });
  const headers = { "Cache-Control": "no-store" };
  if (wantsJson(request)) return Response.json({ to }, { headers });
  return new Response(null, { status: 303, headers: { ...headers, Location: to } });
}

async function refuse(request: Request, mode: Mode, error: unknown): Promise<Response> {
  const { logger } = await getServices();
  if (!isAppError(error)) logger.error({ err: error }, "a bank file could not be read");
  const reason = isAppError(error) ? (error.fields?.[0]?.message ?? error.code) : "internal_error";
  if (!wantsJson(request)) return lead(request, mode, { problem: reason });
  const problem = transferProblem(reason, await merchantText());
  const status = isAppError(error) ? error.status : 500;
  return Response.json({ problem }, { status, headers: { "Cache-Control": "no-store" } });
}

function wantsJson(request: Request): boolean {
  return request.headers.get("accept")?.startsWith("application/json") === true;
}
