-- concurrently
-- In parts, so that no payment waits for long. What a trigger wrote meanwhile has a currency, and is newer.
do $repeatable$
declare
  last text := '';
begin
  loop
    with part as (
      select transaction_id from payment_banks where transaction_id > last order by transaction_id limit 5000
    ), filled as (
      update payment_banks set currency = transactions.currency, failure_reason = transactions.failure_reason
      from part join transactions on transactions.id = part.transaction_id
      where payment_banks.transaction_id = part.transaction_id and payment_banks.currency is null
    )
    select max(transaction_id) into last from part;
    exit when last is null;
    commit;
  end loop;
end $repeatable$;
--> statement-breakpoint
create index concurrently "payment_banks_by_currency" on "payment_banks" ("account_id","mode","bank_id","currency","created_at","transaction_id");
--> statement-breakpoint
create index concurrently "payment_banks_by_reason" on "payment_banks" ("account_id","mode","bank_id","failure_reason","created_at","transaction_id","currency") where failure_reason is not null;
