import { answerReturn, type ReturnContext } from "../../../../(payer)/steps/come-back.ts";

/** The payer comes back from the bank to the webview, or to the phone's own browser. */
export function GET(request: Request, context: ReturnContext): Promise<Response> {
  return answerReturn(request, context, "direct");
}

/** Next would answer HEAD by GET, which uses the address up. */
export function HEAD(): Response {
  return new Response(null, { headers: { "Cache-Control": "no-store" } });
}
