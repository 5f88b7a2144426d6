import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { digest, randomToken } from "#lib/platform/values/ids.ts";
import type { LinkPurpose } from "./repository.ts";
import * as repository from "./repository.ts";

export const LINK_MINUTES = 60;
const TOKEN_BYTES = 32;

/** Links work once, and only the newest of its purpose. */
export function createEmailLinks({ db, clock }: { db: Database; clock: Clock }) {
  return {
    async issue(purpose: LinkPurpose, email: string): Promise<string> {
      const token = randomToken(TOKEN_BYTES);
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + LINK_MINUTES * 60_000);
      await db.transaction(async (tx) => {
        await repository.serialiseEmailLinks(tx, email);
        await repository.closeEmailLinks(tx, email, purpose, createdAt);
        const row = { digest: digest(token), purpose, email, createdAt, expiresAt, usedAt: null };
        await repository.insertEmailLink(tx, row);
      });
      return token;
    },

    async read(purpose: LinkPurpose, token: string): Promise<string | undefined> {
      return (await repository.findOpenEmailLink(db, digest(token), purpose, clock.now()))?.email;
    },

    /** @throws AppError `email_link_not_valid` */
    async take(tx: Database, purpose: LinkPurpose, token: string): Promise<string> {
      const row = await repository.takeEmailLink(tx, digest(token), purpose, clock.now());
      if (!row) throw new AppError("email_link_not_valid");
      return row.email;
    },

    close: (tx: Database, purpose: LinkPurpose, email: string): Promise<void> =>
      repository.closeEmailLinks(tx, email, purpose, clock.now()),

    purge: (): Promise<number> => repository.deleteExpiredEmailLinks(db, clock.now()),
  };
}

export type EmailLinks = ReturnType<typeof createEmailLinks>;
