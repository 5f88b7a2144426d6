import type { LinkOwner } from "#lib/payments/links/link.ts";
import { getServices } from "#lib/services/index.ts";

/** Of the newest link. */
export async function usualCurrency(owner: LinkOwner): Promise<string> {
  const { links } = await getServices();
  const [newest] = await links.list({ ...owner, limit: 1 });
  return newest?.currency ?? "EUR";
}
