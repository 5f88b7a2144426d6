import { answerReturn, type ReturnContext } from "../../../steps/come-back.ts";

/** The payer comes back from the bank to the payer app. */
export function GET(request: Request, context: ReturnContext): Promise<Response> {
  return answerReturn(request, context, "web");
}

/** Next would answer HEAD by GET, which uses the address up. */
export function HEAD(): Response {
  return new Response(null, { headers: { "Cache-Control": "no-store" } });
}
