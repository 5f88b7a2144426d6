import type { StartedPayment } from "#lib/banks/connector.ts";

/** `undefined` unless the payer approves at an address. */
export function addressOf({ approval }: StartedPayment): string | undefined {
  return approval?.kind === "address" ? approval.url : undefined;
}
