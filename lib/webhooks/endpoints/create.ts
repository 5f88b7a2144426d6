import { type Actor, recordAudit } from "#lib/platform/audit/log.ts";
import { AppError } from "#lib/platform/failures/errors.ts";
import { digest, newId } from "#lib/platform/values/ids.ts";
import { newWebhookSecret } from "#lib/webhooks/signatures/signature.ts";
import { type EndpointDeps, type Owner, parseSettings } from "./change.ts";
import { secretContext, UNTRIED } from "./endpoint.ts";
import type { EndpointInput } from "./fields.ts";
import * as repository from "./repository.ts";
import type { NewSecret } from "./secrets.ts";

const MAX_ENDPOINTS = 20;

export type EndpointRequest = Owner & EndpointInput & { actor?: Actor };

export type NewEndpoint = NewSecret & { isReceiver: boolean };

/**
 * The Webhook Secret is never shown again. Users confirm that they saved it.
 * @throws AppError `invalid_request`, `account_closed`, `limit_reached`
 */
export async function createEndpoint(
  deps: EndpointDeps,
  { accountId, mode, actor = "operator", ...input }: EndpointRequest,
): Promise<NewEndpoint> {
  const { db, clock, seal, accounts, receiver } = deps;
  const settings = await parseSettings(deps, input, { accountId, mode, actor });
  const isReceiver =
    mode === "test" && (receiver?.urlsOf(accountId).includes(settings.url) ?? false);
  const id = newId("whep");
  const secret = newWebhookSecret();
  await db.transaction(async (tx) => {
    await accounts.holdOpen(tx, accountId);
    await repository.lockRoom(tx, accountId);
    if ((await repository.countEndpoints(tx, { accountId, mode })) >= MAX_ENDPOINTS) {
      throw new AppError("limit_reached", {
        fields: [
          {
            path: "url",
            message: `There are ${MAX_ENDPOINTS} endpoints already. Change one of them instead.`,
          },
        ],
      });
    }
    const createdAt = clock.now();
    await repository.insert(tx, {
      ...settings,
      id,
      accountId,
      mode,
      // The command line can't ask for confirmation.
      secretSavedAt: actor.startsWith("usr_") && !isReceiver ? null : createdAt,
      sealedSecret: seal.seal(secret, secretContext(id)),
      sealedPreviousSecret: null,
      previousSecretExpiresAt: null,
      disabledAt: null,
      disabledReason: null,
      ...UNTRIED,
      createdAt,
    });
    const entry = { accountId, actor, action: "webhook_endpoint.created", target: id } as const;
    await recordAudit(tx, createdAt, { ...entry, details: { mode } });
  });
  return { id, secret, mark: digest(secret), isReceiver };
}
