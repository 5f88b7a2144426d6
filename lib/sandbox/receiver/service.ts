import { z } from "zod";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { newId } from "#lib/platform/values/ids.ts";
import { isSigned } from "#lib/sandbox/model/signed-webhook.ts";
import type { WebhookService } from "#lib/webhooks/service.ts";
import type { ReceiverAddress } from "./address.ts";
import type { WebhookRow } from "./repository.ts";
import * as repository from "./repository.ts";

const KEPT = 50;
const KEPT_MS = 24 * 60 * 60_000;

export type ReceivedWebhook = Omit<WebhookRow, "accountId"> & { type: string | undefined };

const typeSchema = z.object({ type: z.string() });

type Deps = {
  db: Database;
  clock: Clock;
  address: ReceiverAddress;
  webhooks: Pick<WebhookService, "secretsAt">;
};

/** Keeps the newest 50 of an account for a day. */
export function createTestReceiver({ db, clock, address, webhooks }: Deps) {
  return {
    urlOf: (accountId: string): string => address.urlsOf(accountId)[0] ?? "",

    isAt: (accountId: string, url: string): boolean => address.urlsOf(accountId).includes(url),

    /** `unknown`: no endpoint of the account has this URL, and nothing is kept. */
    async receive(
      token: string,
      headers: Record<string, string>,
      body: Buffer,
    ): Promise<"signed" | "unsigned" | "unknown"> {
      const accountId = address.readToken(token);
      if (accountId === undefined) return "unknown";
      const secrets = await webhooks.secretsAt(accountId, address.urlsOf(accountId));
      if (secrets.length === 0) return "unknown";
      const wasSigned = secrets.some((secret) => isSigned(secret, headers, body));
      const row = {
        id: newId("rcv"),
        accountId,
        headers,
        // PostgreSQL text can't contain NUL.
        body: body.toString().replaceAll("\0", "\uFFFD"),
        isSigned: wasSigned,
        receivedAt: clock.now(),
      };
      await repository.insert(db, row, KEPT);
      return wasSigned ? "signed" : "unsigned";
    },

    async list(accountId: string): Promise<ReceivedWebhook[]> {
      const rows = await repository.list(db, accountId);
      return rows.map(({ accountId: _own, ...row }) => ({ ...row, type: typeOf(row.body) }));
    },

    newestId: (accountId: string): Promise<string | undefined> =>
      repository.findNewestId(db, accountId),

    purge: (): Promise<number> =>
      repository.deleteOlder(db, new Date(clock.now().getTime() - KEPT_MS)),
  };
}

function typeOf(body: string): string | undefined {
  try {
    return typeSchema.safeParse(JSON.parse(body)).data?.type;
  } catch {
    return undefined;
  }
}
