import { isAppError } from "#lib/platform/failures/errors.ts";
import { getServices } from "#lib/services/index.ts";
import { isAppOpen } from "../../open-app.ts";

type Context = { params: Promise<{ id: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { sandboxApp, logger } = await getServices();
  const { id } = await params;
  const headers = { "Cache-Control": "no-store" };
  try {
    const truth = (await isAppOpen()) ? await sandboxApp.paymentStatus(id) : undefined;
    if (!truth) return new Response(null, { status: 404, headers });
    return Response.json(truth, { headers });
  } catch (error) {
    if (!isAppError(error)) logger.error({ err: error }, "the demo app's server failed");
    return new Response(null, { status: 503, headers });
  }
}
