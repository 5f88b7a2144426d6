import { readBounded } from "#lib/platform/http/bounded-body.ts";
import { getServices } from "#lib/services/index.ts";
import { isShopOpen } from "../open-shop.ts";

const MAX_BODY_BYTES = 65_536;

// An ignored webhook returns 200: resending it would not help.
const STATUSES = { unsigned: 401, unreadable: 400, ignored: 200, unchanged: 200, changed: 200 };

export async function POST(request: Request): Promise<Response> {
  const { sandboxShop } = await getServices();
  if (!(await isShopOpen())) return response(404);
  const body = await readBounded(request.body, MAX_BODY_BYTES);
  if (!body) return response(413);
  const result = await sandboxShop.receiveWebhook(Object.fromEntries(request.headers), body);
  return response(STATUSES[result]);
}

function response(status: number): Response {
  return new Response(null, { status, headers: { "Cache-Control": "no-store" } });
}
