-- In the order in which a payment that settles changes them: neither waits for the other while this migration runs.
do $$ begin lock table payment_attempts, transactions in share row exclusive mode; end $$;
--> statement-breakpoint
CREATE TABLE "payment_banks" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"mode" text NOT NULL,
	"bank_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "payer_sessions_with_details" ON "payer_sessions" USING btree ("created_at") WHERE sealed_details is not null or app_return_url is not null;--> statement-breakpoint
CREATE INDEX "transactions_by_currency" ON "transactions" USING btree ("account_id","mode","currency","created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_by_reason" ON "transactions" USING btree ("account_id","mode","failure_reason","created_at","id") WHERE failure_reason is not null;--> statement-breakpoint
create function note_payment_bank() returns trigger language plpgsql as $$
begin
  insert into payment_banks (transaction_id, account_id, mode, bank_id, created_at)
  select id, account_id, mode, (
    -- With a limit, PostgreSQL might look for it among the newest attempts of all payments.
    select (array_agg(bank_id order by id desc))[1] from payment_attempts where transaction_id = transactions.id
  ), created_at
  from transactions where id = new.transaction_id
  on conflict (transaction_id) do update set bank_id = excluded.bank_id;
  return null;
end $$;
--> statement-breakpoint
create trigger payment_attempts_note_bank after insert on payment_attempts
  for each row execute function note_payment_bank();
--> statement-breakpoint
-- The connection avoids reading whole tables, which is right here.
set local enable_seqscan = on;
--> statement-breakpoint
insert into payment_banks (transaction_id, account_id, mode, bank_id, created_at)
select t.id, t.account_id, t.mode, a.bank_id, t.created_at
from (select distinct on (transaction_id) transaction_id, bank_id from payment_attempts order by transaction_id, id desc) a
join transactions t on t.id = a.transaction_id;
--> statement-breakpoint
CREATE INDEX "payment_banks_by_created" ON "payment_banks" USING btree ("account_id","mode","bank_id","created_at","transaction_id");
