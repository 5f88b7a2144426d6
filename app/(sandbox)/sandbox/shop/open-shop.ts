import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { readCart } from "#lib/next/sandbox-shop-session.ts";
import { merchantText } from "#lib/next/text.ts";
import { shopAddressOf } from "#lib/sandbox/shop/site.ts";
import { getServices } from "#lib/services/index.ts";

export type Query = Record<string, string | string[] | undefined>;

/** Tells whether the shop is there: fake payments are allowed, and it has its credentials. */
export async function isShopOpen(): Promise<boolean> {
  const services = await getServices();
  return (await services.sandboxEnabled()) && services.sandboxShop.isConfigured();
}

/** What every page of the shop starts with. `path` is relative to the shop; the right site comes first, then 404. */
export async function openShop(path: string, query: Query) {
  const services = await getServices();
  const list = await headers();
  const elsewhere = shopAddressOf({
    hosts: [list.get("host"), list.get("x-forwarded-host")],
    shopUrl: services.env.SANDBOX_SHOP_URL,
    path,
    query,
  });
  if (elsewhere) redirect(elsewhere);
  if (!(await isShopOpen())) notFound();
  return {
    shop: services.sandboxShop,
    text: await merchantText(),
    cart: await readCart(),
    // Like any merchant, the shop loads it from the payment service's site.
    embedScriptUrl: `${services.env.PUBLIC_URL}/embed.js`,
  };
}

/** The one value of a query parameter; none if it is missing or repeated. */
export function single(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : "";
}
