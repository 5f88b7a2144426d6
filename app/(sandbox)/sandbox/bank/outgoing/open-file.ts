import { getServices } from "#lib/services/index.ts";

/** `undefined` for an unknown file. */
export async function openFile(token: string) {
  const { sandboxBank, sandboxEnabled } = await getServices();
  const isToken = /^[\w-]{22}$/.test(token);
  const orders = isToken && (await sandboxEnabled()) ? await sandboxBank.orders(token) : [];
  return orders.length > 0 ? orders : undefined;
}
