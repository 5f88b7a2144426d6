import type { Database } from "#lib/platform/db/database.ts";
import { newId } from "#lib/platform/values/ids.ts";
import type { AuditFilter, AuditRow } from "./repository.ts";
import * as repository from "./repository.ts";

/** A user, a merchant's program with its API key, an operator at a terminal, the service, or the demo's start. */
export type Actor = "operator" | "system" | "demo" | `usr_${string}` | `key_${string}`;

export type AuditAction =
  | "account.created"
  | "account.whitelisted"
  | "account.unwhitelisted"
  | "account.closed"
  | "payee.confirmed"
  | "payee.proposed"
  | "payee.withdrawn"
  | "account.settings_changed"
  | "brand.changed"
  | "first_steps.changed"
  | "api_key.created"
  | "api_key.renamed"
  | "api_key.revoked"
  | "api_key.scopes_changed"
  | "webhook_endpoint.created"
  | "webhook_endpoint.changed"
  | "webhook_endpoint.secret_rotated"
  | "webhook_endpoint.secret_saved"
  | "webhook_endpoint.disabled"
  | "webhook_endpoint.enabled"
  | "webhook_endpoint.deleted"
  | "deliveries.recovered"
  | "transaction.cancelled"
  | "transactions.exported"
  | "transfer.received"
  | "transfer.not_received"
  | "transfer.resolved"
  | "transfer.accepted"
  | "transfer.assigned"
  | "transfer.awaiting_rest"
  | "transfers.imported"
  | "feed.added"
  | "feed.connected"
  | "feed.webhook_set"
  | "feed.retired"
  | "funds.received"
  | "funds.returned"
  | "refund.created"
  | "refund.cancelled"
  | "refund.account_entered"
  | "refund.account_given"
  | "refund.link_created"
  | "refund.account_shown"
  | "refund.sent"
  | "refund.succeeded"
  | "refund.failed"
  | "refund.released"
  | "refund.returned"
  | "refund.finding_seen"
  | "refund_file.created"
  | "refund_file.downloaded"
  | "refund_limits.changed"
  | "payment_link.created"
  | "payment_link.stopped"
  | "member.invited"
  | "member.invitation_revoked"
  | "member.joined"
  | "member.role_changed"
  | "member.removed"
  | "user.second_factor_on"
  | "user.second_factor_off"
  | "user.recovery_codes_renewed"
  | "user.recovery_code_used"
  | "user.passkey_added"
  | "user.passkey_removed"
  | "user.password_changed"
  | "user.password_reset"
  | "user.provider_connected"
  | "user.provider_disconnected"
  | "bank_alert.resolved"
  | "transaction.settled"
  | "bank.paused"
  | "bank.resumed"
  | "operator.granted"
  | "operator.revoked"
  | "signing_key.rotated"
  | "backup.restored"
  | "secrets.resealed";

/** `details`: no personal data and no secrets. */
export type AuditEntry = {
  accountId: string | null;
  actor: Actor;
  action: AuditAction;
  target: string;
  details?: Record<string, string | number | boolean>;
};

/** In the caller's transaction: the change and its entry commit together. */
export function recordAudit(tx: Database, createdAt: Date, entry: AuditEntry): Promise<void> {
  const { details = {}, ...rest } = entry;
  return repository.insert(tx, { ...rest, details, id: newId("aud"), createdAt });
}

export function createAuditLog({ db }: { db: Database }) {
  return { list: (filter: AuditFilter): Promise<AuditRow[]> => repository.list(db, filter) };
}
