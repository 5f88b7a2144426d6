import { z } from "zod";
import type { Outcome } from "#lib/payments/model/status.ts";

const envelopeSchema = z.object({ type: z.string(), timestamp: z.string() });

const paymentEventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("transaction.succeeded"), data: dataWith("succeeded") }),
  z.object({ type: z.literal("transaction.failed"), data: dataWith("failed") }),
]);

function dataWith<S extends Outcome>(status: S) {
  return z.object({
    id: z.string(),
    accountId: z.string(),
    status: z.literal(status),
    amount: z.int(),
    currency: z.string(),
    metadata: z.object({ orderId: z.string() }).optional().catch(undefined),
  });
}

export type PaymentEvent = z.infer<typeof paymentEventSchema>;

export function readPaymentEvent(rawBody: string | Buffer): PaymentEvent | "other" | undefined {
  const body = parseJson(rawBody.toString());
  const event = paymentEventSchema.safeParse(body);
  if (event.success) return event.data;
  const envelope = envelopeSchema.safeParse(body);
  const known: string[] = paymentEventSchema.options.map((option) => option.shape.type.value);
  return envelope.success && !known.includes(envelope.data.type) ? "other" : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
