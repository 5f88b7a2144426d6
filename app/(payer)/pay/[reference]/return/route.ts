import { type ReturnContext, respondToReturn } from "../../../steps/come-back.ts";

export function GET(request: Request, context: ReturnContext): Promise<Response> {
  return respondToReturn(request, context, "web");
}

/** Next handles HEAD as GET, which would consume the URL. */
export function HEAD(): Response {
  return new Response(null, { headers: { "Cache-Control": "no-store" } });
}
