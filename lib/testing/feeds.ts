import { feedContext } from "#lib/payments/feeds/feed.ts";
import { feeds } from "#lib/payments/model/transfers.schema.ts";
import type { TransferOwner } from "#lib/payments/transfers/transfer.ts";
import type { Seal } from "#lib/platform/crypto/seal.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { newId } from "#lib/platform/values/ids.ts";

/** Never due. */
export async function storeFeed(
  db: Database,
  seal: Pick<Seal, "seal">,
  owner: TransferOwner,
): Promise<string> {
  const id = newId("feed");
  const credentials = JSON.stringify({ login: "corner-books", secretKey: "5c5c5c5c" });
  const createdAt = new Date();
  await db.insert(feeds).values({
    ...owner,
    id,
    provider: "qonto",
    iban: "NL91ABNA0417164300",
    sealedCredentials: seal.seal(credentials, feedContext(id)),
    sealedWebhookSecret: seal.seal("whsec-6f6f6f6f", feedContext(id)),
    readUntil: createdAt,
    createdBy: "operator",
    createdAt,
  });
  return id;
}
