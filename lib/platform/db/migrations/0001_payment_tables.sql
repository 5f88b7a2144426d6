do $$ begin lock table payment_attempts, transactions in access exclusive mode; end $$;
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
-- The connection avoids reading whole tables, which is right here.
set local enable_seqscan = on;
--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD COLUMN "account_id" text, ADD COLUMN "mode" text;
--> statement-breakpoint
update payment_attempts set account_id = t.account_id, mode = t.mode from transactions t where t.id = transaction_id;
--> statement-breakpoint
ALTER TABLE "payment_attempts" ALTER COLUMN "account_id" SET NOT NULL, ALTER COLUMN "mode" SET NOT NULL;
--> statement-breakpoint
CREATE INDEX "payment_attempts_by_bank" ON "payment_attempts" USING btree ("account_id","mode","bank_id","transaction_id");
