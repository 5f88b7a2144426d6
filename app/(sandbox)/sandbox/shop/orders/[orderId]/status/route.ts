import { getServices } from "#lib/services/index.ts";
import { isShopOpen } from "../../../open-shop.ts";

type Context = { params: Promise<{ orderId: string }> };

export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { sandboxShop } = await getServices();
  const { orderId } = await params;
  const order = (await isShopOpen()) ? await sandboxShop.order(orderId) : undefined;
  const headers = { "Cache-Control": "no-store" };
  if (!order) return new Response(null, { status: 404, headers });
  return Response.json({ status: order.status }, { headers });
}
