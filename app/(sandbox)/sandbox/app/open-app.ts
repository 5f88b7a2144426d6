import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { merchantText } from "#lib/next/text.ts";
import { shopAddressOf } from "#lib/sandbox/shop/site.ts";
import { getServices } from "#lib/services/index.ts";

export type Query = Record<string, string | string[] | undefined>;

/** Tells whether the demo app is there: fake payments are allowed, and it has its key. */
export async function isAppOpen(): Promise<boolean> {
  const services = await getServices();
  return (await services.sandboxEnabled()) && (await services.sandboxApp.accountId()) !== undefined;
}

/** What the app's page starts with: the right site, another one than the API's, and then 404 while there is no app. */
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
