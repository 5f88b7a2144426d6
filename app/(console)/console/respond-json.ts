import { isAppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";

const HEADERS = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };

/** JSON for a page's script: the result of `read`, or the code and status of its failure. */
export async function respondJson(read: () => Promise<object>): Promise<Response> {
  try {
    return Response.json(await read(), { headers: HEADERS });
  } catch (error) {
    if (isAppError(error)) {
      return Response.json({ code: error.code }, { status: error.status, headers: HEADERS });
    }
    const { logger } = await getServices();
    logger.error({ err: error }, "a page of the console could not be updated");
    return Response.json({ code: "internal_error" }, { status: 500, headers: HEADERS });
  }
}
