import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { merchantText } from "#lib/next/request/text.ts";
import { shopAddressOf } from "#lib/sandbox/shop/site.ts";
import { getServices } from "#lib/services/index.ts";

export type Query = Record<string, string | string[] | undefined>;

export async function isAppOpen(): Promise<boolean> {
  const services = await getServices();
  return (await services.sandboxEnabled()) && (await services.sandboxApp.accountId()) !== undefined;
}

/** Redirects to the app's host, which differs from the API's. 404 if there is no app. */
export async function openApp(query: Query) {
  const { env } = await getServices();
  const list = await headers();
  const elsewhere = shopAddressOf({
    hosts: [list.get("host"), list.get("x-forwarded-host")],
    shopUrl: `${new URL(env.SANDBOX_SHOP_URL).origin}/sandbox/app`,
    path: "",
    query,
  });
  if (elsewhere) redirect(elsewhere);
  if (!(await isAppOpen())) notFound();
  return { baseUrl: env.BASE_URL, text: await merchantText() };
}
