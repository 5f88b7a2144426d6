import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { AppError } from "#lib/platform/errors.ts";
import { digest, randomToken } from "#lib/platform/ids.ts";
import { createEmailLinkRepository, type LinkPurpose } from "./repository.ts";

/** Minutes a mailed link works for. */
export const LINK_MINUTES = 60;
const TOKEN_BYTES = 32;

/** Links that prove a mailbox: each works once, for one purpose, and only while it is the newest. */
export function createEmailLinks({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** Makes the secret of a new link to `email`; links of the same purpose that were sent before work no longer. */
    async issue(purpose: LinkPurpose, email: string): Promise<string> {
      const token = randomToken(TOKEN_BYTES);
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + LINK_MINUTES * 60_000);
      await db.transaction(async (tx) => {
        const repository = createEmailLinkRepository(tx);
        await repository.serialise(email);
        await repository.close(email, purpose, createdAt);
        const row = { digest: digest(token), purpose, email, createdAt, expiresAt, usedAt: null };
        await repository.insert(row);
      });
      return token;
    },

    /** The address an open link was sent to; `undefined` for any other. The link stays open. */
    async read(purpose: LinkPurpose, token: string): Promise<string | undefined> {
      const repository = createEmailLinkRepository(db);
      return (await repository.findOpen(digest(token), purpose, clock.now()))?.email;
    },

    /** Takes a link in the caller's open database transaction; answers its address. Throws `email_link_not_valid`. */
    async take(tx: Database, purpose: LinkPurpose, token: string): Promise<string> {
      const row = await createEmailLinkRepository(tx).take(digest(token), purpose, clock.now());
      if (!row) throw new AppError("email_link_not_valid");
      return row.email;
    },

    /** Closes the links of a purpose to an address, in the caller's open database transaction. */
    close: (tx: Database, purpose: LinkPurpose, email: string): Promise<void> =>
      createEmailLinkRepository(tx).close(email, purpose, clock.now()),

    /** Deletes links that can no longer work; answers how many. */
    purge: (): Promise<number> => createEmailLinkRepository(db).deleteExpired(clock.now()),
  };
}

export type EmailLinks = ReturnType<typeof createEmailLinks>;
