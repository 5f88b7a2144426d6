import type { MemberService } from "#lib/identity/members/service.ts";
import { allows } from "#lib/identity/model/roles.ts";
import type { AccountService } from "#lib/merchants/accounts/service.ts";
import type { Clock } from "#lib/platform/clock/clock.ts";
import type { Database } from "#lib/platform/db/database.ts";
import { isAppError } from "#lib/platform/failures/errors.ts";
import { createMerchantText } from "#lib/platform/i18n/format.ts";
import type { SendMail } from "#lib/platform/mail/mail.ts";
import type { Logger } from "#lib/platform/telemetry/logger.ts";
import type { EndpointView } from "#lib/webhooks/endpoints/endpoint.ts";
import { disabledMail } from "./disabled-mail.ts";
import type { HeldNotice } from "./repository.ts";
import * as repository from "./repository.ts";

// Longer than a mail server may take for one mail.
const LEASE_MS = 5 * 60_000;
const RETRY_MS = 15 * 60_000;
const GIVE_UP_MS = 3 * 24 * 60 * 60_000;
const MAX_PER_RUN = 20;

type Deps = {
  db: Database;
  clock: Clock;
  accounts: Pick<AccountService, "find">;
  getEndpoint: (key: { accountId: string; id: string }) => Promise<EndpointView>;
  members: Pick<MemberService, "list">;
  sendMail: SendMail;
  consoleUrl: string;
  logger: Pick<Logger, "error">;
};

/** Stored with the change, removed after the mail: a crash in between sends it twice. */
export function createEndpointNotices(deps: Deps) {
  const { db, clock } = deps;
  return {
    /** Returns the number. Failed mails are retried every 15 minutes for three days. */
    async sendDue(): Promise<number> {
      let done = 0;
      while (done < MAX_PER_RUN) {
        const now = clock.now();
        const held = await repository.leaseDue(db, now, new Date(now.getTime() + LEASE_MS));
        if (!held) break;
        await work(deps, held);
        done++;
      }
      return done;
    },

    nextDueAt: () => repository.nextDueAt(db),
  };
}

async function readersOf({ members }: Deps, accountId: string) {
  return (await members.list(accountId)).filter(({ role }) => allows(role, "developer"));
}

async function share(deps: Deps, held: HeldNotice): Promise<void> {
  const { db, clock } = deps;
  const { accountId, endpointId } = held;
  const readers = await readersOf(deps, accountId);
  const now = clock.now();
  await db.transaction(async (tx) => {
    if (!(await repository.remove(tx, held))) return;
    for (const { userId } of readers)
      await repository.insert(tx, { accountId, endpointId, userId }, now);
  });
}

async function send(deps: Deps, held: HeldNotice, endpoint: EndpointView): Promise<void> {
  const { db, accounts, sendMail, consoleUrl } = deps;
  const { accountId, endpointId, userId } = held;
  const reader = (await readersOf(deps, accountId)).find((one) => one.userId === userId);
  const account = await accounts.find(accountId);
  if (reader && account) {
    await sendMail(
      disabledMail({
        email: reader.email,
        text: createMerchantText(),
        accountName: account.name,
        endpoint,
        link: `${consoleUrl}/webhooks/${endpointId}`,
      }),
    );
  }
  await repository.remove(db, held);
}

async function work(deps: Deps, held: HeldNotice): Promise<void> {
  const { db, clock, getEndpoint, logger } = deps;
  const { accountId, endpointId, userId } = held;
  const endpoint = await getEndpoint({ accountId, id: endpointId }).catch(unlessDeleted);
  if (!endpoint?.disabledAt || endpoint.disabledReason === "merchant") {
    await repository.remove(db, held);
    return;
  }
  if (!userId) return share(deps, held);
  try {
    await send(deps, held, endpoint);
  } catch (err) {
    const now = clock.now();
    const isRefused = isAppError(err) && err.code === "invalid_request";
    const isOver = isRefused || now.getTime() - endpoint.disabledAt.getTime() > GIVE_UP_MS;
    logger.error({ err, endpointId, userId, isOver }, "a notice of an endpoint was not sent");
    if (isOver) await repository.remove(db, held);
    else await repository.postpone(db, held, new Date(now.getTime() + RETRY_MS));
  }
}

function unlessDeleted(error: unknown): undefined {
  if (!isAppError(error) || error.code !== "not_found") throw error;
}
