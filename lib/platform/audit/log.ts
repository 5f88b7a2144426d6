import type { Database } from "#lib/platform/db/client.ts";
import { newId } from "#lib/platform/ids.ts";
import { type AuditFilter, type AuditRow, createAuditRepository } from "./repository.ts";

/** Who changes something: a user of the console, the service's operator at a terminal, the service by itself, or the start of the demo. */
export type Actor = "operator" | "system" | "demo" | `usr_${string}`;

/** What can have been done. */
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
  | "transfers.imported"
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
  | "bank_alert.resolved"
  | "signing_key.rotated"
  | "secrets.resealed";

/** Something that was done; `target` is the id of what it was done to. `details` hold no personal data and no secret. */
export type AuditEntry = {
  accountId: string | null;
  actor: Actor;
  action: AuditAction;
  target: string;
  details?: Record<string, string | number | boolean>;
};

/** Appends an entry in the caller's open database transaction: what was done and the entry are there together. */
export function recordAudit(tx: Database, createdAt: Date, entry: AuditEntry): Promise<void> {
  const { details = {}, ...rest } = entry;
  return createAuditRepository(tx).insert({ ...rest, details, id: newId("aud"), createdAt });
}

/** Lists what was done, newest first. */
export function createAuditLog({ db }: { db: Database }) {
  const repository = createAuditRepository(db);
  return { list: (filter: AuditFilter): Promise<AuditRow[]> => repository.list(filter) };
}
