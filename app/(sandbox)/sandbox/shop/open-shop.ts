import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { merchantText } from "#lib/next/request/text.ts";
import { readCart } from "#lib/next/sandbox/sandbox-shop-session.ts";
import { shopAddressOf } from "#lib/sandbox/shop/site.ts";
import { getServices } from "#lib/services/index.ts";

export type Query = Record<string, string | string[] | undefined>;

export async function isShopOpen(): Promise<boolean> {
  const services = await getServices();
  return (await services.sandboxEnabled()) && services.sandboxShop.isConfigured();
}

/** Redirects to the shop's host, then 404 if there is no shop. `path` is relative to the shop. */
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
    // A real shop also loads the script from the payment service.
    embedScriptUrl: `${services.env.PUBLIC_URL}/embed.js`,
  };
}

/** Empty if the parameter is missing or repeated. */
export function single(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : "";
}
