import { shownBrowserId } from "#lib/next/payer/device-lock.ts";
import type { CreationOptions, RequestOptions } from "#lib/platform/passkeys/site.ts";
import { getServices } from "#lib/services/index.ts";
import type { Payer, Visit } from "./visit.ts";

/** `undefined` in a webview, and for a payer who can't be remembered. */
export async function passkeyToCreate(
  { session, transaction }: Visit,
  { canBeRemembered, maskedEmail }: Payer,
): Promise<CreationOptions | undefined> {
  if (!session || !canBeRemembered || maskedEmail === undefined) return undefined;
  const browserId = await browserOf(transaction);
  const { payers } = await getServices();
  if (browserId === undefined) return undefined;
  return payers.passkeys.creationOptions({ sessionId: session.id, browserId });
}

/** `undefined` in a webview. */
export async function passkeyToUse({ transaction }: Visit): Promise<RequestOptions | undefined> {
  const browserId = await browserOf(transaction);
  const { payers } = await getServices();
  if (browserId === undefined) return undefined;
  return payers.passkeys.requestOptions({ transaction, browserId });
}

async function browserOf(transaction: Visit["transaction"]): Promise<string | undefined> {
  return transaction.flow === "web" ? shownBrowserId(transaction) : undefined;
}
