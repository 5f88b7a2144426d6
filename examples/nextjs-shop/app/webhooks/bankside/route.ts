import { Webhook } from "standardwebhooks";
import { env } from "@/lib/env";
import { handleWebhook, type Transaction } from "@/lib/orders";

type Event = { type: string; timestamp: string; data: Transaction };

export async function POST(request: Request): Promise<Response> {
  // The signature covers these exact bytes. JSON from `request.json()`, stringified again, may differ.
  const body = await request.text();
  const event = verify(body, request.headers);
  if (!event) return new Response("Invalid signature", { status: 401 });
  if (["transaction.succeeded", "transaction.failed"].includes(event.type)) {
    handleWebhook(request.headers.get("webhook-id") ?? "", event.type, event.data);
  }
  // A 2xx acknowledges types that this shop does not use, too. Anything else makes Bankside send the webhook again.
  return new Response(null, { status: 204 });
}

/** `undefined` if the signature is wrong, or older than five minutes. */
function verify(body: string, headers: Headers): Event | undefined {
  try {
    // The signature proves that Bankside wrote the body.
    return new Webhook(env.webhookSecret()).verify(body, Object.fromEntries(headers)) as Event;
  } catch {
    return undefined;
  }
}
