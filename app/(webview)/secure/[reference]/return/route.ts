import { type ReturnContext, respondToReturn } from "../../../../(payer)/steps/come-back.ts";

export function GET(request: Request, context: ReturnContext): Promise<Response> {
  return respondToReturn(request, context, "direct");
}

/** Otherwise Next runs GET for HEAD, which consumes the return link. */
export function HEAD(): Response {
  return new Response(null, { headers: { "Cache-Control": "no-store" } });
}
