import { randomUUID } from "node:crypto";
import type { PaymentHandle } from "#lib/banks/connector.ts";
import { productFor, toTokenHeader } from "./transform.ts";

export function resourceOf(
  { paymentId, currency, accessToken }: PaymentHandle,
  instant: boolean,
  method: "GET" | "DELETE" | "POST",
  below = "",
) {
  const product = productFor(currency, instant);
  const path = `/payments/${product}/${encodeURIComponent(paymentId)}${below}`;
  return { method, path, headers: { "X-Request-ID": randomUUID(), ...toTokenHeader(accessToken) } };
}
