import { randomUUID } from "node:crypto";
import type { PaymentHandle } from "#lib/banks/connector.ts";
import { productFor, toTokenHeader } from "./transform.ts";

export const UNKNOWN_IP = "127.0.0.1";

export type ResourceOptions = {
  /** Euro payments are instant. In the payment's path, so fixed for a bank id. */
  instant?: boolean;
  /** Sent as `PSU-IP-Address` when no payer takes part. */
  ownIp?: string | undefined;
};

export function resourceOf(
  { paymentId, currency, accessToken }: PaymentHandle,
  { instant = false, ownIp = UNKNOWN_IP }: ResourceOptions,
  method: "GET" | "DELETE" | "POST",
  below = "",
) {
  const product = productFor(currency, instant);
  const path = `/payments/${product}/${encodeURIComponent(paymentId)}${below}`;
  const headers = {
    "X-Request-ID": randomUUID(),
    "PSU-IP-Address": ownIp,
    ...toTokenHeader(accessToken),
  };
  return { method, path, headers };
}
