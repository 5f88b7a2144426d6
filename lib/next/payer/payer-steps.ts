import { headers } from "next/headers";
import { limitedAddress } from "#lib/platform/http/client-address.ts";
import { getServices } from "#lib/services/index.ts";

/** @throws AppError `too_many_requests` */
export async function countStep(): Promise<void> {
  const address = limitedAddress(await headers());
  if (address === undefined) return;
  const { limits } = await getServices();
  await limits.take("payer-steps", address);
}
