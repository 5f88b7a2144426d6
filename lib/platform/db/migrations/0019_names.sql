ALTER TABLE "authorisations" RENAME TO "payment_attempts";
--> statement-breakpoint
ALTER TABLE "payment_attempts" RENAME COLUMN "tells_payer_iban" TO "sends_payer_iban";
--> statement-breakpoint
ALTER TABLE "payment_attempts" RENAME CONSTRAINT "authorisations_pkey" TO "payment_attempts_pkey";
--> statement-breakpoint
ALTER TABLE "payment_attempts" RENAME CONSTRAINT "authorisations_end_to_end_id_unique" TO "payment_attempts_end_to_end_id_unique";
--> statement-breakpoint
ALTER TABLE "payment_attempts" RENAME CONSTRAINT "authorisations_request_id_unique" TO "payment_attempts_request_id_unique";
--> statement-breakpoint
ALTER TABLE "payment_attempts" RENAME CONSTRAINT "authorisations_state_unique" TO "payment_attempts_state_unique";
--> statement-breakpoint
ALTER TABLE "payment_attempts" RENAME CONSTRAINT "authorisations_transaction_id_transactions_id_fk" TO "payment_attempts_transaction_id_transactions_id_fk";
--> statement-breakpoint
ALTER TABLE "payment_attempts" RENAME CONSTRAINT "authorisations_payer_session_id_payer_sessions_id_fk" TO "payment_attempts_payer_session_id_payer_sessions_id_fk";
--> statement-breakpoint
ALTER INDEX "authorisations_one_open" RENAME TO "payment_attempts_one_open";
--> statement-breakpoint
ALTER INDEX "authorisations_transaction" RENAME TO "payment_attempts_transaction";
--> statement-breakpoint
ALTER INDEX "authorisations_bank_payment" RENAME TO "payment_attempts_bank_payment";
--> statement-breakpoint
ALTER INDEX "authorisations_payer_session" RENAME TO "payment_attempts_payer_session";
--> statement-breakpoint
ALTER INDEX "authorisations_due" RENAME TO "payment_attempts_due";
--> statement-breakpoint
ALTER TRIGGER "authorisations_guard" ON "payment_attempts" RENAME TO "payment_attempts_guard";
--> statement-breakpoint
ALTER FUNCTION guard_authorisation() RENAME TO guard_payment_attempt;
--> statement-breakpoint
create or replace function guard_payment_attempt() returns trigger language plpgsql as $$
begin
  if (new.transaction_id, new.bank_id, new.end_to_end_id, new.request_id, new.amount, new.currency, new.payee_iban, new.payee_name)
     is distinct from
     (old.transaction_id, old.bank_id, old.end_to_end_id, old.request_id, old.amount, old.currency, old.payee_iban, old.payee_name) then
    raise exception 'payment attempt %: what was sent to the bank is immutable', old.id
      using errcode = 'integrity_constraint_violation';
  end if;
  if old.status in ('succeeded', 'failed') and new.status <> old.status then
    raise exception 'payment attempt %: no way from % to %', old.id, old.status, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
ALTER TABLE "bank_alerts" RENAME COLUMN "authorisation_id" TO "attempt_id";
--> statement-breakpoint
ALTER TABLE "bank_alerts" RENAME CONSTRAINT "bank_alerts_authorisation_id_authorisations_id_fk" TO "bank_alerts_attempt_id_payment_attempts_id_fk";
--> statement-breakpoint
ALTER TABLE "transactions" RENAME COLUMN "payer_mark" TO "payer_email_hash";
--> statement-breakpoint
ALTER TABLE "transactions" RENAME COLUMN "claim_digest" TO "lock_digest";
--> statement-breakpoint
ALTER TABLE "transactions" RENAME COLUMN "claimed_at" TO "locked_at";
--> statement-breakpoint
ALTER TABLE "transactions" RENAME COLUMN "transfer_told_at" TO "transfer_reported_at";
--> statement-breakpoint
ALTER INDEX "transactions_told" RENAME TO "transactions_reported";
--> statement-breakpoint
ALTER INDEX "transactions_telling" RENAME TO "transactions_with_metadata";
--> statement-breakpoint
ALTER TABLE "payer_codes" RENAME COLUMN "wrong_tries" TO "wrong_attempts";
--> statement-breakpoint
ALTER TABLE "deliveries" RENAME COLUMN "claims" TO "leases";
