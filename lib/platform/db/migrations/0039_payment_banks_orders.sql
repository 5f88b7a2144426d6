-- In the order in which a payment that settles changes them. No attempt is between its row and that of its bank.
do $$ begin lock table payment_attempts, transactions in share row exclusive mode; end $$;
--> statement-breakpoint
ALTER TABLE "payment_banks" ADD COLUMN "external_id" text;
--> statement-breakpoint
create or replace function note_payment_bank() returns trigger language plpgsql as $$
begin
  insert into payment_banks (transaction_id, account_id, mode, bank_id, created_at, currency, failure_reason, external_id)
  select id, account_id, mode, (
    -- With a limit, PostgreSQL might look for it among the newest attempts of all payments.
    select (array_agg(bank_id order by id desc))[1] from payment_attempts where transaction_id = transactions.id
  ), created_at, currency, failure_reason, external_id
  from transactions where id = new.transaction_id
  on conflict (transaction_id) do update set
    bank_id = excluded.bank_id, currency = excluded.currency, failure_reason = excluded.failure_reason,
    external_id = excluded.external_id;
  return null;
end $$;
