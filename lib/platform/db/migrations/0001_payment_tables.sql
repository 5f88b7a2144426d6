do $$ begin lock table payment_attempts, transactions in access exclusive mode; end $$;
--> statement-breakpoint
-- The connection avoids reading whole tables, which is right here.
set local enable_seqscan = on;
--> statement-breakpoint
drop trigger payment_attempts_note_bank on payment_attempts;
--> statement-breakpoint
drop trigger transactions_note_failure on transactions;
--> statement-breakpoint
drop function note_payment_bank();
--> statement-breakpoint
drop function note_failure_with_bank();
--> statement-breakpoint
DROP TABLE "payment_banks";
--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "account_id" text, ADD COLUMN "mode" text;
--> statement-breakpoint
update payment_attempts set account_id = t.account_id, mode = t.mode from transactions t where t.id = transaction_id;
--> statement-breakpoint
ALTER TABLE "payment_attempts" ALTER COLUMN "account_id" SET NOT NULL, ALTER COLUMN "mode" SET NOT NULL;
--> statement-breakpoint
CREATE INDEX "payment_attempts_by_bank" ON "payment_attempts" USING btree ("account_id","mode","bank_id","transaction_id");
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"lock_digest" text,
	"locked_at" timestamp (3) with time zone,
	"released_digest" text,
	"payer_step" text,
	"returned_at" timestamp (3) with time zone
);
--> statement-breakpoint
insert into checkouts
select id, lock_digest, locked_at, released_digest, payer_step, returned_at from transactions
where locked_at is not null or payer_step is not null or returned_at is not null;
--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE TABLE "expected_transfers" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"shown_at" timestamp (3) with time zone,
	"reported_at" timestamp (3) with time zone,
	CONSTRAINT "expected_transfers_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
insert into expected_transfers
select id, transfer_reference, transfer_shown_at, transfer_reported_at from transactions where transfer_reference is not null;
--> statement-breakpoint
ALTER TABLE "expected_transfers" ADD CONSTRAINT "expected_transfers_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- What a payer wrote into a transfer must find its order for ever.
create function guard_expected_transfer() returns trigger language plpgsql as $$
begin
  if (new.transaction_id, new.reference) is distinct from (old.transaction_id, old.reference) then
    raise exception 'transaction %: the transfer reference is immutable', old.transaction_id
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger expected_transfers_guard before update on expected_transfers
  for each row execute function guard_expected_transfer();
--> statement-breakpoint
create or replace function guard_transaction() returns trigger language plpgsql as $$
begin
  if (new.account_id, new.mode, new.flow, new.reference, new.amount, new.currency, new.payee_iban, new.payee_name)
     is distinct from
     (old.account_id, old.mode, old.flow, old.reference, old.amount, old.currency, old.payee_iban, old.payee_name) then
    raise exception 'transaction %: the order is immutable', old.id using errcode = 'integrity_constraint_violation';
  end if;
  if new.status <> old.status and not (
    (old.status = 'pending' and new.status in ('processing', 'failed')) or
    (old.status = 'processing' and new.status in ('succeeded', 'failed'))
  ) then
    raise exception 'transaction %: no way from % to %', old.id, old.status, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
ALTER TABLE "transactions"
	DROP COLUMN "payer_step",
	DROP COLUMN "lock_digest",
	DROP COLUMN "locked_at",
	DROP COLUMN "released_digest",
	DROP COLUMN "transfer_reference",
	DROP COLUMN "transfer_shown_at",
	DROP COLUMN "transfer_reported_at",
	DROP COLUMN "returned_at";
